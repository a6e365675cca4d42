import { n } from "./layer.ts";
import type { Random } from "./random.ts";

/** Position and size of a window: left, top, width and height, in design units. */
export type Window = readonly [number, number, number, number];

/** Path of an upright rectangle. */
export const box = (x: number, y: number, w: number, h: number): string =>
  `M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}Z`;

/** Windows in rows and columns on a wall; `lit` is the share of them that is drawn. */
export const windowGrid = (
  x: number,
  y: number,
  w: number,
  h: number,
  size: number,
  random: Random,
  lit: number,
): Window[] => {
  const found: Window[] = [];
  const columns = Math.max(1, Math.floor(w / (size * 2.1)));
  const rows = Math.max(1, Math.floor(h / (size * 2.4)));
  for (let c = 0; c < columns; c += 1)
    for (let r = 0; r < rows; r += 1)
      if (random.chance(lit))
        found.push([
          x + ((c + 0.5) * w) / columns - size / 2,
          y + ((r + 0.5) * h) / rows - size * 0.6,
          size,
          size * 1.2,
        ]);
  return found;
};
