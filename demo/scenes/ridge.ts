import { mix, shade } from "./colour.ts";
import { type Canvas, detail, fade, type Layer, n, panning, panSpeed, PERIOD, polygon } from "./layer.ts";
import { atDepth } from "./palettes.ts";
import { jaggedCurve, periodicCurve, type Random } from "./random.ts";
import type { ScenePart } from "./spec.ts";
import { plant } from "./woods.ts";

type Ridge = Extract<ScenePart, { kind: "ridge" }>;
type Curve = (x: number) => number;
const STEP = 4;

/** Height above the base line, 0 to 1, of each form of land. */
const profile = (form: Ridge["form"], random: Random, depth: number): Curve => {
  if (form === "peaks") return jaggedCurve(random, PERIOD, Math.round(4 + 3 * (1 - depth)), 6);
  if (form === "mesa") {
    const plan = periodicCurve(random, PERIOD, 4, 2, 0.6);
    const chip = periodicCurve(random, PERIOD, 40, 2, 0.6);
    const tiers = (v: number) => (v > 0.32 ? 1 : v > 0.18 ? 0.62 : v > -0.15 ? 0.24 : 0.1);
    return (x) => {
      const v = plan(x) + chip(x) * 0.03;
      return (tiers(v) * 3 + tiers(v - 0.03) + tiers(v + 0.03)) / 5 + chip(x) * 0.012;
    };
  }
  if (form === "dunes") {
    const warp = periodicCurve(random, PERIOD, 2, 2, 0.4);
    const count = Math.round(4 + (1 - depth) * 4);
    const heights = Array.from({ length: count }, () => random.range(0.35, 1));
    return (x) => {
      const at = (((((x + warp(x) * 46) / PERIOD) * count) % count) + count) % count;
      const i = Math.floor(at);
      const t = at - i;
      const [a, b] = [heights[i % count]!, heights[(i + 1) % count]!];
      // A long windward slope, then the short slip face.
      const rise =
        t < 0.7
          ? Math.sin((t / 0.7) * Math.PI * 0.5) ** 1.5
          : Math.cos(((t - 0.7) / 0.3) * Math.PI * 0.5) ** 1.2;
      return 0.12 + 0.8 * rise * (a + (b - a) * t);
    };
  }
  if (form === "cliffs") {
    const plan = periodicCurve(random, PERIOD, 2, 2, 0.5);
    const rough = periodicCurve(random, PERIOD, 24, 3, 0.6);
    return (x) => Math.max(0, Math.min(1, 0.5 + plan(x) * 2.1)) * 0.86 + 0.03 + rough(x) * 0.035;
  }
  const curve = periodicCurve(random, PERIOD, 2 + Math.round((1 - depth) * 2), 4, 0.42);
  return (x) => 0.5 + 0.5 * curve(x);
};

const shadeRelief = (
  canvas: Canvas,
  crest: Curve,
  base: number,
  dark: string,
  toLight: number,
  soft: boolean,
): string => {
  const random = detail(canvas, "relief");
  const shapes: string[] = [];
  for (let x = 0; x < PERIOD; x += STEP) {
    const here = crest(x);
    const reach = soft ? 24 : 8;
    const isSummit =
      here <= crest(x - reach) &&
      here < crest(x + reach) &&
      here <= crest(x - STEP) &&
      here < crest(x + STEP) &&
      base - here > 12;
    if (!isSummit) continue;
    const down: [number, number][] = [[x, here]];
    let [dx, dy] = [x, here];
    while (dy < base) {
      dy += soft ? 4 : random.range(5, 11);
      // Sand falls in one long curve, rock in a zigzag.
      dx += soft
        ? toLight * (2.2 + 5 * Math.sin(((dy - here) / Math.max(20, base - here)) * 2.6))
        : toLight * random.range(-2.6, 4.6);
      down.push([dx, dy]);
    }
    // The shadow side follows the crest away from the light until the land rises again.
    const along: [number, number][] = [];
    let at = x;
    while (Math.abs(at - x) < 260 && crest(at - toLight * STEP) >= crest(at) - 3) {
      at -= toLight * STEP;
      along.push([at, crest(at) + 0.4]);
    }
    const far = along.at(-1) ?? [x, here];
    shapes.push(`${polygon([...along.reverse(), ...down, [far[0], Math.max(far[1], base)]])}Z`);
  }
  const top = Math.min(...Array.from({ length: PERIOD / STEP }, (_, i) => crest(i * STEP)));
  return (
    fade(`${canvas.id}-s`, top, base, [
      [0, dark, 0.62],
      [0.55, dark, 0.28],
      [1, dark, 0],
    ]) + `<path d="${shapes.join("")}" fill="url(#${canvas.id}-s)"/>`
  );
};

const snowCaps = (canvas: Canvas, crest: Curve, snowLine: number, colour: string): string => {
  const random = detail(canvas, "snow");
  const upper: [number, number][] = [];
  const lower: [number, number][] = [];
  for (let x = -8; x <= PERIOD + 8; x += STEP) {
    const y = crest(x);
    const reach = Math.max(0, snowLine - y);
    upper.push([x, y]);
    lower.unshift([
      x,
      y +
        reach * (0.35 + 0.65 * Math.abs(Math.sin(x * 0.21) * Math.sin(x * 0.083))) * random.range(0.55, 1.1),
    ]);
  }
  return `<path d="${polygon([...upper, ...lower])}Z" fill="${colour}"/>`;
};

