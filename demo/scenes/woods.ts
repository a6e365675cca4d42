import { mix, shade } from "./colour.ts";
import { type Canvas, detail, fade, type Layer, panning, panSpeed, PERIOD, polygon } from "./layer.ts";
import { atDepth } from "./palettes.ts";
import { periodicCurve } from "./random.ts";
import type { ScenePart, TreeKind } from "./spec.ts";
import { drawTree } from "./trees.ts";

type Curve = (x: number) => number;

/** Trees along a line; nearer ones stand lower and darker. Returns SVG. */
export const plant = (
  canvas: Canvas,
  kind: TreeKind,
  crest: Curve,
  size: number,
  density: number,
  colour: string,
  sink = 0,
): string => {
  const random = detail(canvas, "trees");
  const { palette } = canvas;
  const blossoms = kind === "cherry" || kind === "round" || kind === "birch" || kind === "bamboo";
  const blooming = { spring: "#ffb3c9", summer: "#4f8f58", autumn: "#cf5f2c", winter: "#eef3f6" }[
    canvas.season
  ];
  const leafBase =
    kind === "cherry"
      ? mix(blooming, colour, 0.14 + 0.6 * palette.dark)
      : mix(palette.leaf, colour, palette.dark > 0.6 ? 0.72 : 0.3);
  const rows: Record<"body" | "leaf" | "leaf2", string> = { body: "", leaf: "", leaf2: "" };
  const crowded = kind === "round" || kind === "cherry" ? 0.32 : 0.46;
  const gap = (kind === "bamboo" ? 13 : size * crowded) / density;
  const grove = periodicCurve(random, PERIOD, 5, 2, 0.5);
  for (let x = 0; x < PERIOD; x += gap * random.range(0.55, 1.45)) {
    // No tree grows on a cliff face.
    if (Math.abs(crest(x + 3) - crest(x - 3)) > 9) continue;
    if (density < 0.9 && kind !== "bamboo" && grove(x) < 0.55 - density * 1.2) continue;
    const h = size * random.range(0.55, 1.15) * (random.chance(0.12) ? 1.25 : 1);
    const tree = drawTree(kind, x, crest(x) + sink + random.range(0, size * 0.06), h, random);
    rows.body += tree.body;
    if (random.chance(0.5)) rows.leaf += tree.leaf;
    else rows.leaf2 += tree.leaf;
  }
  const trunk =
    kind === "birch" || kind === "winter-birch"
      ? mix("#f3efe6", colour, palette.dark > 0.5 ? 0.42 : 0.12)
      : colour;
  if (!blossoms) return `<path d="${rows.body}" fill="${trunk}"/>`;
  return `<path d="${rows.body}" fill="${trunk}"/><path d="${rows.leaf2}" fill="${shade(leafBase, -0.07)}"/><path d="${rows.leaf}" fill="${leafBase}"/>`;
};

/** A stand of trees on its own strip of ground, in two ranks. */
export const drawWoods = (part: Extract<ScenePart, { kind: "woods" }>, canvas: Canvas): Layer => {
  const { frame, palette } = canvas;
  const roll = periodicCurve(detail(canvas, "floor"), PERIOD, 3, 3, 0.45);
  const base = frame.height * part.y;
  const crest: Curve = (x) => base + roll(x) * Math.min(14, part.size * 0.12);
  const colour = atDepth(palette, part.depth);
  const behind = mix(colour, palette.haze, 0.28);
  const points: [number, number][] = [];
  for (let x = -8; x <= PERIOD + 8; x += 8) points.push([x, crest(x)]);
  const ground = shade(colour, -0.02);
  const body =
    plant(
      { ...canvas, id: `${canvas.id}-b` },
      part.tree,
      (x) => crest(x) - part.size * 0.05,
      part.size * 0.8,
      part.density,
      behind,
    ) +
    plant(canvas, part.tree, crest, part.size, part.density * 0.8, colour, part.size * 0.04) +
    fade(canvas.id, base - part.size * 0.12, base + part.size * 0.6, [
      [0, ground],
      [1, shade(ground, -0.04)],
    ]) +
    `<path d="${polygon(points)}L${PERIOD + 8} ${frame.height + 2}L-8 ${frame.height + 2}Z" fill="url(#${canvas.id})"/>`;
  return panning(canvas.id, body, panSpeed(part.depth), Math.max(0, base - part.size * 1.6), frame.height);
};
