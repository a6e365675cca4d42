export type Direction = "left" | "right" | "up" | "down";

/** Edges in CSS pixels, from the viewport's top left. */
export type Box = { left: number; right: number; top: number; bottom: number };

/** How much a step aside costs, compared with one in the direction: sideways the row is kept, up and down it is left. */
const aside = { left: 6, right: 6, up: 1.5, down: 1.5 };
/** Boxes that overlap by less than this share of the smaller one lie beside each other: a bar reaches over its edge. */
const slack = 0.5;

/** @returns the box that a press of an arrow leads to; -1 if there is none in this direction */
export function nearest(from: Box, boxes: readonly Box[], direction: Direction): number {
  let best = -1;
  let least = Infinity;
  for (const [at, box] of boxes.entries()) {
    const cost = costOf(from, box, direction);
    if (cost < least) [best, least] = [at, cost];
  }
  return best;
}

/** @returns Infinity for a box that does not lie in this direction */
function costOf(from: Box, to: Box, direction: Direction): number {
  const ahead = {
    left: from.left - to.right,
    right: to.left - from.right,
    up: from.top - to.bottom,
    down: to.top - from.bottom,
  }[direction];
  const upright = direction === "up" || direction === "down";
  const length = ({ left, right, top, bottom }: Box) => (upright ? bottom - top : right - left);
  if (ahead < -slack * Math.min(length(from), length(to))) return Infinity;
  const gap = upright
    ? Math.max(0, to.left - from.right, from.left - to.right)
    : Math.max(0, to.top - from.bottom, from.top - to.bottom);
  const offset = upright
    ? Math.abs(to.left + to.right - from.left - from.right) / 2
    : Math.abs(to.top + to.bottom - from.top - from.bottom) / 2;
  // Of those that are equally far, the one whose middle is closest.
  return Math.max(0, ahead) + gap * aside[direction] + offset * 0.1;
}
