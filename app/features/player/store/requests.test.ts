import { describe, expect, it, vi } from "vitest";
import type { Source } from "../engine/feed.ts";
import { createPlayerStore, type PlayerStore, type RequestType } from "../player-store.ts";

/** A fake media element, its box and document, with the parts that requests and readings use. */
function stage({ media: given = {}, box: withBox = {}, document: withDocument = {} } = {}) {
  const tracks = ["de", "ja"].map((id) => ({
    dataset: { subtitles: id },
    track: { mode: "disabled", id },
  }));
  const textTracks = new EventTarget();
  const media = Object.assign(new EventTarget(), {
    currentTime: 10,
    duration: 100,
    paused: true,
    ended: false,
    readyState: 3,
    volume: 1,
    muted: false,
    loop: false,
    playbackRate: 1,
    buffered: { length: 1, start: () => 0, end: () => 30 },
    textTracks,
    querySelectorAll: () => tracks,
    play: vi.fn<() => Promise<void>>(async () => undefined),
    pause: vi.fn(),
    requestPictureInPicture: vi.fn(async () => undefined),
    ...given,
  });
  const box = Object.assign(new EventTarget(), {
    requestFullscreen: vi.fn(async () => undefined),
    ...withBox,
  });
  const document = Object.assign(new EventTarget(), {
    fullscreenElement: null as unknown,
    fullscreenEnabled: true,
    pictureInPictureEnabled: true,
    pictureInPictureElement: null,
    exitFullscreen: vi.fn(async () => undefined),
    exitPictureInPicture: vi.fn(async () => undefined),
    createElement: () => ({ volume: 1 }),
    ...withDocument,
  });
  const source = {
    chooseRendition: vi.fn(),
    chooseAudio: vi.fn(),
    retry: vi.fn(),
    renew: vi.fn(),
    rest: vi.fn(),
    detach: vi.fn(),
  };
  const store = createPlayerStore(0, 100);
  const stop = store.observe({ media, box, document } as never);
  store.use(source satisfies Source);
  return { media, box, document, source, store, tracks, textTracks, stop };
}

type Stage = ReturnType<typeof stage>;
type Case = [
  name: string,
  type: RequestType,
  detail: unknown,
  expected: (stage: Stage) => void,
  prepare?: (stage: Stage) => void,
];

const ask = (store: PlayerStore, type: RequestType, detail: unknown) =>
  (store.request as (type: RequestType, detail: unknown) => void)(type, detail);

