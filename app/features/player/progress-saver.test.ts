import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPlayerStore, type PlayerStore } from "./player-store.ts";
import { createProgressSaver, type Place, type ProgressSaver } from "./progress-saver.ts";

let nowMs: number;
let saved: (Place & { leaving: boolean })[];
let store: PlayerStore;
let saver: ProgressSaver;

function open(resumeAtS: number, wholeS: number | null = null): void {
  nowMs = 0;
  saved = [];
  store = createPlayerStore(resumeAtS);
  saver = createProgressSaver({
    everyS: 10,
    wholeS,
    now: () => nowMs,
    save: (place, leaving) => saved.push({ ...place, leaving }),
  });
  store.subscribe(saver.follow);
  store.tell({ type: "duration", durationS: 1_000 });
}

/** Plays from one second to another in real time, four reports a second. */
function play(fromS: number, toS: number): void {
  store.tell({ type: "play" });
  store.tell({ type: "playing", positionS: fromS });
  for (let positionS = fromS; positionS <= toS; positionS += 0.25, nowMs += 250)
    store.tell({ type: "time", positionS });
}

const places = () => saved.map((place) => place.positionS);

beforeEach(() => {
  vi.useFakeTimers();
  open(0);
});
afterEach(() => vi.useRealTimers());

describe("progress saver", () => {
  it("saves regularly while playing", () => {
    play(0, 35);
    expect(saved.length).toBeGreaterThanOrEqual(3);
    expect(saved.length).toBeLessThanOrEqual(5);
    expect(saved.every((place) => place.durationS === 1_000 && !place.leaving)).toBe(true);
  });

  it("saves soon for the first time, where it is told to", () => {
    saver = createProgressSaver({
      ...{ everyS: 10, firstS: 5, now: () => nowMs },
      save: (place, leaving) => saved.push({ ...place, leaving }),
    });
    store.subscribe(saver.follow);
    saved = [];
    play(0, 6);
    expect(places()).toEqual([5]);
  });

  it("saves the end of a preview as a place of the whole film", () => {
    open(0, 5_000);
    play(990, 1_000);
    store.tell({ type: "ended", positionS: 1_000 });
    expect(saved.at(-1)).toEqual({ positionS: 1_000, durationS: 5_000, leaving: false });
    // The position never reached the point at which it counts as watched.
    expect(saved).toHaveLength(1);
  });

  it("saves nothing for a page that was only opened", () => {
    store.tell({ type: "pause", positionS: 0 });
    saver.leave(store.state());
    expect(saved).toEqual([]);
  });

  it("never saves the start before the saved place has been reached", () => {
    open(600);
    store.tell({ type: "play" });
    store.tell({ type: "playing", positionS: 0 });
    store.tell({ type: "time", positionS: 0.1 });
    store.tell({ type: "pause", positionS: 0.1 });
    saver.leave(store.state());
    expect(saved).toEqual([]);
    play(600, 601);
    saver.leave(store.state());
    expect(places().every((positionS) => positionS >= 599)).toBe(true);
    expect(saved.length).toBeGreaterThan(0);
  });

  it("saves at a pause and after a seek", () => {
    play(0, 3);
    const before = saved.length;
    nowMs += 2_000;
    store.tell({ type: "pause", positionS: 5 });
    nowMs += 2_000;
    store.tell({ type: "seeked", positionS: 300 });
    expect(places().slice(before)).toEqual([5, 300]);
  });

  it("saves the place where a seek has failed, before the page is reloaded", () => {
    play(0, 3);
    store.tell({ type: "seeking", positionS: 300 });
    store.tell({ type: "failed", failure: "server" });
    expect(places().at(-1)).toBe(300);
  });

  it("saves a pause right after the start or a seek, once the calm between two saves is over", () => {
    play(0, 1);
    store.tell({ type: "seeked", positionS: 12 });
    store.tell({ type: "pause", positionS: 12.6 });
    expect(saved).toEqual([]);
    vi.advanceTimersByTime(1_500);
    expect(places()).toEqual([12.6]);
    vi.advanceTimersByTime(60_000);
    expect(places()).toEqual([12.6]);
  });

  it("saves nothing more once the player has been left", () => {
    play(0, 1);
    store.tell({ type: "pause", positionS: 1.2 });
    saver.leave(store.state());
    vi.advanceTimersByTime(60_000);
    expect(saved).toEqual([{ positionS: 1.2, durationS: 1_000, leaving: true }]);
  });

  it("takes dragging along the bar for one change, and keeps its end at leaving", () => {
    play(0, 3);
    nowMs += 2_000;
    for (const positionS of [100, 200, 300, 400]) {
      store.tell({ type: "seeked", positionS });
      nowMs += 100;
    }
    expect(places().filter((positionS) => positionS >= 100)).toEqual([100]);
    saver.leave(store.state());
    expect(saved.at(-1)).toEqual({ positionS: 400, durationS: 1_000, leaving: true });
  });

  it("saves a place once: leaving right after a pause sends nothing", () => {
    play(0, 3);
    nowMs += 2_000;
    store.tell({ type: "pause", positionS: 5 });
    const before = saved.length;
    saver.leave(store.state());
    saver.leave(store.state());
    expect(saved.length).toBe(before);
  });

  it("saves at once when the title counts as watched", () => {
    play(930, 945);
    const before = saved.length;
    store.tell({ type: "time", positionS: 950 });
    store.tell({ type: "time", positionS: 952 });
    expect(places().slice(before)).toEqual([950]);
  });

  it("saves the whole length at the end", () => {
    play(990, 999);
    nowMs += 500;
    store.tell({ type: "ended", positionS: 1_000 });
    expect(saved.at(-1)?.positionS).toBe(1_000);
  });
});
