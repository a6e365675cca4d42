import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EarlySource } from "./early-source.ts";
import { startEarlyPlayback, type EarlyPlayback } from "./early-playback.ts";

const episode: EarlySource = {
  type: 'video/mp4; codecs="avc1.4d4015,mp4a.40.2"',
  init: "/m/init.mp4",
  media: "/m/",
  segments: [[2, 10]],
  durationS: 20,
  startS: 0,
  idleS: 4,
};

/** A byte no decoder accepts. */
const broken = 255;

/** The byte of segment n is n; the init segment's differs from all of them. */
class FakeBuffer extends EventTarget {
  updating = false;
  ends: number[] = [];
  /** Turns of the event loop that one append takes. */
  slowness = 0;
  /** Seconds by which the audio is shorter than the video. */
  shortS = 0;
  get buffered() {
    const [first = 0] = this.ends;
    const until = (this.ends.at(-1) ?? 0) + 2 - this.shortS;
    return { length: this.ends.length > 0 ? 1 : 0, start: () => first, end: () => until };
  }
  appendBuffer(bytes: Uint8Array) {
    if (this.updating) throw new DOMException("one at a time", "InvalidStateError");
    this.updating = true;
    void this.#take(bytes);
  }
  async #take(bytes: Uint8Array) {
    for (let turn = 0; turn < this.slowness; turn++) await new Promise((done) => setImmediate(done));
    if (bytes.includes(broken)) this.dispatchEvent(new Event("error"));
    else for (const byte of bytes) if (byte < 100) this.ends.push(byte * 2);
    this.updating = false;
    this.dispatchEvent(new Event("updateend"));
  }
  abort() {}
}

class FakeSource extends EventTarget {
  static isTypeSupported = () => true;
  readyState = "closed";
  duration = NaN;
  buffer = new FakeBuffer();
  addSourceBuffer() {
    return this.buffer;
  }
  endOfStream() {
    this.readyState = "ended";
  }
}

let sources: FakeSource[];
let asked: string[];
let answers: Map<string, () => Response>;
let begun: EarlyPlayback[];
/** How far the clock is ahead of the timers. */
let aheadMs: number;

function fakeVideo() {
  return Object.assign(new EventTarget(), { paused: true, currentTime: 0, readyState: 0, src: "" });
}

/** Waits until nothing is in progress. */
async function settled() {
  for (let turn = 0; turn < 60; turn++) await new Promise((done) => setImmediate(done));
}

function begin(more: Partial<EarlySource> = {}) {
  const earlyPlayback = startEarlyPlayback({ ...episode, ...more })!;
  begun.push(earlyPlayback);
  const video = fakeVideo();
  earlyPlayback.attach(video as unknown as HTMLVideoElement);
  const [source] = sources;
  source!.readyState = "open";
  source!.dispatchEvent(new Event("sourceopen"));
  return { earlyPlayback, video, source: source! };
}

beforeEach(() => {
  sources = [];
  asked = [];
  answers = new Map();
  begun = [];
  vi.stubGlobal(
    "MediaSource",
    Object.assign(
      function () {
        const source = new FakeSource();
        sources.push(source);
        return source;
      },
      { isTypeSupported: () => true },
    ),
  );
  aheadMs = 0;
  const { now } = performance;
  vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) + aheadMs);
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("URL", { createObjectURL: () => "blob:film" });
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    const number = /seg_(\d+)/.exec(url)?.[1];
    return answers.get(url)?.() ?? new Response(new Uint8Array([number ? Number(number) : 200]));
  });
});