describe("requests", () => {
  it.each<Case>([
    ["plays", "play", undefined, ({ media }) => expect(media.play).toHaveBeenCalledOnce()],
    ["pauses", "pause", undefined, ({ media }) => expect(media.pause).toHaveBeenCalledOnce()],
    ["plays what stands", "toggle", undefined, ({ media }) => expect(media.play).toHaveBeenCalledOnce()],
    [
      "stops what plays",
      "toggle",
      undefined,
      ({ media }) => expect(media.pause).toHaveBeenCalledOnce(),
      ({ media }) => void (media.paused = false),
    ],
    [
      "tries again what has failed",
      "play",
      undefined,
      ({ source, media }) => {
        expect(source.retry).toHaveBeenCalledOnce();
        expect(media.play).not.toHaveBeenCalled();
      },
      ({ store }) => store.tell({ type: "failed", failure: "network" }),
    ],
    [
      "tries nothing again where a right has ended",
      "play",
      undefined,
      ({ source, media }) => {
        expect(source.retry).not.toHaveBeenCalled();
        expect(media.play).not.toHaveBeenCalled();
      },
      ({ store }) => store.tell({ type: "failed", failure: "gone", needs: "vip" }),
    ],
    ["seeks", "seek", 42, ({ media }) => expect(media.currentTime).toBe(42)],
    ["seeks no further than the end", "seek", 420, ({ media }) => expect(media.currentTime).toBe(100)],
    ["seeks no further than the beginning", "seek", -5, ({ media }) => expect(media.currentTime).toBe(0)],
    [
      "steps from where the film is",
      "seekBy",
      10,
      ({ media }) => expect(media.currentTime).toBe(20),
      ({ store }) => store.tell({ type: "playing", positionS: 10 }),
    ],
    [
      "begins elsewhere when asked before the first frame",
      "seek",
      60,
      ({ store }) => expect(store.state()).toMatchObject({ positionS: 60, resumeAtS: 60 }),
    ],
    ["changes speed", "rate", 1.5, ({ media }) => expect(media.playbackRate).toBe(1.5)],
    ["has a highest speed", "rate", 9, ({ media }) => expect(media.playbackRate).toBe(2)],
    ["has a lowest speed", "rate", 0, ({ media }) => expect(media.playbackRate).toBe(0.25)],
    [
      "changes volume",
      "volume",
      0.3,
      ({ media }) => expect(media).toMatchObject({ volume: 0.3, muted: false }),
    ],
    [
      "is mute at no volume",
      "volume",
      -1,
      ({ media }) => expect(media).toMatchObject({ volume: 0, muted: true }),
    ],
    ["mutes", "mute", true, ({ media }) => expect(media).toMatchObject({ volume: 1, muted: true })],
    [
      "is heard again, also from no volume",
      "mute",
      false,
      ({ media }) => expect(media).toMatchObject({ volume: 0.5, muted: false }),
      ({ media }) => Object.assign(media, { volume: 0, muted: true }),
    ],
    [
      "repeats",
      "loop",
      true,
      ({ media, store }) => expect([media.loop, store.state().loop]).toEqual([true, true]),
    ],
    [
      "chooses a quality",
      "quality",
      "360p",
      ({ source, store }) => {
        expect(source.chooseRendition).toHaveBeenCalledWith("360p");
        expect(store.state().quality).toBe("360p");
      },
    ],
    [
      "chooses the sound",
      "audio",
      "de",
      ({ source }) => expect(source.chooseAudio).toHaveBeenCalledWith("de"),
    ],
    [
      "shows one language of subtitles",
      "subtitles",
      "ja",
      ({ tracks }) => expect(tracks.map(({ track }) => track.mode)).toEqual(["disabled", "hidden"]),
    ],
    [
      "shows no subtitles",
      "subtitles",
      null,
      ({ tracks }) => expect(tracks.map(({ track }) => track.mode)).toEqual(["disabled", "disabled"]),
    ],
    [
      "goes to fullscreen",
      "fullscreen",
      true,
      ({ box }) => expect(box.requestFullscreen).toHaveBeenCalledOnce(),
    ],
    [
      "leaves fullscreen",
      "fullscreen",
      false,
      ({ document }) => expect(document.exitFullscreen).toHaveBeenCalledOnce(),
      ({ document, box }) => void (document.fullscreenElement = box),
    ],
    [
      "goes to a small window",
      "pip",
      true,
      ({ media }) => expect(media.requestPictureInPicture).toHaveBeenCalledOnce(),
    ],
    ["is never quite dark", "brightness", 0, ({ store }) => expect(store.state().brightness).toBe(0.2)],
    ["locks", "lock", true, ({ store }) => expect(store.state().locked).toBe(true)],
  ])("%s", (_name, type, detail, expected, prepare) => {
    const made = stage();
    prepare?.(made);
    ask(made.store, type, detail);
    expected(made);
  });

  it("uses the iPhone's own fullscreen where there is no other", () => {
    const webkitEnterFullscreen = vi.fn();
    const { store } = stage({ media: { webkitEnterFullscreen }, box: { requestFullscreen: undefined } });
    store.request("fullscreen", true);
    expect(webkitEnterFullscreen).toHaveBeenCalledOnce();
  });

  it("opens the picker of AirPlay and of other screens", () => {
    const webkitShowPlaybackTargetPicker = vi.fn();
    const prompt = vi.fn(async () => undefined);
    const remote = Object.assign(new EventTarget(), {
      state: "disconnected",
      prompt,
      watchAvailability: async () => 1,
    });
    const { store } = stage({ media: { webkitShowPlaybackTargetPicker, remote } });
    store.request("airplay");
    store.request("remote");
    expect(webkitShowPlaybackTargetPicker).toHaveBeenCalledOnce();
    expect(prompt).toHaveBeenCalledOnce();
  });

  it("tells when the browser wants a gesture first", async () => {
    const refusal = new DOMException("no gesture", "NotAllowedError");
    const { store } = stage({ media: { play: async () => Promise.reject(refusal) } });
    store.request("play");
    await vi.waitFor(() => expect(store.state().blocked).toBe(true));
  });

  it("changes nothing by itself: the state waits for the element's events", () => {
    const { store, media } = stage();
    store.request("rate", 2);
    expect(store.state().rate).toBe(1);
    media.dispatchEvent(new Event("ratechange"));
    expect(store.state().rate).toBe(2);
  });

  it("passes requests on, and none after the film has ended", () => {
    const { store, media, stop } = stage();
    const heard = vi.fn();
    store.onRequest(heard);
    store.request("seek", 5);
    stop();
    store.request("seek", 50);
    expect(heard.mock.calls).toEqual([["seek", 5]]);
    expect(media.currentTime).toBe(5);
  });
});

