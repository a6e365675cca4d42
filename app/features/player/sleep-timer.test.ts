import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PlayerStore } from "./player-store.ts";
import { createSleepTimer, minutesLeft } from "./sleep-timer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A player that notes its requests. */
function player(phase = "playing") {
  const requests: string[] = [];
  const listeners = new Set<(state: unknown, fact: { type: string }) => void>();
  const store = {
    state: () => ({ phase }),
    request: (type: string) => void requests.push(type),
    subscribe(listener: never) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  } as unknown as PlayerStore;
  const tell = (type: string) => listeners.forEach((listener) => listener(store.state(), { type }));
  return { store, requests, tell };
}

test("after its minutes it pauses the player of the moment, and says so until playback goes on", () => {
  const sleep = createSleepTimer();
  const [first, second] = [player(), player()];
  const leave = sleep.follow(first.store);
  sleep.set(30);
  vi.advanceTimersByTime(29 * 60_000);
  expect(minutesLeft(sleep.read(), Date.now())).toBe(1);
  leave();
  sleep.follow(second.store);
  vi.advanceTimersByTime(60_000);
  expect(first.requests).toEqual([]);
  expect(second.requests).toEqual(["pause"]);
  expect(sleep.read()).toEqual({ after: null, atMs: null, slept: true });
  second.tell("play");
  expect(sleep.read().slept).toBe(false);
});

test("a player that is paused already is left alone", () => {
  const sleep = createSleepTimer();
  const { store, requests } = player("paused");
  sleep.follow(store);
  sleep.set(15);
  vi.advanceTimersByTime(15 * 60_000);
  expect(requests).toEqual([]);
  expect(sleep.read()).toEqual({ after: null, atMs: null, slept: false });
});

test("another choice replaces the one before, and off ends it", () => {
  const sleep = createSleepTimer();
  const { store, requests } = player();
  sleep.follow(store);
  sleep.set(15);
  sleep.set(45);
  vi.advanceTimersByTime(44 * 60_000);
  sleep.set(null);
  vi.advanceTimersByTime(60 * 60_000);
  expect(requests).toEqual([]);
});

test("the end of an episode is that of the episode it was chosen in", () => {
  const sleep = createSleepTimer();
  const leave = sleep.follow(player().store);
  sleep.set("end");
  expect(sleep.read()).toMatchObject({ after: "end", atMs: null });
  leave();
  sleep.follow(player().store);
  expect(sleep.read().after).toBeNull();
});

test("nothing happens on a page that was left", () => {
  const sleep = createSleepTimer();
  const { store, requests } = player();
  sleep.follow(store);
  sleep.set(15);
  sleep.stop();
  vi.advanceTimersByTime(60 * 60_000);
  expect(requests).toEqual([]);
});
