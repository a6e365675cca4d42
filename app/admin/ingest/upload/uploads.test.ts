import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SendVideo, SentState } from "./send-video.ts";
import { Uploads, type UploadPorts } from "./uploads.ts";

/** Senders by file, with what was asked of each. */
let senders: Map<string, { calls: string[]; tell: (state: SentState) => void; hash: string | undefined }[]>;
type Answer = { c: number; m: string; d: unknown };
let answers: Record<string, Answer | Promise<Answer>>;
let asked: { name: string; input: object }[];
let user: { anonymous: 0 | 1 } | null;
let online: boolean;
let notify: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  [senders, answers, asked, user, online] = [new Map(), {}, [], { anonymous: 0 }, true];
});
afterEach(() => void vi.useRealTimers());

const call = async (name: string, input: object) => {
  asked.push({ name, input });
  return (await (answers[name] ?? { c: 0, m: "", d: {} })) as never;
};
const sendVideo = ((file, { onChange, onHash, hash }) => {
  onChange({ at: "reading", share: 1 });
  const calls: string[] = [];
  const known = senders.get(file.name) ?? [];
  senders.set(file.name, [...known, { calls, tell: onChange, hash }]);
  onHash(`hash of ${file.name}`);
  return {
    pause: () => calls.push("pause"),
    resume: () => calls.push("resume"),
    cancel: () => calls.push("cancel"),
  };
}) as SendVideo;

function open() {
  const ports: UploadPorts = {
    api: { get: call, post: call } as UploadPorts["api"],
    user: () => user,
    online: () => online,
    onChange: (listener) => (notify = listener),
    load: async () => sendVideo,
  };
  return new Uploads(ports);
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const video = (name: string, index = 1) => ({
  file: new File(["film"], name),
  target: { movie: "reel", index, title: "Reel", to: "/z/page/movie/detail/reel/video" },
});
const states = (uploads: Uploads) => uploads.read().items.map(({ name, at }) => `${name} ${at}`);
const idOf = (uploads: Uploads, name: string) => uploads.read().items.find((item) => item.name === name)!.id;
const sender = (name: string) => senders.get(name)!.at(-1)!;
const sent = { at: "sending", share: 0.5, rate: null, leftS: null } as const;
const refusal = (c: number) => ({ c, m: "no", d: null });

test("two are sent at a time, and what is stored joins the encoding queue", async () => {
  const uploads = open();
  uploads.add([video("a", 1), video("b", 2), video("c", 3)]);
  await settle();
  expect([...senders.keys()]).toEqual(["a", "b"]);
  sender("a").tell(sent);
  sender("a").tell({ at: "done", key: "a.mp4" });
  await settle();
  expect(states(uploads)).toEqual(["a done", "b reading", "c reading"]);
  const start = asked.find(({ name }) => name === "z/encoding/start");
  expect(start?.input).toMatchObject({ movie: "reel", index: 1, source: "a.mp4", fileName: "a" });
});

test("a paused one makes room, and continues where it was", async () => {
  const uploads = open();
  uploads.add([video("a"), video("b"), video("c")]);
  await settle();
  uploads.pause(idOf(uploads, "a"));
  await settle();
  expect([sender("a").calls, senders.has("c")]).toEqual([["pause"], true]);
  uploads.resume(idOf(uploads, "a"));
  await settle();
  // Both lanes are taken by now.
  expect(sender("a").calls).toEqual(["pause"]);
  uploads.cancel(idOf(uploads, "b"));
  await settle();
  expect([sender("a").calls, sender("b").calls]).toEqual([["pause", "resume"], ["cancel"]]);
  expect(states(uploads)).toEqual(["a sending", "c reading"]);
});

test("one that is paused or cancelled before its code is there sends nothing", async () => {
  const uploads = open();
  uploads.add([video("a"), video("b")]);
  uploads.pause(idOf(uploads, "a"));
  uploads.cancel(idOf(uploads, "b"));
  await settle();
  expect([sender("a").calls, senders.has("b")]).toEqual([["pause"], false]);
});

test("without a network they wait, and continue by themselves", async () => {
  const uploads = open();
  uploads.add([video("a"), video("b")]);
  await settle();
  sender("a").tell(sent);
  online = false;
  notify();
  expect([uploads.read().hold, states(uploads)]).toEqual(["offline", ["a queued", "b queued"]]);
  // What is still told does not make it look as if it was sent.
  sender("a").tell(sent);
  expect(states(uploads)[0]).toBe("a queued");
  online = true;
  notify();
  await settle();
  expect([uploads.read().hold, sender("a").calls, sender("b").calls]).toEqual([
    ...[null, ["pause", "resume"], ["pause", "resume"]],
  ]);
});

test("a server that is out of reach is asked again every ten seconds, and the file is not read again", async () => {
  const uploads = open();
  uploads.add([video("a")]);
  await settle();
  answers["oss/form"] = refusal(-1);
  sender("a").tell({ at: "failed", code: -1, message: "" });
  await settle();
  expect(uploads.read().hold).toBe("offline");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.map(({ name }) => name)).toEqual(["oss/form", "oss/form"]);
  delete answers["oss/form"];
  await vi.advanceTimersByTimeAsync(10_000);
  expect([uploads.read().hold, senders.get("a")!.length, sender("a").hash]).toEqual([null, 2, "hash of a"]);
});

