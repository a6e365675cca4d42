import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { asksNotToBeTracked, canMeasure, consent, measure } from "./measuring.ts";

const config = (firebase: object | null) => ({ c: 0 as const, m: "", d: { identity: { firebase } } });
const measured = config({ measurementId: "G-1" });

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  [{}, false],
  [{ doNotTrack: null }, false],
  [{ doNotTrack: "0" }, false],
  [{ doNotTrack: "unspecified", globalPrivacyControl: false }, false],
  [{ doNotTrack: "1" }, true],
  [{ globalPrivacyControl: true }, true],
])("a browser with %o asks not to be tracked: %s", (browser, asks) => {
  expect(asksNotToBeTracked(browser)).toBe(asks);
});

test("only a project with Analytics can be measured", () => {
  expect(canMeasure(measured)).toBe(true);
  expect(canMeasure(config({}))).toBe(false);
  expect(canMeasure(config(null))).toBe(false);
  expect(canMeasure({ c: 503, m: "", d: null })).toBe(false);
});

test("nothing is counted before the person has said so, nor after they have taken it back", async () => {
  expect(await measure(measured)).toBe(false);
  consent.write(true);
  expect(consent.read()).toBe(true);
  vi.stubGlobal("navigator", { doNotTrack: "1" });
  expect(await measure(measured)).toBe(false);
  consent.write(false);
  vi.stubGlobal("navigator", {});
  expect(await measure(measured)).toBe(false);
});

test("without storage nothing is counted, and nothing fails", async () => {
  const refuse = () => {
    throw new Error("storage is off");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  consent.write(true);
  expect(await measure(measured)).toBe(false);
});
