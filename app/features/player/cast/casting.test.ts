import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { codes } from "../../../../contract/codes.ts";
import { createPlayerStore, type PlayerStore } from "../player-store.ts";
import { createCasting, type Program } from "./casting.ts";
import { castError } from "./google-sdk.ts";
import { playOnReceiver } from "./play-on-receiver.ts";
import type { CastError, CastMedia, ReceiverState, Sender, SenderEvent } from "./sender.ts";

const nothing: ReceiverState = {
  item: null,
  phase: "idle",
  positionS: 0,
  durationS: 0,
  volume: 0.7,
  muted: false,
  subtitles: null,
};

/** A receiver that does what it is told at once. */
function fakeReceiver() {
  const listeners = new Set<(event: SenderEvent) => void>();
  const tell = (event: SenderEvent) => listeners.forEach((listener) => listener(event));
  const loads: CastMedia[] = [];
  const receiver = {
    state: { ...nothing },
    loads,
    /** Resolves when it may answer a load. */
    ready: Promise.resolve(),
    choose: async () => tell({ type: "connected", device: "Living room" }),
    change(values: Partial<ReceiverState>) {
      receiver.state = { ...receiver.state, ...values };
      tell({ type: "state" });
    },
  };
  const sender: Sender = {
    choose: () => receiver.choose(),
    async load(media) {
      loads.push(media);
      const { item, startS: positionS, durationS, subtitles, plays } = media;
      receiver.change({ item, phase: "loading", positionS, durationS, subtitles });
      await receiver.ready;
      receiver.change({ phase: plays ? "playing" : "paused" });
    },
    play: () => receiver.change({ phase: "playing" }),
    pause: () => receiver.change({ phase: "paused" }),
    seek: (positionS) => receiver.change({ positionS }),
    volume: (volume) => receiver.change({ volume }),
    mute: (muted) => receiver.change({ muted }),
    subtitles: (subtitles) => receiver.change({ subtitles }),
    end() {
      receiver.state = nothing;
      tell({ type: "ended" });
    },
    state: () => receiver.state,
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return { receiver, sender };
}

/** An episode on the page that plays at 40 s. */
function onPage(index = 1, ask?: Program["ask"]) {
  const tracks = [{ dataset: { subtitles: "de" }, track: { mode: "disabled" } }];
  const media = Object.assign(new EventTarget(), {
    baseURI: "https://matinee.test/video/open-sky",
    currentTime: 40,
    duration: 100,
    paused: false,
    readyState: 4,
    volume: 1,
    muted: false,
    buffered: { length: 0 },
    textTracks: new EventTarget(),
    querySelectorAll: () => tracks,
    play: vi.fn(async () => undefined),
    pause: vi.fn(),
  });
  const document = Object.assign(new EventTarget(), { createElement: () => ({ volume: 1 }) });
  const store: PlayerStore = createPlayerStore(0, 100);
  store.observe({ media, box: new EventTarget(), document } as never);
  media.dispatchEvent(new Event("timeupdate"));
  const urls = {
    hls: "/media/grant/a/master.m3u8",
    now: "2027-05-01T12:00:00Z",
    expiresAt: "2027-05-01T14:00:00Z",
    subtitles: [
      { id: "de", label: "Deutsch", locale: "de", kind: "subtitles", url: "/media/grant/a/de.vtt" },
    ],
  };
  const program = {
    store,
    media,
    playback: { id: "open-sky", index, durationS: 100 },
    title: "Open sky",
    episodeTitle: null,
    poster: "/artwork/a.webp",
    ask: ask ?? (async () => ({ c: 0, m: "", d: urls })),
  } as unknown as Program;
  return { program, media, store };
}

function start(options: { problem?: CastError; userAgent?: string; isActive?: boolean } = {}) {
  const { userAgent = "Chrome/150", isActive = true } = options;
  const { receiver, sender } = fakeReceiver();
  const openSender = vi.fn(async () => {
    if (options.problem) throw options.problem;
    return sender;
  });
  const window = { isSecureContext: true, navigator: { userAgent, userActivation: { isActive } } };
  const casting = createCasting({
    receiver: "CC1AD845",
    load: async () => ({ openSender, playOnReceiver }),
    window: window as Window,
  });
  return { casting, receiver, openSender };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

/** An episode on the screen, from 40 s on. */
async function connected() {
  const page = onPage();
  const { casting, receiver } = start();
  const leave = casting.show(page.program);
  casting.tap();
  await settle();
  return { ...page, casting, receiver, leave };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("casting", () => {
  it("carries the episode, its place, its picture and its subtitles to the screen", async () => {
    const { receiver, store, media, casting } = await connected();
    expect(receiver.loads).toEqual([
      {
        item: "open-sky/1",
        hls: "https://matinee.test/media/grant/a/master.m3u8",
        title: "Open sky",
        episodeTitle: null,
        poster: "https://matinee.test/artwork/a.webp",
        durationS: 100,
        startS: 40,
        plays: true,
        tracks: [
          { id: "de", label: "Deutsch", locale: "de", url: "https://matinee.test/media/grant/a/de.vtt" },
        ],
        subtitles: null,
      },
    ]);
    expect(media.pause).toHaveBeenCalled();
    expect(casting.state()).toMatchObject({ phase: "connected", device: "Living room" });
    expect(store.state()).toMatchObject({
      remote: "connected",
      screen: "Living room",
      phase: "playing",
      volume: 0.7,
    });
  });

  it("steers the screen by the player's own requests, and believes the screen alone", async () => {
    const { receiver, store, media } = await connected();
    store.request("seek", 70);
    store.request("seekBy", 10);
    expect(receiver.state.positionS).toBe(80);
    store.request("toggle");
    expect(receiver.state.phase).toBe("paused");
    store.request("subtitles", "de");
    store.request("volume", 0.2);
    store.request("mute", true);
    expect(store.state()).toMatchObject({
      phase: "paused",
      positionS: 80,
      subtitles: "de",
      volume: 0.2,
      muted: true,
    });
    for (const event of ["timeupdate", "playing", "volumechange", "ended"])
      media.dispatchEvent(new Event(event));
    expect(store.state()).toMatchObject({ phase: "paused", positionS: 80, volume: 0.2 });
    expect(media).toMatchObject({ volume: 1, muted: false, currentTime: 40 });
    store.request("toggle");
    expect(receiver.state.phase).toBe("playing");
  });

  it("keeps a seek that comes while the screen loads", async () => {
    let open = () => {};
    const { program, store } = onPage();
    const { casting, receiver } = start();
    receiver.ready = new Promise<void>((done) => (open = done));
    casting.show(program);
    casting.tap();
    await settle();
    expect(receiver.state).toMatchObject({ phase: "loading", positionS: 40 });
    store.request("seek", 70);
    store.request("seekBy", 10);
    expect(receiver.state.positionS).toBe(40);
    open();
    await settle();
    expect(receiver.state).toMatchObject({ phase: "playing", positionS: 80 });
    expect(store.state().positionS).toBe(80);
  });

  it("remembers choices of subtitles, and no volume of another screen", async () => {
    const { store } = await connected();
    const heard: string[] = [];
    store.onRequest((type) => void heard.push(type));
    store.request("volume", 0.1);
    store.request("mute", true);
    store.request("subtitles", "de");
    expect(heard).toEqual(["subtitles"]);
  });

  it.each([
    ["playing", "playing", 1],
    ["paused", "paused", 0],
  ] as const)("goes on here where the screen stood, %s", async (_what, phase, plays) => {
    const { receiver, casting, store, media } = await connected();
    store.request("subtitles", "de");
    receiver.change({ phase, positionS: 77 });
    casting.tap();
    expect(casting.state().phase).toBe("ready");
    expect(store.state()).toMatchObject({ remote: "disconnected", screen: null, volume: 1 });
    expect(media.currentTime).toBe(77);
    expect(media.play).toHaveBeenCalledTimes(plays);
    media.dispatchEvent(new Event("timeupdate"));
    expect(store.state().positionS).toBe(77);
  });

  it("stays at the end when the screen has shown all of it", async () => {
    const { receiver, casting, store, media } = await connected();
    receiver.change({ phase: "ended", positionS: 0 });
    expect(store.state()).toMatchObject({ phase: "ended", positionS: 100 });
    store.request("toggle");
    await settle();
    expect(receiver.loads.at(-1)).toMatchObject({ startS: 0, plays: true });
    receiver.change({ phase: "ended", positionS: 0 });
    casting.tap();
    expect(media.play).not.toHaveBeenCalled();
  });

  it("shows the next episode on the same screen", async () => {
    const { receiver, casting, leave, store } = await connected();
    leave();
    const next = onPage(2);
    casting.show(next.program);
    await settle();
    expect(receiver.loads.map(({ item }) => item)).toEqual(["open-sky/1", "open-sky/2"]);
    receiver.change({ positionS: 55 });
    expect(next.store.state().positionS).toBe(55);
    expect(store.state().positionS).toBe(40);
  });

  it("joins a screen that plays this episode already, and loads nothing", async () => {
    const { casting, receiver } = start();
    receiver.state = { ...nothing, item: "open-sky/1", phase: "playing", positionS: 66, durationS: 100 };
    const { program, store } = onPage();
    casting.show(program);
    casting.tap();
    await settle();
    expect(receiver.loads).toEqual([]);
    expect(store.state()).toMatchObject({ phase: "playing", positionS: 66 });
  });
});

describe("a screen that fails", () => {
  it("is sent fresh URLs at the same place, as they may have ended; soon after that it has failed for good", async () => {
    const { receiver, casting, media } = await connected();
    receiver.change({ positionS: 90 });
    receiver.change({ phase: "failed" });
    await settle();
    expect(receiver.loads.at(-1)).toMatchObject({ startS: 90, plays: true });
    receiver.change({ phase: "failed" });
    expect(casting.state()).toMatchObject({ phase: "ready", problem: "refused" });
    expect(media.currentTime).toBe(90);
  });

  it("gets new URLs before the old ones end, and stays paused", async () => {
    const { receiver } = await connected();
    receiver.change({ phase: "paused" });
    await vi.advanceTimersByTimeAsync(119 * 60_000);
    expect(receiver.loads).toHaveLength(2);
    expect(receiver.loads[1]).toMatchObject({ startS: 40, plays: false });
  });

  it("is sent no more URLs where a membership ends in a moment, as none would last longer", async () => {
    const page = onPage(1, async () => ({
      c: 0,
      m: "",
      d: { hls: "/a", now: "2027-05-01T12:00:00Z", expiresAt: "2027-05-01T12:01:00Z", subtitles: [] },
    }));
    const { casting, receiver } = start();
    casting.show(page.program);
    casting.tap();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(receiver.loads).toHaveLength(1);
  });

  it("says which level it takes now, where the user may not go on", async () => {
    const page = onPage(1, async () => ({ c: codes.vip_required.c, m: "", d: null }));
    const { casting, receiver } = start();
    casting.show(page.program);
    casting.tap();
    await settle();
    expect(receiver.loads).toEqual([]);
    expect(casting.state()).toMatchObject({ phase: "ready", problem: "refused" });
    expect(page.store.state()).toMatchObject({ phase: "failed", failure: "gone", needs: "vip" });
  });
});

describe("a tap", () => {
  it.each([
    ["a browser that can't", { userAgent: "Firefox/153" }, "browser", 0],
    ["a blocker", { problem: castError("blocked") }, "blocked", 1],
    ["code that came too late for this tap", { isActive: false }, "again", 1],
  ] as const)("with %s says so, and plays on", async (_what, options, problem, opened) => {
    const { casting, openSender } = start(options);
    const { program, media } = onPage();
    casting.show(program);
    casting.tap();
    await settle();
    expect(casting.state()).toEqual({ phase: "ready", device: null, problem });
    expect(openSender).toHaveBeenCalledTimes(opened);
    expect(media.pause).not.toHaveBeenCalled();
  });

  it("loads the code once, and asks for a screen at the second tap", async () => {
    const { casting, openSender } = start({ isActive: false });
    casting.show(onPage().program);
    casting.tap();
    await settle();
    casting.tap();
    await settle();
    expect(openSender).toHaveBeenCalledTimes(1);
    expect(casting.state().phase).toBe("connected");
  });

  it.each([
    ["cancelled", null],
    ["noDevice", "noDevice"],
    ["failed", "failed"],
  ] as const)("whose list of screens answers %s", async (answer, problem) => {
    const { casting, receiver } = start();
    receiver.choose = async () => {
      throw castError(answer);
    };
    casting.tap();
    await settle();
    expect(casting.state()).toEqual({ phase: "ready", device: null, problem });
  });
});
