import { describe, expect, it } from "vitest";
import { keyMap, keyOf, nextRate } from "./keyboard.ts";

describe("keys", () => {
  it.each([
    ["k", "play"],
    ["K", "play"],
    [" ", "play"],
    ["ArrowLeft", "back5"],
    ["?", "help"],
    ["7", "share"],
    ["<", "slower"],
    ["MediaPlayPause", "play"],
    ["MediaRewind", "back10"],
    ["MediaFastForward", "forward10"],
    ["MediaTrackNext", "nextEpisode"],
    ["MediaTrackPrevious", "previousEpisode"],
  ] as const)("%j means %s", (key, name) => expect(keyOf(key)).toBe(keyMap[name]));

  it.each(["x", "Enter", "Escape", "Tab", "F5"])("%j means nothing here", (key) =>
    expect(keyOf(key)).toBeUndefined(),
  );

  it.each([
    ["MediaPlay", "play"],
    ["MediaPause", "pause"],
    ["MediaStop", "pause"],
  ] as const)("%j asks for %s", (key, asked) => {
    const requests: string[] = [];
    const store = { request: (name: string) => requests.push(name) } as never;
    keyOf(key)!.does(store, {} as never, key);
    expect(requests).toEqual([asked]);
  });

  it("have one meaning each", () => {
    const all = Object.values(keyMap).flatMap(({ keys }) => keys as string[]);
    expect(new Set(all).size).toBe(all.length);
  });

  it.each([
    [1, 1, 1.25],
    [1, -1, 0.75],
    [1.1, 1, 1.25],
    [2, 1, 2],
    [0.25, -1, 0.25],
  ] as const)("from speed %s, a step of %s leads to %s", (rate, step, expected) =>
    expect(nextRate(rate, step)).toBe(expected),
  );
});
