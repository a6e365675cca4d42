import { expect, test } from "vitest";
import { createSettling, type FetcherFacts } from "./settling.ts";

const before = { done: "cleared" };

/** @returns after which of the commits a write counts as ended; null = after none of them */
async function endsAfter(commits: FetcherFacts[]): Promise<number | null> {
  const settling = createSettling();
  let ended = false;
  void settling.begin(before).then(() => (ended = true));
  for (const [place, commit] of commits.entries()) {
    settling.see(commit);
    await Promise.resolve();
    if (ended) return place;
  }
  return null;
}

test.each<[string, FetcherFacts[], number | null]>([
  [
    "once the page is loaded anew",
    [
      { state: "submitting", data: before },
      { state: "loading", data: { done: "cleared" } },
      { state: "idle", data: { done: "cleared" } },
    ],
    2,
  ],
  [
    "with the answer, where one commit shows the whole write",
    [{ state: "idle", data: { done: "cleared" } }],
    0,
  ],
  [
    "without an answer, where it was not sent",
    [
      { state: "submitting", data: before },
      { state: "idle", data: before },
    ],
    1,
  ],
  ["not before it has begun", [{ state: "idle", data: before }], null],
])("a write ends %s", async (_, commits, end) => {
  expect(await endsAfter(commits)).toBe(end);
});

test("a write is no longer waited for when the page is left", async () => {
  const settling = createSettling();
  const write = settling.begin(before);
  settling.leave();
  await expect(write).resolves.toBeUndefined();
});
