import { describe, expect, test } from "vitest";
import { clientCodes } from "../../../contract/codes.ts";
import { entryOf, isPlace, merge, type Entry, type Write } from "./entry.ts";
import { keepForLater, sendAll } from "./outbox.ts";
import type { OutboxStore } from "./store.ts";

const place = (positionS: number, more: object = {}): Write => ({
  call: "progress/save",
  input: { id: "m1", index: 1, positionS, durationS: 100, ...more },
});
const add: Write = { call: "favourite/add", input: { id: "m1" } };
const watched = new Date("2026-11-21T08:00:00Z");
const vote = (liked: boolean | null): Write => ({ call: "vote/save", input: { id: "m1", liked } });
const remove: Write = { call: "favourite/remove", input: { id: "m1" } };

/** The store's contract in memory. Browser tests cover the real one, IndexedDB. */
function memory(): OutboxStore & { entries: Map<string, Entry> } {
  const entries = new Map<string, Entry>();
  return {
    entries,
    all: async () => [...entries.values()],
    async update(key, change) {
      const next = change(entries.get(key));
      if (next) entries.set(key, next);
      else entries.delete(key);
    },
    clear: async () => entries.clear(),
  };
}

/** A fake server with an answer per call name. */
function server(answers: Record<string, { c: number }> = {}) {
  const calls: string[] = [];
  const answer = (name: string, input: object) => {
    calls.push(`${name} ${JSON.stringify(input)}`);
    return { c: 0, m: "", d: {}, ...answers[name] };
  };
  const api = {
    post: async (name: string, input: object) => answer(name, input),
  };
  return { calls, clientFor: () => api as never };
}

describe("what is left to send", () => {
  const entry = (write: Write, token = "t1") => entryOf(token, write);
  test.each<[string, Entry | undefined, Entry, Entry]>([
    ["the first write", undefined, entry(place(10)), entry(place(10))],
    ["the furthest place, when it came later", entry(place(10)), entry(place(40)), entry(place(40))],
    ["the furthest place, when it came earlier", entry(place(40)), entry(place(10)), entry(place(40))],
    ["the last word on a favourite: taken off", entry(add), entry(remove), entry(remove)],
    ["the last vote", entry(vote(true)), entry(vote(null)), entry(vote(null))],
    ["the last word on a favourite: put on", entry(remove), entry(add), entry(add)],
    ["the latest session's, however near", entry(place(40), "t0"), entry(place(10)), entry(place(10))],
  ])("%s", (_, waiting, latest, left) => {
    expect(merge(waiting, latest)).toEqual(left);
  });

  test("of a sitting its latest report waits, and says when it was so", async () => {
    const store = memory();
    const report = (number: number): Write => ({
      call: "playback/quality",
      input: { sitting: "a-sitting-of-tests", report: number } as never,
    });
    await keepForLater(store, "t1", report(1), new Date(0));
    await keepForLater(store, "t1", report(2), watched);
    const { calls, clientFor } = server();
    expect(await sendAll(store, clientFor)).toBe(1);
    expect(calls).toEqual([
      'playback/quality {"sitting":"a-sitting-of-tests","report":2,"at":"2026-11-21T08:00:00.000Z"}',
    ]);
  });

  test("episodes and titles are things of their own", () => {
    const keys = [place(1), place(1, { index: 2 }), place(1, { id: "m2" }), add].map(
      (write) => entry(write).key,
    );
    expect(new Set(keys).size).toBe(4);
    expect(entry(add).key).toBe(entry(remove).key);
  });

  test.each([
    [10, 100, true],
    [0, 100, true],
    [100, 100, true],
    [101, 100, false],
    [-1, 100, false],
    [NaN, 100, false],
    [10, NaN, false],
    [10, Infinity, false],
    [0, 0, false],
  ])("a place of %d in %d is valid: %s", async (positionS, durationS, valid) => {
    expect(isPlace({ positionS, durationS })).toBe(valid);
    const store = memory();
    expect(await keepForLater(store, "t1", place(positionS, { durationS }))).toBe(valid);
    expect(store.entries.size).toBe(valid ? 1 : 0);
  });
});

describe("sending", () => {
  test("all that waits, once; then nothing waits", async () => {
    const store = memory();
    for (const write of [place(10), place(30), add]) await keepForLater(store, "t1", write, watched);
    const { calls, clientFor } = server();
    expect(await sendAll(store, clientFor)).toBe(2);
    expect(calls).toEqual([
      'progress/save {"id":"m1","index":1,"positionS":30,"durationS":100,"at":"2026-11-21T08:00:00.000Z"}',
      'favourite/add {"id":"m1"}',
    ]);
    expect(await sendAll(store, clientFor)).toBe(0);
    expect(calls).toHaveLength(2);
  });

  test("taking off a favourite is sent as the call wants it", async () => {
    const store = memory();
    await keepForLater(store, "t1", remove);
    const { calls, clientFor } = server();
    await sendAll(store, clientFor);
    expect(calls).toEqual(['favourite/remove {"ids":["m1"]}']);
  });

  test.each([
    ["the network is gone", clientCodes.network],
    ["it takes too long", clientCodes.timeout],
    ["too many requests", 429],
    ["the server is in trouble", 503],
  ])("everything stays while %s", async (_, c) => {
    const store = memory();
    for (const write of [place(10), add]) await keepForLater(store, "t1", write);
    expect(await sendAll(store, server({ "progress/save": { c } }).clientFor)).toBe(0);
    expect(store.entries.size).toBe(2);
  });

  test.each([401, 404, 422])("what is refused (%d) is not asked again", async (c) => {
    const store = memory();
    await keepForLater(store, "t1", add);
    await sendAll(store, server({ "favourite/add": { c } }).clientFor);
    expect(store.entries.size).toBe(0);
  });

  test("another session's writes are thrown away unsent", async () => {
    const store = memory();
    await keepForLater(store, "gone", add);
    await keepForLater(store, "t1", place(10));
    const { calls, clientFor } = server();
    expect(await sendAll(store, (token) => (token === "t1" ? clientFor() : null))).toBe(1);
    expect(calls.join()).not.toContain("favourite");
    expect(store.entries.size).toBe(0);
  });

  test("what is written anew while it is on its way stays", async () => {
    const store = memory();
    await keepForLater(store, "t1", add);
    const { clientFor } = server();
    const api = {
      ...(clientFor() as object),
      post: async () => (await keepForLater(store, "t1", remove), { c: 0 }),
    };
    await sendAll(store, () => api as never);
    expect([...store.entries.values()].map(({ call }) => call)).toEqual(["favourite/remove"]);
  });
});
