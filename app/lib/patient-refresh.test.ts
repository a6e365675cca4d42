import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refreshPatiently } from "./patient-refresh.ts";

let page: EventTarget;
beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const away = new TypeError("Failed to fetch");
const idle = { state: { navigation: { state: "idle" } } };

/** Fails this many times, and then has data. */
function failing(times: number) {
  let left = times;
  return vi.fn(async () => {
    if (left-- > 0) throw away;
    return "data";
  });
}

test("the page that stands is loaded anew when the network is back, or after a while", async () => {
  const load = failing(2);
  const loaded = refreshPatiently(load, idle, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(load).toHaveBeenCalledTimes(1);
  page.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await loaded).toBe("data");
});

test("who goes to another page is told at once that it can't be had", async () => {
  const router = { state: { navigation: { state: "loading" } } };
  await expect(refreshPatiently(failing(1), router, new AbortController().signal)).rejects.toBe(away);
});

test("what is not wanted any more is not tried again", async () => {
  const leave = new AbortController();
  const load = failing(9);
  const loaded = refreshPatiently(load, idle, leave.signal);
  const refused = expect(loaded).rejects.toBe(away);
  await vi.advanceTimersByTimeAsync(1_000);
  leave.abort();
  await refused;
  expect(load).toHaveBeenCalledTimes(1);
});
