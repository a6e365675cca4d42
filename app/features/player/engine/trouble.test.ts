import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SourceFact } from "./facts.ts";
import { createTrouble } from "./trouble.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("HTMLMediaElement", { HAVE_FUTURE_DATA: 3 });
  vi.stubGlobal("navigator", { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function begin(state: { readyState?: number; paused?: boolean } = {}) {
  const media = Object.assign(new EventTarget(), { readyState: 0, paused: false, error: null, ...state });
  const told: SourceFact[] = [];
  const trouble = createTrouble({
    media: media as never,
    tell: (fact) => void (fact.type !== "retrying" && told.push(fact)),
  });
  return { media, told, trouble };
}

const failed = (failure: string) => ({ type: "failed", failure });

test("people are told within ten seconds, once, of what was met last; and when it is over", () => {
  const { trouble, told } = begin();
  trouble.met("network");
  vi.advanceTimersByTime(2_000);
  trouble.met("server");
  vi.advanceTimersByTime(3_500);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(4_000);
  trouble.met("server");
  expect(told).toEqual([failed("server")]);
  vi.advanceTimersByTime(60_000);
  expect(trouble.over()).toBe(true);
  expect(told).toEqual([failed("server"), { type: "recovered", playing: true }]);
});

test("a film that has something to show plays on, and is said to have stopped when it has", () => {
  const { media, trouble, told } = begin({ readyState: 4 });
  trouble.met("server");
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([]);
  media.readyState = 2;
  vi.advanceTimersByTime(3_000);
  expect(told).toEqual([failed("server")]);
});

test("nothing is reported while the film is paused, or without a network", () => {
  const { trouble, told } = begin({ paused: true });
  trouble.met("server");
  vi.advanceTimersByTime(60_000);
  const other = begin();
  vi.stubGlobal("navigator", { onLine: false });
  other.trouble.met("network");
  vi.advanceTimersByTime(60_000);
  expect([...told, ...other.told]).toEqual([]);
});

test("a lasting fault is reported soon after play is pressed", () => {
  const { media, trouble, told } = begin({ paused: true });
  trouble.met("missing");
  vi.advanceTimersByTime(60_000);
  media.paused = false;
  media.dispatchEvent(new Event("play"));
  vi.advanceTimersByTime(7_000);
  expect(told).toEqual([failed("missing")]);
});

test("it is not over as long as one of picture and sound fails", () => {
  const { trouble, told } = begin();
  trouble.met("server", "main");
  trouble.met("server", "audio");
  expect(trouble.over("main")).toBe(false);
  vi.advanceTimersByTime(7_000);
  expect(told).toEqual([failed("server")]);
  expect(trouble.over("audio")).toBe(true);
});

test("who tries again is told again, where that was in vain", () => {
  const { trouble, told } = begin();
  trouble.met("server");
  vi.advanceTimersByTime(7_000);
  trouble.again();
  vi.advanceTimersByTime(4_000);
  expect(told).toHaveLength(1);
  vi.advanceTimersByTime(4_000);
  expect(told).toEqual([failed("server"), failed("server")]);
});

test("nothing is reported after another part has taken over", () => {
  const { trouble, told } = begin();
  trouble.met("expired");
  trouble.stop();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([]);
});
