import { expect, test } from "vitest";
import { arranged } from "./place-episodes.ts";

/** Episodes as `2x01`, in the order of their indexes; a moved one is named by its wanted place. */
function order(...names: string[]): string {
  const places = names.map((name, at) => {
    const [season, number] = name.split("x").map(Number) as [number, number];
    return { index: at + 1, season, number };
  });
  return arranged(places)
    .map(({ season, number, index, from }) => `${season}x${number}${index === from ? "" : ` (${from})`}`)
    .join(" ");
}

test.each([
  ["what is in order stays", ["1x1", "1x2", "2x1"], "1x1 1x2 2x1"],
  ["numbers may have gaps, and begin with 0", ["1x0", "1x5", "3x2"], "1x0 1x5 3x2"],
  ["an episode between others moves those behind it", ["1x1", "2x1", "1x2"], "1x1 1x2 (3) 2x1 (2)"],
  ["one behind the last season moves no special", ["1x1", "0x1", "0x2", "1x2"], "1x1 0x1 0x2 1x2"],
  ["specials are ordered among themselves", ["1x1", "0x2", "1x2", "0x1"], "1x1 0x1 (4) 1x2 0x2 (2)"],
  ["no special is the first of a series", ["0x1", "1x1"], "1x1 (2) 0x1 (1)"],
  ["a series may have specials alone", ["0x2", "0x1"], "0x1 (2) 0x2 (1)"],
])("%s", (_name, names, expected) => expect(order(...names)).toBe(expected));
