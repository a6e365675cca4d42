import { beforeEach, expect, test } from "vitest";
import { partBytes } from "../../../../contract/ingest/upload-parts.ts";
import { dropParts, sendParts, type SendParts } from "./send-parts.ts";

const key = "a-file.mp4";
const failure = (c: number, m = "") => ({ c, m, d: null });
const success = (d: unknown) => ({ c: 0, m: "", d });

let bucket: Map<number, number>;
let calls: string[];
let kept: Map<string, string>;
/** Answers in place of the server's, by call. */
let instead: Record<string, (() => unknown) | undefined>;
let uploads: number;
const memory = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
};

beforeEach(() => {
  [bucket, calls, kept, instead, uploads] = [new Map(), [], new Map(), {}, 0];
});

/** The server: an upload exists until it is completed or cancelled. */
const answers: Record<string, (input: { upload?: string; parts?: { number: number }[] }) => unknown> = {
  begin: () => success({ upload: `upload-${(uploads += 1)}`, stored: false }),
  parts: () => success({ parts: [...bucket.keys()] }),
  sign: ({ parts }) => success({ urls: parts!.map(({ number }) => `bucket/${number}`) }),
  complete: () => success({ key }),
  cancel: () => (bucket.clear(), success({})),
};
const call = async (name: string, input: object) => {
  const short = name.replace("z/upload/", "");
  calls.push(short);
  return (instead[short]?.() ?? answers[short]!(input)) as never;
};
const api = { get: call, post: call } as SendParts["api"];

function send(change: Partial<SendParts> = {}) {
  const progress: number[] = [];
  const options: SendParts = {
    ...{ api, memory, key, file: new Blob([new Uint8Array(3 * partBytes + 5)]) },
    md5: async (part) => `md5 of ${part.size}`,
    put: async (url, { blob, md5 }) => {
      expect(md5).toBe(`md5 of ${blob.size}`);
      bucket.set(Number(url.split("/")[1]), blob.size);
      return true;
    },
    signal: new AbortController().signal,
    onProgress: (bytes) => progress.push(bytes),
    delays: [1, 1, 1],
    ...change,
  };
  return { sent: sendParts(options), progress, options };
}

test("all parts are sent, each by its own address, and then the file is stored", async () => {
  const { sent, progress } = send();
  expect(await sent).toEqual({ end: "stored" });
  expect([...bucket].sort()).toEqual([
    [1, partBytes],
    [2, partBytes],
    [3, partBytes],
    [4, 5],
  ]);
  expect(progress.at(-1)).toBe(3 * partBytes + 5);
  expect([calls.filter((name) => name === "sign").length, calls.at(-1), kept.size]).toEqual([
    4,
    "complete",
    0,
  ]);
});

test("pausing keeps what has arrived, and the next start sends the rest alone", async () => {
  const pause = new AbortController();
  const put: SendParts["put"] = (url, { signal, blob }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(new Error("aborted")));
      if (!url.endsWith("/2")) return;
      bucket.set(2, blob.size);
      resolve(true);
    });
  const { sent } = send({ put, signal: pause.signal });
  await expect.poll(() => bucket.size).toBe(1);
  pause.abort();
  expect(await sent).toEqual({ end: "paused" });
  expect(kept.size).toBe(1);
  calls = [];
  const next = send();
  expect(await next.sent).toEqual({ end: "stored" });
  expect(next.progress[0]).toBe(partBytes);
  expect([calls[0], calls.filter((name) => name === "sign").length, uploads]).toEqual(["parts", 3, 1]);
});

test.each<[string, () => unknown, object]>([
  ["a folder", () => success({ upload: null, stored: false }), { end: "elsewhere" }],
  ["a stored file", () => success({ upload: null, stored: true }), { end: "stored" }],
  ["a refusal", () => failure(4222, "too big"), { end: "elsewhere" }],
  ["a bucket that is away from the server", () => failure(503), { end: "elsewhere" }],
  ["no network", () => failure(-1), { end: "elsewhere" }],
])("%s ends it at the beginning", async (_name, answer, how) => {
  instead["begin"] = answer;
  expect(await send().sent).toEqual(how);
  expect([calls, kept.size]).toEqual([["begin"], 0]);
});

test("a bucket that takes nothing from pages is found out soon, and nothing stays there", async () => {
  let tries = 0;
  const { sent } = send({ put: async () => ((tries += 1), false) });
  expect(await sent).toEqual({ end: "elsewhere" });
  expect(tries).toBeLessThanOrEqual(6);
  await expect.poll(() => calls.at(-1)).toBe("cancel");
  expect(kept.size).toBe(0);
});

test("a bucket that stops taking parts is tried for long, and then keeps what it has for another time", async () => {
  const put: SendParts["put"] = async (url, { blob }) => url.endsWith("/1") && !!bucket.set(1, blob.size);
  expect(await send({ put }).sent).toEqual({ end: "elsewhere" });
  expect([bucket.size, kept.size, calls.includes("cancel")]).toEqual([1, 1, false]);
  expect(calls.filter((name) => name === "sign").length).toBeGreaterThan(4);
});

test("a part that fails is signed and sent again", async () => {
  let failed = false;
  const put: SendParts["put"] = async (url, { blob }) => {
    const fails = !failed;
    failed = true;
    if (!fails) bucket.set(Number(url.split("/")[1]), blob.size);
    return !fails;
  };
  expect(await send({ put }).sent).toEqual({ end: "stored" });
  expect([bucket.size, calls.filter((name) => name === "sign").length]).toEqual([4, 5]);
});

test("without a network it waits for a while; then it has failed, and continues next time", async () => {
  let away = 2;
  instead["sign"] = () => (away-- > 0 ? failure(-1) : undefined);
  expect(await send().sent).toEqual({ end: "stored" });
  instead["sign"] = () => failure(-2);
  expect(await send().sent).toEqual({ end: "failed", code: -2, message: "" });
  expect(kept.get(`matinee-parts-${key}`)).toBe("upload-2");
});

test("an upload that the bucket has given up begins anew; parts missing at the end are sent again", async () => {
  memory.setItem(`matinee-parts-${key}`, "old");
  instead["parts"] = () => ((instead["parts"] = undefined), failure(404));
  const lost = [failure(4094), failure(404)];
  instead["complete"] = () => (bucket.delete(2), lost.shift());
  expect(await send().sent).toEqual({ end: "stored" });
  expect(uploads).toBe(2);
});

test("what the server refuses at the end is said in its words", async () => {
  instead["complete"] = () => failure(4222, "no video");
  expect(await send().sent).toEqual({ end: "failed", code: 4222, message: "no video" });
  instead["sign"] = () => failure(403, "not any more");
  expect(await send().sent).toEqual({ end: "failed", code: 403, message: "not any more" });
});

test("a bucket that takes long to put the parts together is asked again, and no part is sent again", async () => {
  let busy = 2;
  instead["complete"] = () => (busy-- > 0 ? failure(503) : undefined);
  expect(await send().sent).toEqual({ end: "stored" });
  instead["complete"] = () => failure(503, "away");
  expect(await send().sent).toEqual({ end: "failed", code: 503, message: "away" });
  calls = [];
  instead = {};
  expect(await send().sent).toEqual({ end: "stored" });
  expect(calls).toEqual(["parts", "complete"]);
});

test("a given-up upload is cancelled by its name", async () => {
  memory.setItem(`matinee-parts-${key}`, "old");
  await dropParts({ api, memory, key });
  await dropParts({ api, memory, key });
  expect([calls, kept.size]).toEqual([["cancel"], 0]);
});
