import { beforeEach, describe, expect, it } from "vitest";
import { playbackQuality } from "../../../../contract/playback/playback.ts";
import { createPlayerStore, type PlayerFact, type PlayerStore } from "../player-store.ts";
import { createCollector, type EarlyStart, type Collector, type QualityReport } from "./collect.ts";

let nowMs: number;
let store: PlayerStore;
let collector: Collector;
let sent: (QualityReport & { leaving: boolean })[];

function open(early: EarlyStart | null = null, wholeS: number | null = null): void {
  nowMs = 1_000;
  sent = [];
  store = createPlayerStore(0, 100);
  collector = createCollector({
    episode: { id: "a-film", index: 1 },
    sitting: "a-sitting-of-tests",
    surroundings: () => ({ player: "hls", device: "mobile", connection: "4g", locale: "en" }),
    early,
    wholeS,
    send: (report, leaving) => {
      playbackQuality.parse(report);
      sent.push({ ...report, leaving });
    },
    now: () => nowMs,
  });
  store.subscribe(collector.follow);
}
beforeEach(() => open());

type Step = PlayerFact | number | "watch";
const rendition = (name: string, bitrate: number): PlayerFact => ({
  ...{ type: "rendition", name, height: 240, bitrate, auto: true },
});
const play: PlayerFact = { type: "play" };
const playing: PlayerFact = { type: "playing", positionS: 0 };
const time: PlayerFact = { type: "time", positionS: 1 };
const waiting: PlayerFact = { type: "waiting" };
const pause: PlayerFact = { type: "pause", positionS: 1 };
const seeking: PlayerFact = { type: "seeking", positionS: 50 };
const seeked: PlayerFact = { type: "seeked", positionS: 50 };

/** A number is that many milliseconds; "watch" is ten seconds of undisturbed playback. */
function go(...steps: Step[]): void {
  for (const step of steps) {
    if (typeof step === "number") nowMs += step;
    else if (step === "watch")
      for (let n = 0; n < 40; n++) {
        nowMs += 250;
        store.tell(time);
      }
    else store.tell(step);
  }
}

describe("a report", () => {
  it.each<[string, Step[], Partial<QualityReport>]>([
    ["the wait for the first picture", [500, play, 800, playing], { startMs: 800, watchedS: 0 }],
    [
      "a wish that was taken back does not count",
      [play, 300, pause, 900, play, 500, playing],
      { startMs: 500 },
    ],
    ["no picture, no wait", [play, 5_000], { startMs: null }],
    ["what was watched", [play, playing, "watch"], { watchedS: 10 }],
    [
      "a pause is not watched",
      [play, playing, "watch", pause, 60_000, play, playing, "watch"],
      { watchedS: 20 },
    ],
    ["a page that slept is not watched", [play, playing, "watch", 3_600_000, time], { watchedS: 10 }],
    [
      "a stall, and how long it took",
      [play, playing, "watch", waiting, 1_500, playing, "watch"],
      { stalls: 1, stalledMs: 1_500, watchedS: 20 },
    ],
    [
      "a stall told twice is one",
      [play, playing, waiting, 200, waiting, 300, time],
      { stalls: 1, stalledMs: 500 },
    ],
    ["one that is not over yet", [play, playing, waiting, 700], { stalls: 1, stalledMs: 700 }],
    ["waiting for the first picture is no stall", [play, waiting, 900, playing], { stalls: 0, stalledMs: 0 }],
    [
      "waiting after a seek is no stall",
      [play, playing, seeking, waiting, 900, seeked, playing, "watch"],
      { stalls: 0, stalledMs: 0 },
    ],
    [
      "a stall that a seek ends",
      [play, playing, waiting, 400, seeking, 900, playing],
      { stalls: 1, stalledMs: 400 },
    ],
    [
      "the mean of what was shown",
      [rendition("240p", 300_000), play, playing, "watch", rendition("480p", 900_000), "watch"],
      { bitrate: 600_000, switches: 1 },
    ],
    [
      "the same quality told again is no change",
      [rendition("240p", 1), rendition("240p", 1), play],
      { switches: 0 },
    ],
    [
      "failures by kind",
      [
        play,
        { type: "failed", failure: "network" },
        play,
        { type: "failed", failure: "network" },
        { type: "blocked" },
      ],
      { errors: { network: 2, decode: 0, expired: 0, missing: 0, gone: 0, blocked: 1 } },
    ],
  ])("says %s", (_what, steps, expected) => {
    go(...steps);
    collector.leave();
    expect(sent.at(-1)).toMatchObject(expected);
  });

  it.each([
    ["had its first picture before", { wishedAt: 100, shownAt: 739.6 }, 640],
    ["was wished for before", { wishedAt: 700, shownAt: null }, 500],
  ])("reports the wait for a film that %s", (_what, early, startMs) => {
    open(early);
    go(200, playing, "watch");
    collector.leave();
    expect(sent[0]).toMatchObject({ startMs });
  });
});

it.each([
  ["the whole film", null, 40],
  ["a preview: parts of the whole film", 400, 10],
])("names the parts that were shown of %s", (_what, wholeS, parts) => {
  open(null, wholeS);
  go(play, playing);
  for (let positionS = 0; positionS < 100; positionS += 0.25) go(250, { type: "time", positionS });
  go({ type: "ended", positionS: 100 });
  expect(sent.at(-1)!.seen).toBe(2 ** parts - 1);
});

describe("reports", () => {
  it("are not made of a film that was not asked for", () => {
    go({ type: "duration", durationS: 100 }, { type: "reading", values: { volume: 0.5 } }, 5_000);
    collector.leave();
    expect(sent).toEqual([]);
  });

  it("are made at a pause, at the end, and at leaving; numbered, and once for one thing", () => {
    go(play, playing, "watch", pause);
    collector.leave();
    go(20_000, play, playing, "watch", { type: "ended", positionS: 100 });
    collector.leave();
    expect(sent.map(({ report, leaving }) => [report, leaving])).toEqual([
      [1, false],
      [2, true],
    ]);
  });

  it("are few, however often the user pauses", () => {
    for (let n = 0; n < 10; n++) go(play, playing, 1_000, pause);
    expect(sent.length).toBe(1);
    collector.leave();
    expect(sent.length).toBe(2);
  });
});
