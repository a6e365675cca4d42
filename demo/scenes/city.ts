import { mix, shade } from "./colour.ts";
import { type Canvas, detail, fade, type Layer, n, panning, panSpeed, PERIOD } from "./layer.ts";
import { atDepth } from "./palettes.ts";
import { periodicCurve, type Random } from "./random.ts";
import type { ScenePart } from "./spec.ts";
import { box, type Window, windowGrid } from "./walls.ts";

const roofTop = (x: number, y: number, w: number, random: Random): string => {
  const kind = random.whole(0, 7);
  if (kind === 0)
    return (
      box(x + w * 0.46, y - w * 1.1, Math.max(0.7, w * 0.05), w * 1.1) +
      box(x + w * 0.3, y - w * 0.25, w * 0.4, w * 0.25)
    );
  if (kind === 1)
    return (
      box(x + w * 0.2, y - w * 0.28, w * 0.6, w * 0.28) + box(x + w * 0.34, y - w * 0.5, w * 0.32, w * 0.25)
    );
  if (kind === 2) return `M${n(x)} ${n(y)}L${n(x + w)} ${n(y - w * 0.5)}V${n(y)}Z`;
  if (kind === 3)
    return `M${n(x + w * 0.1)} ${n(y)}L${n(x + w * 0.5)} ${n(y - w * 1.2)}L${n(x + w * 0.9)} ${n(y)}Z`;
  if (kind === 4)
    return (
      box(x + w * 0.58, y - w * 0.34, w * 0.24, w * 0.2) +
      box(x + w * 0.6, y - w * 0.14, w * 0.03, w * 0.14) +
      box(x + w * 0.77, y - w * 0.14, w * 0.03, w * 0.14)
    );
  return "";
};

/** A skyline; `lit` is the share of windows with a light behind them. */
export const drawCity = (part: Extract<ScenePart, { kind: "city" }>, canvas: Canvas): Layer => {
  const { frame, palette } = canvas;
  const random = detail(canvas, "blocks");
  const quarter = periodicCurve(detail(canvas, "quarter"), PERIOD, 2, 3, 0.55);
  const base = frame.height * part.y;
  const colour = atDepth(palette, part.depth);
  const warm: Window[] = [];
  const cool: Window[] = [];
  let [blocks, sides, lamps] = ["", "", ""];
  const unit = part.height * (0.16 + 0.05 * part.depth);
  let x = 0;
  while (x < PERIOD - unit * 0.5) {
    const w = Math.min(PERIOD - x, unit * random.range(0.6, 1.5));
    const h = part.height * Math.max(0.16, 0.52 + 0.4 * quarter(x) + random.range(-0.22, 0.28));
    blocks += box(x, base - h, w, h + frame.height - base + 4) + roofTop(x, base - h, w, random);
    sides += box(x + w * (canvas.light.x > frame.width / 2 ? 0 : 0.72), base - h, w * 0.28, h + 4);
    const size = 1.1 + part.depth * 1.7;
    const rate = random.chance(0.16) ? Math.min(0.9, part.lit * 2.4) : part.lit * random.range(0.4, 1.4);
    (random.chance(0.3) ? cool : warm).push(
      ...windowGrid(
        x + w * 0.08,
        base - h + size * 1.4,
        w * 0.84,
        Math.min(h, part.height) - size * 2,
        size,
        random,
        rate,
      ),
    );
    if (h > part.height * 0.95)
      lamps += `<circle cx="${n(x + w / 2)}" cy="${n(base - h - 2)}" r="1.3" fill="#ff5a4e"/>`;
    x += w + (random.chance(0.25) ? unit * random.range(0.05, 0.4) : 0);
  }
  const foot = mix(colour, palette.haze, 0.4 * (1 - part.depth));
  const draw = (windows: readonly Window[], fill: string) =>
    `<path d="${windows.map(([a, b, c, d]) => box(a, b, c, d)).join("")}" fill="${fill}" fill-opacity="${n(0.45 + 0.5 * part.depth)}"/>`;
  const body =
    fade(canvas.id, base - part.height, base, [
      [0, colour],
      [0.5, colour],
      [1, foot],
    ]) +
    `<path d="${blocks}" fill="url(#${canvas.id})"/><path d="${sides}" fill="${shade(colour, -0.05)}" fill-opacity="0.5"/>` +
    draw(warm, mix("#ffcf87", palette.haze, 0.35 * (1 - part.depth))) +
    draw(cool, mix("#b9e2ff", palette.haze, 0.45 * (1 - part.depth))) +
    lamps;
  return panning(canvas.id, body, panSpeed(part.depth), Math.max(0, base - part.height * 1.7), frame.height);
};
