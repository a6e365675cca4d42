import type { Palette } from "./named-palettes.ts";
import { createRandom, type Random } from "./random.ts";
import type { Season } from "./season.ts";

/** The frame a scene is composed for, in design units. */
export type Frame = { readonly width: number; readonly height: number };

/** Width in design units after which every panning sheet repeats; wider than any frame. */
export const PERIOD = 1280;

/**
 * One sheet of a scene. `frames` holds SVG bodies: one for a still sheet, several for a moving drawing shown at
 * `frameRate` a second. A panning sheet repeats every {@link PERIOD} units and moves left by `speed` units a second;
 * a still one is as wide as the frame. A falling sheet repeats downwards every `fall.period` units as well.
 * `top` and `bottom` bound what is drawn, in design units.
 */
export type Layer = {
  readonly id: string;
  readonly frames: readonly string[];
  readonly frameRate: number;
  readonly pans: boolean;
  readonly speed: number;
  readonly top: number;
  readonly bottom: number;
  /** In a still picture it stays at its composed position, however far the rest has moved. */
  readonly anchored?: boolean;
  readonly fall?: { readonly period: number; readonly speed: number };
};

/** Inputs for drawing a part. */
export type Canvas = {
  readonly id: string;
  readonly frame: Frame;
  readonly palette: Palette;
  readonly season: Season;
  readonly light: { readonly x: number; readonly y: number; readonly r: number; readonly shines: boolean };
  readonly random: Random;
  readonly seed: number;
};

/** Speed of a sheet at this depth, in units a second. */
export const panSpeed = (depth: number): number => 2.5 + 34 * depth ** 1.7;

export const still = (
  id: string,
  body: string | string[],
  top: number,
  bottom: number,
  frameRate = 1,
): Layer => ({
  id,
  frames: typeof body === "string" ? [body] : body,
  frameRate,
  pans: false,
  speed: 0,
  top,
  bottom,
});

export const panning = (
  id: string,
  body: string | string[],
  speed: number,
  top: number,
  bottom: number,
  frameRate = 1,
): Layer => ({
  id,
  frames: typeof body === "string" ? [body] : body,
  frameRate,
  pans: true,
  speed,
  top,
  bottom,
});

/** A separate stream of numbers for one detail of a part. */
export const detail = (canvas: Canvas, name: string): Random =>
  createRandom(canvas.seed, `${canvas.id}/${name}`);

/** Two decimals are enough for a path, and keep the text short. */
export const n = (value: number): string => String(Math.round(value * 100) / 100);

// The rasteriser aborts the whole process on a clipped or see-through *group* that lies outside the picture,
// so parts use fill-opacity and stroke-opacity on shapes, and never opacity, clip-path, mask or filter.

/** A vertical gradient in design units; stops are [offset 0–1, colour, opacity]. */
export const fade = (
  id: string,
  y0: number,
  y1: number,
  stops: readonly (readonly [number, string, number?])[],
): string =>
  `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" y1="${n(y0)}" x2="0" y2="${n(y1)}">${stops
    .map(
      ([at, colour, opacity = 1]) =>
        `<stop offset="${n(at)}" stop-color="${colour}" stop-opacity="${n(opacity)}"/>`,
    )
    .join("")}</linearGradient>`;

export const glow = (
  id: string,
  x: number,
  y: number,
  r: number,
  stops: readonly (readonly [number, string, number])[],
): string =>
  `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${n(x)}" cy="${n(y)}" r="${n(r)}">${stops
    .map(
      ([at, colour, opacity]) =>
        `<stop offset="${n(at)}" stop-color="${colour}" stop-opacity="${n(opacity)}"/>`,
    )
    .join("")}</radialGradient>`;

export const polygon = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${n(x)} ${n(y)}`).join("");

/**
 * The SVG text of a piece of a sheet: `view` in design units (x may be anything on a panning sheet), drawn at `scale`
 * pixels per unit. Three copies one period apart make the sheet periodic.
 */
export const layerSvg = (
  layer: Layer,
  frameIndex: number,
  view: { x: number; y: number; width: number; height: number },
  size: { width: number; height: number },
): string => {
  const body = layer.frames[frameIndex % layer.frames.length] ?? "";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${size.width}" height="${size.height}" ` +
    `viewBox="${n(view.x)} ${n(view.y)} ${n(view.width)} ${n(view.height)}" preserveAspectRatio="none">${placed(layer, body)}</svg>`
  );
};

const placed = (layer: Layer, body: string): string => {
  const across = layer.pans
    ? // Always painted from left to right, so that parts overlap in the same way at every seam.
      `<defs><g id="${layer.id}-p">${body}</g></defs>${[-PERIOD, 0, PERIOD].map((x) => `<use href="#${layer.id}-p" x="${x}"/>`).join("")}`
    : body;
  if (!layer.fall) return across;
  return `<g id="${layer.id}-f">${across}</g><use href="#${layer.id}-f" y="${-layer.fall.period}"/><use href="#${layer.id}-f" y="${layer.fall.period}"/>`;
};

/** A whole still of the scene, `at` seconds in, for posters and backdrops. */
export const stillSvg = (
  layers: readonly Layer[],
  frame: Frame,
  size: { width: number; height: number },
  at = 0,
  over = "",
): string => {
  const sheets = layers.map((layer) => {
    const body = placed(layer, layer.frames[0] ?? "");
    const x = layer.pans && !layer.anchored ? -((at * layer.speed) % PERIOD) : 0;
    return x === 0 ? body : `<g transform="translate(${n(x)} 0)">${body}</g>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" ` +
    `viewBox="0 0 ${frame.width} ${frame.height}">${sheets.join("")}${over}</svg>`
  );
};
