import { expect, test } from "vitest";
import type { StoredBucket, TokenStore } from "../../ports/token-store.ts";
import { guardStore } from "./guard-store.ts";
import { createLimiter } from "./limiter.ts";

const bucket: StoredBucket[] = [{ slot: 1, burst: 2, everyS: 10 }];
const start = new Date("2026-06-01T12:00:00Z");
const wanted = [
  { table: "password of", key: "ada", allowance: { burst: 2, everyS: 10 }, failuresOnly: true },
];

/** A store that answers as `mode` says, and what was heard of it. */
function scripted(mode: { now: "fine" | "fails" | "silent" | "refuses" }) {
  const heard: string[] = [];
  let asked = 0;
  const answer = async () => {
    asked += 1;
    if (mode.now === "fails") throw new Error("connection refused");
    if (mode.now === "silent") await new Promise(() => {});
    return mode.now === "refuses" ? 3.2 : 0;
  };
  const store: TokenStore = {
    take: answer,
    giveBack: async () => void (await answer()),
    close: async () => {},
  };
  let ms = 0;
  const guarded = guardStore(store, {
    timeoutMs: 50,
    retryMs: 1_000,
    now: () => ms,
    onAway: ({ message }) => heard.push(message),
    onBack: () => heard.push("back"),
  });
  return { guarded, heard, asked: () => asked, pass: (more: number) => (ms += more) };
}

test("a store that fails is reported once, asked once a second, and reported once when it is back", async () => {
  const mode = { now: "fails" as "fine" | "fails" };
  const { guarded, heard, asked, pass } = scripted(mode);
  for (let n = 0; n < 20; n++) expect(await guarded.take(bucket)).toBe(0);
  expect([asked(), heard]).toEqual([1, ["connection refused"]]);
  pass(1_000);
  await Promise.all([guarded.take(bucket), guarded.take(bucket), guarded.giveBack(bucket)]);
  expect(asked()).toBe(2);
  mode.now = "fine";
  pass(1_000);
  for (let n = 0; n < 5; n++) await guarded.take(bucket);
  expect([asked(), heard]).toEqual([7, ["connection refused", "back"]]);
});

test("no call waits longer than it may for a store that does not answer, and the next does not wait", async () => {
  const { guarded, heard, asked } = scripted({ now: "silent" });
  const begun = performance.now();
  await Promise.all(Array.from({ length: 50 }, () => guarded.take(bucket)));
  expect(performance.now() - begun).toBeGreaterThanOrEqual(45);
  const again = performance.now();
  await guarded.take(bucket);
  expect(performance.now() - again).toBeLessThan(40);
  expect([asked(), heard]).toEqual([50, ["no answer within 50 ms"]]);
});

test("what the store refuses takes nothing from the process's own count", async () => {
  const mode = { now: "refuses" as "fine" | "refuses" };
  const limiter = createLimiter({ shared: { store: scripted(mode).guarded, secret: "secret" } });
  for (let n = 0; n < 5; n++) expect((await limiter.take(wanted, start)).waitS).toBe(4);
  mode.now = "fine";
  for (let n = 0; n < 2; n++) expect((await limiter.take(wanted, start)).waitS).toBe(0);
});

test("what the process itself has seen too often is refused without asking the store", async () => {
  const { guarded, asked } = scripted({ now: "fine" });
  const limiter = createLimiter({ shared: { store: guarded, secret: "secret" } });
  const waits = [];
  for (let n = 0; n < 5; n++) waits.push((await limiter.take(wanted, start)).waitS);
  expect([waits, asked()]).toEqual([[0, 0, 10, 10, 10], 2]);
});
