import { describe, expect, test } from "vitest";
import { mia as info } from "../../../tests/setup/person.ts";
import { createSessionStore } from "./session-store.ts";

describe("session states (spec, section 4)", () => {
  test("not signed in before a sign-in", () => {
    expect(createSessionStore(null).read()).toMatchObject({ signed: false, info: null });
    expect(createSessionStore(info).read()).toMatchObject({ signed: true, info });
  });

  test("signing in sets signed and stores the user info", () => {
    const store = createSessionStore(null);
    store.signIn(info);
    expect(store.read()).toMatchObject({ signed: true, info });
  });

  test("signing out clears it", () => {
    const store = createSessionStore(info);
    store.signOut();
    expect(store.read()).toMatchObject({ signed: false, info: null });
  });

  test("a profile update merges new fields into the stored info", () => {
    const store = createSessionStore(info);
    store.updateProfile({ name: "Mia Wallace", avatar: "/a.webp" });
    expect(store.read().info).toEqual({ ...info, name: "Mia Wallace", avatar: "/a.webp" });
    store.updateProfile({ data_saver: true });
    expect(store.read().info).toEqual({ ...info, name: "Mia Wallace", avatar: "/a.webp", data_saver: true });
  });

  test("a profile update without a user makes no user", () => {
    const store = createSessionStore(null);
    store.updateProfile({ name: "Nobody" });
    expect(store.read()).toMatchObject({ signed: false, info: null });
  });

  test("the loading indicator is on from the first request to the end of the last", () => {
    const store = createSessionStore(null);
    const seen: number[] = [];
    store.subscribe(() => seen.push(store.read().loading));
    for (const step of [1, 1, -1, -1, -1] as const) store.load(step);
    expect(seen).toEqual([1, 2, 1, 0, 0]);
  });

  test("who listens is told of every change, until they stop listening", () => {
    const store = createSessionStore(null);
    let told = 0;
    const stop = store.subscribe(() => told++);
    store.signIn(info);
    stop();
    store.signOut();
    expect(told).toBe(1);
  });
});
