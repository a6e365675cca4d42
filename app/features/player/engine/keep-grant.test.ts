import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PlaybackStart } from "../../../../contract/index.ts";
import { keepGrant } from "./keep-grant.ts";

const hourMs = 3_600_000;
const grant = (hours: number) =>
  ({
    now: "2026-11-21T10:00:00.000Z",
    expiresAt: new Date(Date.parse("2026-11-21T10:00:00.000Z") + hours * hourMs).toISOString(),
  }) as PlaybackStart;

let page: EventTarget & { visibilityState: string };

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("fresh URLs are asked for two minutes before the old ones end, and again for those that came", () => {
  const needFresh = vi.fn();
  const kept = keepGrant(grant(1), needFresh);
  vi.advanceTimersByTime(hourMs - 121_000);
  expect(needFresh).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(needFresh).toHaveBeenCalledOnce();
  kept.renew(grant(2));
  vi.advanceTimersByTime(2 * hourMs);
  expect(needFresh).toHaveBeenCalledTimes(2);
  kept.stop();
});

test("a page that slept past its URLs renews them on return, a stopped one does not", () => {
  const needFresh = vi.fn();
  const kept = keepGrant(grant(1), needFresh);
  // The device slept: its clock advanced, but no timer ran.
  vi.setSystemTime(Date.now() + 5 * hourMs);
  page.visibilityState = "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
  expect(needFresh).not.toHaveBeenCalled();
  page.visibilityState = "visible";
  page.dispatchEvent(new Event("visibilitychange"));
  expect(needFresh).toHaveBeenCalledOnce();
  kept.stop();
  page.dispatchEvent(new Event("visibilitychange"));
  expect(needFresh).toHaveBeenCalledOnce();
});

test("an answer that has expired already is not asked for again and again", () => {
  const needFresh = vi.fn();
  const kept = keepGrant(grant(0), needFresh);
  kept.renew(grant(0));
  vi.advanceTimersByTime(10 * hourMs);
  expect(needFresh).toHaveBeenCalledOnce();
  kept.stop();
});