describe("readings", () => {
  it.each<[string, (stage: Stage) => void, (stage: Stage) => EventTarget, string, object]>([
    [
      "volume",
      ({ media }) => Object.assign(media, { volume: 0.4 }),
      ({ media }) => media,
      "volumechange",
      { volume: 0.4 },
    ],
    [
      "what is loaded",
      ({ media }) => Object.assign(media, { buffered: { length: 1, start: () => 5, end: () => 9 } }),
      ({ media }) => media,
      "progress",
      { buffered: [[5, 9]] },
    ],
    [
      "subtitles",
      ({ tracks }) => (tracks[1]!.track.mode = "hidden"),
      ({ textTracks }) => textTracks,
      "change",
      { subtitles: "ja" },
    ],
    [
      "fullscreen",
      ({ document, box }) => (document.fullscreenElement = box),
      ({ document }) => document,
      "fullscreenchange",
      { fullscreen: true },
    ],
    [
      "the iPhone's fullscreen",
      ({ media }) => Object.assign(media, { webkitDisplayingFullscreen: true }),
      ({ media }) => media,
      "webkitbeginfullscreen",
      { fullscreen: true },
    ],
    [
      "the small window",
      ({ document, media }) => Object.assign(document, { pictureInPictureElement: media }),
      ({ media }) => media,
      "enterpictureinpicture",
      { pip: true },
    ],
    ["a place", ({ media }) => (media.currentTime = 9), ({ media }) => media, "timeupdate", { positionS: 9 }],
  ])("%s", (_name, change, target, event, expected) => {
    const made = stage();
    change(made);
    expect(made.store.state()).not.toMatchObject(expected);
    target(made).dispatchEvent(new Event(event));
    expect(made.store.state()).toMatchObject(expected);
  });

  it("lets the browser draw the subtitles in an iPhone's fullscreen, and draws them itself after it", () => {
    const { store, media, tracks } = stage();
    store.request("subtitles", "ja");
    const modes = () => tracks.map(({ track }) => track.mode);
    media.dispatchEvent(new Event("webkitbeginfullscreen"));
    expect(modes()).toEqual(["disabled", "showing"]);
    media.dispatchEvent(new Event("webkitendfullscreen"));
    expect(modes()).toEqual(["disabled", "hidden"]);
  });

  it("catches up with a film that plays already, and stops listening when told", () => {
    const { store, media, stop } = stage({ media: { paused: false, currentTime: 7, duration: 90 } });
    expect(store.state()).toMatchObject({ phase: "playing", durationS: 90, positionS: 7, started: true });
    media.ended = true;
    media.dispatchEvent(new Event("pause"));
    expect(store.state().phase).toBe("ended");
    stop();
    media.currentTime = 50;
    media.dispatchEvent(new Event("timeupdate"));
    expect(store.state().positionS).toBe(7);
  });

  it("knows of another screen, the standard's and Safari's", () => {
    const remote = Object.assign(new EventTarget(), {
      state: "connecting",
      watchAvailability: async () => 1,
    });
    const { store, media } = stage({ media: { remote } });
    expect(store.state().remote).toBe("connecting");
    remote.state = "disconnected";
    remote.dispatchEvent(new Event("disconnect"));
    expect(store.state().remote).toBe("disconnected");
    Object.assign(media, { webkitCurrentPlaybackTargetIsWireless: true });
    media.dispatchEvent(new Event("webkitcurrentplaybacktargetiswirelesschanged"));
    expect(store.state().remote).toBe("connected");
  });

  it("finds out what is possible", async () => {
    const remote = Object.assign(new EventTarget(), {
      state: "disconnected",
      watchAvailability: async (tell: (there: boolean) => void) => (tell(true), 1),
    });
    const { store } = stage({ media: { remote } });
    expect(store.state().can).toEqual({
      volume: true,
      fullscreen: true,
      pip: true,
      airplay: false,
      remote: true,
      choice: false,
    });
    const poor = stage({ document: { fullscreenEnabled: false, pictureInPictureEnabled: false } });
    expect(poor.store.state().can).toMatchObject({ fullscreen: false, pip: false, remote: false });
    expect(poor.store.state().can.choice).toBe(false);
    Object.assign(poor.media, { currentSrc: "blob:film" });
    poor.media.dispatchEvent(new Event("loadstart"));
    expect(poor.store.state().can.choice).toBe(true);
    poor.media.dispatchEvent(
      Object.assign(new Event("webkitplaybacktargetavailabilitychanged"), { availability: "available" }),
    );
    expect(poor.store.state().can.airplay).toBe(true);
  });
});

it("holds double speed, and returns to the speed before, whatever is asked twice", () => {
  const { media, store, stop } = stage({ media: { playbackRate: 1.25 } });
  store.request("hurry", false);
  expect(media.playbackRate).toBe(1.25);
  store.request("hurry", true);
  media.dispatchEvent(new Event("ratechange"));
  expect(media.playbackRate).toBe(2);
  expect(store.state()).toMatchObject({ rate: 2, rateBeforeHold: 1.25 });
  store.request("hurry", true);
  store.request("hurry", false);
  expect(media.playbackRate).toBe(1.25);
  expect(store.state().rateBeforeHold).toBeNull();
  stop();
});