const folds = (canvas: Canvas, crest: Curve, base: number, dark: string): string => {
  const random = detail(canvas, "folds");
  return [0.34, 0.62]
    .map((share, i) => {
      const wave = periodicCurve(random, PERIOD, 4 + i, 3, 0.45);
      const points: [number, number][] = [];
      for (let x = -8; x <= PERIOD + 8; x += 8) {
        const y = crest(x);
        points.push([x, Math.max(y + 1.5, y + (base - y) * share + wave(x) * (base - y) * 0.5)]);
      }
      return `<path d="${polygon(points)}L${PERIOD + 8} ${n(base)}L-8 ${n(base)}Z" fill="${dark}" fill-opacity="${n(0.2 - i * 0.04)}"/>`;
    })
    .join("");
};

/** Bands of rock, drawn only below the crest line. */
const strata = (canvas: Canvas, crest: Curve, top: number, base: number, dark: string): string => {
  const random = detail(canvas, "strata");
  const lines: string[] = [];
  for (let y = top; y < base; y += random.range(4, 11)) {
    const thick = random.range(0.8, 3.4);
    const opacity = random.range(0.1, 0.3);
    let from: number | null = null;
    for (let x = 0; x <= PERIOD; x += STEP) {
      const inside = x < PERIOD && crest(x) < y - 1;
      if (inside && from === null) from = x;
      if (!inside && from !== null) {
        lines.push(
          `<rect x="${from}" y="${n(y)}" width="${x - from}" height="${n(thick)}" fill-opacity="${n(opacity)}"/>`,
        );
        from = null;
      }
    }
  }
  return `<g fill="${dark}">${lines.join("")}</g>`;
};

/** Where a line of land lies, and its colours. */
type Land = { crest: Curve; base: number; floor: number; top: number; colour: string; dark: string };

/** What shapes the land below its crest, by form: snow and shadows, bands of rock, or folds. */
const drawSurface = (part: Ridge, canvas: Canvas, land: Land): string => {
  const { frame, palette, light } = canvas;
  const { crest, base, floor, top, colour, dark } = land;
  const toLight = light.x > frame.width / 2 ? 1 : -1;
  const shadows = (share: number, tone: string, soft: boolean) =>
    shadeRelief(canvas, crest, base + part.height * share, tone, toLight, soft);
  if (part.form === "peaks") {
    const white = mix(mix("#ffffff", palette.light, 0.35), colour, 0.18 + palette.dark * 0.42);
    const snow = part.snow ? snowCaps(canvas, crest, base - part.height * 0.42, white) : "";
    return snow + shadows(0.1, shade(mix(colour, palette.sky[0], 0.35), -0.05), false);
  }
  if (part.form === "mesa") return strata(canvas, crest, top, base + 8, dark);
  if (part.form === "dunes") return shadows(0.5, dark, true);
  if (part.form === "cliffs") return shadows(0.2, dark, false);
  const shadow = part.snow ? mix(dark, palette.sky[1], 0.4) : dark;
  return folds(canvas, crest, Math.min(floor, base + part.height * 0.8), shadow);
};

/** A line of land with relief, foot haze, a lit edge and optional snow and trees. */
export const drawRidge = (part: Ridge, canvas: Canvas): Layer => {
  const { frame, palette, light } = canvas;
  const random = detail(canvas, "ridge");
  const shape = profile(part.form, random, part.depth);
  const base = frame.height * part.y;
  const floor = part.depth > 0.55 ? frame.height + 2 : Math.min(frame.height + 2, base + frame.height * 0.4);
  const crest: Curve = (x) => base - part.height * shape(x);
  const colour =
    part.snow && part.form === "hills"
      ? mix(atDepth(palette, part.depth), mix("#ffffff", palette.sky[2], 0.35), 0.72)
      : atDepth(palette, part.depth);
  const points: [number, number][] = [];
  for (let x = -8; x <= PERIOD + 8; x += STEP) points.push([x, crest(x)]);
  const line = polygon(points);
  const area = `${line}L${PERIOD + 8} ${n(floor)}L-8 ${n(floor)}Z`;
  const foot = mix(colour, palette.haze, 0.62 * (1 - part.depth));
  const top = base - part.height * 1.05;
  const dark = shade(colour, -0.09, 1.1);
  const parts = [
    fade(canvas.id, top, base + part.height * 0.15, [
      [0, colour],
      [0.35, colour],
      [1, part.depth > 0.75 ? dark : foot],
    ]),
    `<path d="${area}" fill="url(#${canvas.id})"/>`,
    drawSurface(part, canvas, { crest, base, floor, top, colour, dark }),
  ];
  if (light.shines) {
    const rim = mix(palette.light, colour, 0.25);
    parts.push(
      `<path d="${line}" fill="none" stroke="${rim}" stroke-width="${part.depth > 0.6 ? 1.1 : 0.8}" stroke-opacity="${n(0.55 - 0.35 * part.depth)}"/>`,
    );
  }
  const treeSize = part.treeSize ?? 14;
  if (part.trees)
    parts.unshift(
      plant(
        canvas,
        part.trees,
        crest,
        treeSize,
        part.density ?? 0.8,
        mix(colour, palette.near, 0.35 * part.depth + 0.12),
      ),
    );
  return panning(
    canvas.id,
    parts.join(""),
    panSpeed(part.depth),
    Math.max(0, top - (part.trees ? treeSize * 1.5 : 2)),
    Math.min(frame.height, floor),
  );
};
