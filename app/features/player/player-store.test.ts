import { describe, expect, it } from "vitest";
import { createPlayerStore, initialState, next, type PlayerFact, type PlayerState } from "./player-store.ts";

const from = (resumeAtS: number, ...facts: PlayerFact[]): PlayerState =>
  facts.reduce(next, initialState(resumeAtS));

describe("player state", () => {
  const started: PlayerFact[] = [
    { type: "duration", durationS: 100 },
    { type: "play" },
    { type: "playing", positionS: 0 },
  ];

  it.each<[string, number, PlayerFact[], Partial<PlayerState>]>([
    ["is idle at the saved place", 40, [], { phase: "idle", positionS: 40, resumed: false, waiting: false }],
    [
      "waits from play to the first frame",
      0,
      [{ type: "play" }],
      { phase: "playing", waiting: true, started: false },
    ],
    ["plays", 0, started, { phase: "playing", waiting: false, started: true, durationS: 100 }],
    ["buffers while playing", 0, [...started, { type: "waiting" }], { waiting: true }],
    [
      "does not buffer while paused",
      0,
      [...started, { type: "pause", positionS: 3 }, { type: "waiting" }],
      { phase: "paused", waiting: false },
    ],
    [
      "goes on after buffering",
      0,
      [...started, { type: "waiting" }, { type: "time", positionS: 4 }],
      { waiting: false, positionS: 4 },
    ],
    [
      "ignores positions before the saved place",
      40,
      [{ type: "time", positionS: 0 }],
      { positionS: 40, resumed: false },
    ],
    [
      "has resumed near the saved place",
      40,
      [{ type: "time", positionS: 38.5 }],
      { positionS: 38.5, resumed: true },
    ],
    [
      "takes the player's own first seek for no choice",
      40,
      [{ type: "seeked", positionS: 0 }],
      { positionS: 40, resumed: false },
    ],
    [
      "takes a seek while watching for a choice",
      40,
      [...started, { type: "seeked", positionS: 5 }],
      { positionS: 5, resumed: true },
    ],
    [
      "starts over where nothing was saved",
      0,
      [{ type: "time", positionS: 0.2 }],
      { positionS: 0.2, resumed: true },
    ],
    ["ends", 0, [...started, { type: "ended", positionS: 100 }], { phase: "ended", positionS: 100 }],
    [
      "stays ended through the pause at the end",
      0,
      [...started, { type: "ended", positionS: 100 }, { type: "pause", positionS: 100 }],
      { phase: "ended" },
    ],
    [
      "fails",
      0,
      [...started, { type: "failed", failure: "network" }],
      { phase: "failed", failure: "network", waiting: false },
    ],
    [
      "stays failed through a pause",
      0,
      [
        { type: "failed", failure: "decode" },
        { type: "pause", positionS: 1 },
      ],
      { phase: "failed" },
    ],
    [
      "tries again",
      0,
      [{ type: "failed", failure: "network" }, { type: "retry" }],
      { phase: "playing", failure: null, waiting: true },
    ],
    [
      "says what it takes where a right has ended, whatever else goes wrong for it",
      0,
      [
        ...started,
        { type: "failed", failure: "gone", needs: "vip" },
        { type: "failed", failure: "expired" },
        { type: "pause", positionS: 4 },
      ],
      { phase: "failed", failure: "gone", needs: "vip" },
    ],
    [
      "forgets what it took when it is tried again",
      0,
      [...started, { type: "failed", failure: "gone", needs: "vip" }, { type: "retry" }],
      { phase: "playing", failure: null, needs: null },
    ],
    [
      "begins elsewhere when told so in time",
      0,
      [{ type: "resume", resumeAtS: 60 }],
      { positionS: 60, resumeAtS: 60, resumed: false },
    ],
    [
      "goes on where it is when told so too late",
      0,
      [...started, { type: "resume", resumeAtS: 60 }],
      { positionS: 0, resumed: true },
    ],
    [
      "keeps the length when an endless one is reported",
      0,
      [...started, { type: "duration", durationS: Infinity }],
      { durationS: 100 },
    ],
    [
      "follows the bar while seeking",
      0,
      [...started, { type: "seeking", positionS: 50 }],
      { positionS: 50, phase: "playing" },
    ],
    [
      "takes the player's way to the saved place for no seek of a person",
      40,
      [{ type: "seeking", positionS: 0 }],
      { positionS: 40, resumed: false },
    ],
    [
      "is paused after a seek back from the end",
      0,
      [...started, { type: "ended", positionS: 100 }, { type: "seeking", positionS: 10 }],
      { phase: "paused", positionS: 10 },
    ],
    ["knows that it is offline", 0, [...started, { type: "offline" }], { phase: "playing", offline: true }],
    ["knows that it is back", 0, [{ type: "offline" }, { type: "online" }], { offline: false }],
    [
      "forgets its attempts once it goes on",
      0,
      [...started, { type: "retrying", attempt: 2 }, { type: "time", positionS: 5 }],
      { attempt: 0 },
    ],
    ["waits for a gesture", 0, [{ type: "play" }, { type: "blocked" }], { phase: "paused", blocked: true }],
    ["forgets the refusal at the gesture", 0, [{ type: "blocked" }, { type: "play" }], { blocked: false }],
    [
      "shows what is fetched",
      0,
      [{ type: "rendition", name: "360p", height: 360, bitrate: 8e5, auto: true }],
      { rendition: { name: "360p", height: 360, bitrate: 8e5, auto: true } },
    ],
    ["shows what is heard", 0, [{ type: "audio", id: "de" }], { audio: "de" }],
    [
      "takes readings as they are",
      0,
      [{ type: "reading", values: { rate: 1.5, loop: true } }],
      { rate: 1.5, loop: true },
    ],
    [
      "keeps what was chosen when it begins elsewhere",
      0,
      [
        { type: "reading", values: { subtitles: "de" } },
        { type: "resume", resumeAtS: 9 },
      ],
      { positionS: 9, subtitles: "de" },
    ],
    ["ignores a position that is none", 0, [...started, { type: "time", positionS: NaN }], { positionS: 0 }],
  ])("%s", (_name, resumeAtS, facts, expected) => {
    expect(from(resumeAtS, ...facts)).toMatchObject(expected);
  });
});

describe("player store", () => {
  it("tells listeners the new state and the fact, until they leave", () => {
    const store = createPlayerStore(0);
    const heard: [string, string][] = [];
    const leave = store.subscribe((state, fact) => heard.push([state.phase, fact.type]));
    store.tell({ type: "play" });
    leave();
    store.tell({ type: "pause", positionS: 1 });
    expect(heard).toEqual([["playing", "play"]]);
    expect(store.state().phase).toBe("paused");
  });
});