afterEach(() => {
  for (const earlyPlayback of begun) earlyPlayback.stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const names = () => asked.map((url) => url.replace("/m/", "").replace("seg_0000", "").replace(".m4s", ""));

test("fetches init and first segment at once, and four seconds before anybody plays", async () => {
  const { video } = begin();
  expect(names()).toEqual(["init.mp4", "0"]);
  await settled();
  expect(names()).toEqual(["init.mp4", "0", "1"]);
  expect(video.src).toBe("blob:film");
});

test("keeps ten seconds ahead of what plays", async () => {
  const { video } = begin();
  await settled();
  video.dispatchEvent(new Event("play"));
  await settled();
  expect(names()).toEqual(["init.mp4", "0", "1", "2", "3", "4"]);
  video.currentTime = 3;
  video.dispatchEvent(new Event("timeupdate"));
  await settled();
  expect(names().slice(6)).toEqual(["5", "6"]);
});

test("fetches nothing before play is pressed where data is to be saved", async () => {
  const { video } = begin({ idleS: 0 });
  await settled();
  expect(asked).toEqual([]);
  video.dispatchEvent(new Event("play"));
  await settled();
  expect(names().slice(0, 2)).toContain("init.mp4");
  expect(names()).toHaveLength(6);
});

test("begins with the segment of the saved place, and goes there", async () => {
  const { video } = begin({ startS: 7 });
  expect(names()).toEqual(["init.mp4", "3"]);
  video.dispatchEvent(new Event("loadedmetadata"));
  expect(video.currentTime).toBe(7);
});

test("hands over where it has ended, and fetches no more", async () => {
  const { earlyPlayback, source, video } = begin();
  await settled();
  const handed = await earlyPlayback.hand();
  expect(handed).toMatchObject({ mediaSource: source, buffer: source.buffer, nextS: 4 });
  video.dispatchEvent(new Event("play"));
  await settled();
  expect(names()).toEqual(["init.mp4", "0", "1"]);
});

test("has nothing to hand over before anything has come", async () => {
  answers.set("/m/init.mp4", () => new Response(null, { status: 500 }));
  const { earlyPlayback } = begin();
  await settled();
  expect(await earlyPlayback.hand()).toBeNull();
});

test("reports a refusal, and continues with fresh URLs", async () => {
  answers.set("/m/seg_00001.m4s", () => new Response(null, { status: 403 }));
  const told: (number | null)[] = [];
  const { earlyPlayback }: { earlyPlayback: EarlyPlayback } = begin();
  earlyPlayback.onproblem = (status) => told.push(status);
  await settled();
  expect([told, earlyPlayback.problem()]).toEqual([[403], 403]);
  aheadMs += 1_000;
  earlyPlayback.renew({ ...episode, init: "/fresh/init.mp4", media: "/fresh/", query: "?signed" });
  await settled();
  expect(asked.at(-1)).toBe("/fresh/seg_00001.m4s?signed");
  expect(told).toEqual([403, null]);
  expect(earlyPlayback.problem()).toBeNull();
});

test("while requests fail one is made at a time, a second apart at least, whatever people do", async () => {
  answers.set("/m/init.mp4", () => new Response(null, { status: 503 }));
  answers.set("/m/seg_00000.m4s", () => new Response(null, { status: 503 }));
  const { video, earlyPlayback } = begin();
  await settled();
  expect(names()).toEqual(["init.mp4", "0"]);
  const tryAll = async () => {
    video.dispatchEvent(new Event("seeking"));
    earlyPlayback.hurry();
    earlyPlayback.renew(episode);
    await settled();
  };
  await tryAll();
  aheadMs += 900;
  await tryAll();
  expect(names()).toHaveLength(2);
  aheadMs += 100;
  await tryAll();
  expect(names().slice(2)).toEqual(["init.mp4"]);
  answers.clear();
  aheadMs += 1_000;
  await tryAll();
  expect(names().slice(3)).toEqual(["init.mp4", "0", "1"]);
  expect(earlyPlayback.problem()).toBeNull();
});

test("the server's time for a retry holds, also for a retry by the user", async () => {
  answers.set(
    "/m/seg_00001.m4s",
    () => new Response(null, { status: 429, headers: { "Retry-After": "20" } }),
  );
  const { earlyPlayback } = begin();
  await settled();
  aheadMs += 19_000;
  earlyPlayback.hurry();
  await settled();
  expect(names()).toHaveLength(3);
  aheadMs += 1_000;
  earlyPlayback.hurry();
  await settled();
  expect(names()).toHaveLength(4);
});

test("a missing file is left to the library, which knows of others", async () => {
  answers.set("/m/seg_00001.m4s", () => new Response(null, { status: 404 }));
  const { earlyPlayback } = begin();
  await earlyPlayback.ended;
  expect(earlyPlayback.problem()).toBe(404);
  expect(await earlyPlayback.hand()).toMatchObject({ nextS: 2 });
});

test("without the entitlement it fetches nothing, until the user tries again", async () => {
  const { earlyPlayback, video } = begin();
  await settled();
  earlyPlayback.rest();
  video.dispatchEvent(new Event("play"));
  await settled();
  expect(names()).toHaveLength(3);
  earlyPlayback.hurry();
  await settled();
  expect(names()).toHaveLength(6);
});

/** An answer whose bytes come one by one, at once. */
const inParts = (...bytes: number[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    }),
  );

test("goes on behind a segment whose parts came faster than the browser takes them", async () => {
  answers.set("/m/seg_00000.m4s", () => inParts(201, 202, 203, 204, 0));
  const { source } = begin();
  source.buffer.slowness = 5;
  await settled();
  expect(names()).toEqual(["init.mp4", "0", "1"]);
  expect(source.buffer.ends).toEqual([0, 2]);
});

test("asks for the next segment, not for the last one again, where the film has come to the end of what is loaded", async () => {
  answers.set("/m/seg_00001.m4s", () => new Response(null, { status: 500 }));
  const { earlyPlayback, video, source } = begin();
  await settled();
  source.buffer.shortS = 0.06;
  video.currentTime = 1.94;
  answers.clear();
  aheadMs += 2_000;
  video.dispatchEvent(new Event("timeupdate"));
  await settled();
  expect(names()).toEqual(["init.mp4", "0", "1", "1", "2"]);
  video.currentTime = 5.94;
  expect(await earlyPlayback.hand()).toMatchObject({ nextS: 6 });
});

test("says that it goes no further, where a segment brings nothing", async () => {
  answers.set("/m/seg_00000.m4s", () => new Response(new Uint8Array([200])));
  const { earlyPlayback } = begin();
  await earlyPlayback.ended;
  expect(names()).toEqual(["init.mp4", "0"]);
});

test("gives up on bytes no decoder takes, and hands nothing over", async () => {
  answers.set("/m/seg_00000.m4s", () => new Response(new Uint8Array([broken])));
  const { earlyPlayback } = begin();
  await earlyPlayback.ended;
  expect(await earlyPlayback.hand()).toBeNull();
  expect(names()).toEqual(["init.mp4", "0"]);
});

test("ends the stream behind the last segment", async () => {
  const { video, source } = begin();
  await settled();
  video.currentTime = 19;
  source.buffer.ends = [16];
  video.dispatchEvent(new Event("seeking"));
  await settled();
  expect(names().at(-1)).toBe("9");
  expect(source.readyState).toBe("ended");
});

test("is none where scripts can't feed a player", () => {
  vi.stubGlobal("MediaSource", undefined);
  expect(startEarlyPlayback(episode)).toBeNull();
});

test("the wait for the first picture is marked, for the quality report", async () => {
  performance.clearMarks();
  const video = fakeVideo();
  const earlyPlayback = startEarlyPlayback(episode)!;
  begun.push(earlyPlayback);
  earlyPlayback.attach(video as never);
  video.dispatchEvent(new Event("playing"));
  expect(performance.getEntriesByName("playback-wished")).toHaveLength(0);
  video.dispatchEvent(new Event("play"));
  video.dispatchEvent(new Event("play"));
  expect(performance.getEntriesByName("playback-wished")).toHaveLength(1);
  expect(performance.getEntriesByName("playback-shown")).toHaveLength(1);
});
