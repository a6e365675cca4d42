import { mix, shade } from "./colour.ts";
import { type Canvas, glow, type Layer, n, polygon } from "./layer.ts";
import { atDepth } from "./palettes.ts";
import type { ScenePart } from "./spec.ts";
import { box } from "./walls.ts";

/** A lighthouse on its rock; its beam turns over eight drawings. */
export const drawLighthouse = (part: Extract<ScenePart, { kind: "lighthouse" }>, canvas: Canvas): Layer => {
  const { frame, palette } = canvas;
  const x = frame.width * part.x;
  const y = frame.height * part.y;
  const s = part.size;
  const colour = atDepth(palette, 0.82);
  const rock = [
    [-1.5, 0.16],
    [-1.1, -0.02],
    [-0.7, -0.12],
    [-0.3, -0.2],
    [0.35, -0.19],
    [0.7, -0.08],
    [1.2, 0.02],
    [1.9, 0.16],
    [2.15, 0.24],
    [1.4, 0.285],
    [0.6, 0.27],
    [-0.2, 0.3],
    [-1, 0.275],
    [-1.75, 0.25],
  ].map(([a, b]) => [x + a! * s * 0.5, y + b! * s] as const);
  const [w0, w1] = [s * 0.115, s * 0.075];
  const topY = y - s * 1.12;
  const wall = mix(colour, palette.light, palette.dark > 0.5 ? 0.14 : 0.5);
  const band = (from: number, to: number) => {
    const at = (t: number) => [w0 + (w1 - w0) * t, y - s * 0.16 - s * 0.96 * t] as const;
    const [[a, ya], [b, yb]] = [at(from), at(to)];
    return (
      polygon([
        [x - a, ya],
        [x + a, ya],
        [x + b, yb],
        [x - b, yb],
      ]) + "Z"
    );
  };
  const tower =
    `<ellipse cx="${n(x + s * 0.1)}" cy="${n(y + s * 0.27)}" rx="${n(s * 1.25)}" ry="${n(s * 0.035)}" fill="${mix(palette.light, palette.water, 0.35)}" fill-opacity="0.5"/><path d="${polygon(rock)}Z" fill="${shade(colour, -0.03)}"/><path d="${band(0, 1)}" fill="${wall}"/><path d="${band(0.2, 0.4)}${band(0.6, 0.8)}" fill="${mix(wall, "#a8322d", palette.dark > 0.5 ? 0.35 : 0.8)}"/>` +
    `<path d="M${n(x)} ${n(y - s * 0.16)}L${n(x + w0)} ${n(y - s * 0.16)}L${n(x + w1)} ${n(topY)}L${n(x)} ${n(topY)}Z" fill="${colour}" fill-opacity="0.32"/>` +
    `<path d="${box(x - w1 * 1.45, topY - s * 0.015, w1 * 2.9, s * 0.03)}${box(x - w1 * 0.12 - w1 * 0.75, topY - s * 0.13, w1 * 0.12, s * 0.13)}${box(x + w1 * 0.75, topY - s * 0.13, w1 * 0.12, s * 0.13)}M${n(x - w1)} ${n(topY - s * 0.12)}Q${n(x)} ${n(topY - s * 0.26)} ${n(x + w1)} ${n(topY - s * 0.12)}Z" fill="${colour}"/>` +
    `<path d="${box(x - w1 * 0.62, topY - s * 0.12, w1 * 1.24, s * 0.105)}" fill="#fff0b8"/>`;
  const strength = 0.25 + 0.6 * palette.dark;
  const frames = Array.from({ length: 8 }, (_, i) => {
    const swing = Math.cos((i / 8) * Math.PI * 2);
    const reach = frame.width * 0.9 * swing;
    const spread = s * (0.16 + 0.24 * Math.abs(swing));
    const ly = topY - s * 0.07;
    return (
      glow(`${canvas.id}-b${i}`, x, ly, Math.max(30, Math.abs(reach)), [
        [0, "#fff3c4", strength],
        [0.35, "#ffeab0", strength * 0.4],
        [1, "#ffe7a8", 0],
      ]) +
      `<path d="M${n(x)} ${n(ly - 1)}L${n(x + reach)} ${n(ly - spread * 1.25)}L${n(x + reach)} ${n(ly + spread * 0.5)}L${n(x)} ${n(ly + 1)}Z" fill="url(#${canvas.id}-b${i})"/>` +
      glow(`${canvas.id}-h${i}`, x, ly, s * 0.75, [
        [0, "#fff6d0", strength],
        [0.4, "#ffe9a0", strength * 0.35],
        [1, "#ffe7a8", 0],
      ]) +
      `<circle cx="${n(x)}" cy="${n(ly)}" r="${n(s * 0.75)}" fill="url(#${canvas.id}-h${i})"/>${tower}`
    );
  });
  return {
    id: canvas.id,
    frames,
    frameRate: 2,
    pans: false,
    speed: 0,
    top: Math.max(0, topY - s * 0.9),
    bottom: Math.min(frame.height, y + s * 0.4),
  };
};
