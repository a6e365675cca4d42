import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reloadOnMissingPart } from "./reload-once.ts";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));
afterEach(() => void vi.useRealTimers());

/** A fake window with only the parts used here. */
function setUp({ onLine = true, storage = true } = {}) {
  const kept = new Map<string, string>();
  const refuse = () => {
    throw new DOMException("switched off", "SecurityError");
  };
  const reload = vi.fn();
  const scope = Object.assign(new EventTarget(), {
    navigator: { onLine },
    location: { reload },
    sessionStorage: {
      getItem: storage ? (key: string) => kept.get(key) ?? null : refuse,
      setItem: storage ? (key: string, value: string) => void kept.set(key, value) : refuse,
    },
  });
  reloadOnMissingPart(scope as unknown as Window);
  /** @returns whether the failure was handled; else it is thrown like any other */
  const fail = () => !scope.dispatchEvent(new Event("vite:preloadError", { cancelable: true }));
  return { reload, fail };
}

test("a part the server no longer has is mended by a fresh page", () => {
  const { reload, fail } = setUp();
  expect(fail()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a part still missing after that is an error, and reloads nothing", () => {
  const { reload, fail } = setUp();
  fail();
  vi.advanceTimersByTime(59_000);
  expect(fail()).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("the next build, a while later, is mended again", () => {
  const { reload, fail } = setUp();
  fail();
  vi.advanceTimersByTime(61_000);
  expect(fail()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

test("without a network a part is missing for another reason: the page stays", () => {
  const { reload, fail } = setUp({ onLine: false });
  expect(fail()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test("where nothing can be noted there would be no end to it: the page stays", () => {
  const { reload, fail } = setUp({ storage: false });
  expect(fail()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