test.each([401, 403])("refused by %i, it waits for a member: a guest is not enough", async (code) => {
  const uploads = open();
  uploads.add([video("a")]);
  await settle();
  [answers["oss/form"], user] = [refusal(401), null];
  sender("a").tell({ at: "failed", code, message: "no" });
  await settle();
  expect([uploads.read().hold, states(uploads)]).toEqual(["signIn", ["a queued"]]);
  // The sign-in page may make a guest.
  [answers["oss/form"], user] = [refusal(403), { anonymous: 1 }];
  notify();
  await settle();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([uploads.read().hold, senders.get("a")!.length]).toEqual(["signIn", 1]);
  [answers["oss/form"], user] = [{ c: 0, m: "", d: {} }, { anonymous: 0 }];
  notify();
  await settle();
  expect([uploads.read().hold, senders.get("a")!.length]).toEqual([null, 2]);
});

test("a session that changes while it is being asked about is asked about again", async () => {
  const uploads = open();
  uploads.add([video("a")]);
  await settle();
  let answer = (_given: Answer) => {};
  answers["oss/form"] = new Promise<Answer>((done) => (answer = done));
  sender("a").tell({ at: "failed", code: 401, message: "Unauthorised" });
  await settle();
  answers["oss/form"] = { c: 0, m: "", d: {} };
  notify();
  answer(refusal(401));
  await settle();
  expect([uploads.read().hold, senders.get("a")!.length]).toEqual([null, 2]);
});

test("a member who may not upload is told so", async () => {
  const uploads = open();
  uploads.add([video("a")]);
  await settle();
  answers["oss/form"] = refusal(403);
  sender("a").tell({ at: "failed", code: 403, message: "Forbidden" });
  await settle();
  expect(uploads.read()).toMatchObject({
    hold: null,
    items: [{ at: "failed", problem: { text: "forbidden" } }],
  });
});

test("refusals of one whose sender may upload come to an end", async () => {
  const uploads = open();
  uploads.add([video("a")]);
  await settle();
  for (let time = 0; time < 3; time += 1) {
    sender("a").tell({ at: "failed", code: 403, message: "Forbidden" });
    await settle();
  }
  expect([senders.get("a")!.length, states(uploads)]).toEqual([3, ["a failed"]]);
});

test.each([
  [413, "", { text: "tooLarge" }],
  [507, "No space.", { message: "No space." }],
  [4222, "The file was refused.", { message: "The file was refused." }],
  [0, "", { text: "failed" }],
])(
  "a failure with %i is said in words, can be repeated, and lets the others be sent",
  async (code, message, problem) => {
    const uploads = open();
    uploads.add([video("a"), video("b"), video("c")]);
    await settle();
    sender("a").tell({ at: "failed", code, message });
    await settle();
    // All of it was read, and nothing sent.
    expect(uploads.read().items[0]).toMatchObject({ at: "failed", share: 0, problem });
    expect(senders.has("c")).toBe(true);
    uploads.cancel(idOf(uploads, "b"));
    uploads.resume(idOf(uploads, "a"));
    await settle();
    expect(senders.get("a")!.length).toBe(2);
  },
);

test("a stored file whose encoding can't be queued yet is not sent again", async () => {
  const uploads = open();
  uploads.add([video("a")]);
  await settle();
  answers["z/encoding/start"] = refusal(503);
  sender("a").tell({ at: "done", key: "a.mp4" });
  await settle();
  expect(states(uploads)).toEqual(["a failed"]);
  delete answers["z/encoding/start"];
  uploads.resume(idOf(uploads, "a"));
  await settle();
  expect([states(uploads), senders.get("a")!.length]).toEqual([["a done"], 1]);
  const keys = asked.filter(({ name }) => name === "z/encoding/start").map(({ input }) => input);
  expect(keys[0]).toEqual(keys[1]);
});
