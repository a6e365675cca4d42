import { mix, shade } from "./colour.ts";
import {
  type Canvas,
  detail,
  fade,
  type Layer,
  n,
  panning,
  panSpeed,
  PERIOD,
  polygon,
  still,
} from "./layer.ts";
import { atDepth } from "./palettes.ts";
import { periodicCurve } from "./random.ts";
import type { ScenePart } from "./spec.ts";

type Of<K extends ScenePart["kind"]> = Extract<ScenePart, { kind: K }>;

/** Water to the bottom of the frame: the sky upside down, a path of light under the sun, moving swell when not calm. */
export const drawWater = (part: Of<"water">, canvas: Canvas): Layer[] => {
  const { frame, palette, light } = canvas;
  const { width, height } = frame;
  const y = height * part.y;
  const deep = height - y;
  const top = mix(palette.sky[3], palette.water, 0.35);
  const base =
    fade(`${canvas.id}-w`, y, height, [
      [0, top],
      [0.12, mix(palette.sky[2], palette.water, 0.5)],
      [0.5, palette.water],
      [1, mix(palette.water, palette.near, 0.62)],
    ]) +
    `<rect x="0" y="${n(y)}" width="${width}" height="${n(deep + 2)}" fill="url(#${canvas.id}-w)"/>` +
    `<rect x="0" y="${n(y - 0.4)}" width="${width}" height="1.1" fill="${mix(palette.light, palette.sky[3], 0.6)}" fill-opacity="0.55"/>`;
  const frames = Array.from({ length: 4 }, (_, frameIndex) => {
    const random = detail(canvas, `glint${frameIndex}`);
    const dashes: string[] = [];
    const rows = Math.round(deep / 2.6);
    for (let i = 0; i < rows; i += 1) {
      const t = i / rows;
      const dy = y + 1.5 + deep * t ** 1.25;
      if (light.shines) {
        const spread = light.r * (0.85 + t * 2.6);
        for (let k = 0; k < 3; k += 1) {
          const at = light.x + (random.range(-1, 1) + random.range(-1, 1)) * spread * 0.55;
          const w = random.range(2, 9) * (0.5 + t * 2);
          dashes.push(
            `<ellipse cx="${n(at)}" cy="${n(dy)}" rx="${n(w)}" ry="${n(0.45 + t * 0.9)}" fill-opacity="${n((0.95 - t * 0.6) * random.range(0.5, 1))}"/>`,
          );
        }
      }
      if (random.chance(0.6)) {
        const w = random.range(5, 22) * (0.4 + t * 1.6);
        dashes.push(
          `<ellipse cx="${n(random.range(0, width))}" cy="${n(dy)}" rx="${n(w)}" ry="${n(0.3 + t * 0.6)}" fill-opacity="${n(random.range(0.08, 0.3))}"/>`,
        );
      }
    }
    return `${frameIndex >= 0 ? base : ""}<g fill="${mix(palette.light, palette.glow, 0.25)}">${dashes.join("")}</g>`;
  });
  const layers: Layer[] = [still(`${canvas.id}`, frames, y - 1, height, 3)];
  if (part.calm) return layers;
  [0.22, 0.48, 0.76].forEach((t, i) => {
    const random = detail(canvas, `swell${i}`);
    const at = y + deep * t;
    const swell = periodicCurve(random, PERIOD, 7 - i * 2, 2, 0.4);
    const chop = periodicCurve(random, PERIOD, 38 - i * 9, 2, 0.6);
    const crest = (x: number) => at + swell(x) * deep * 0.035 * (i + 1) + chop(x) * deep * 0.008 * (i + 1);
    const points: [number, number][] = [];
    for (let x = -8; x <= PERIOD + 8; x += 5) points.push([x, crest(x)]);
    const colour = mix(palette.water, palette.near, 0.16 + 0.24 * i);
    const foam: string[] = [];
    for (let k = 0; k < 46; k += 1) {
      const x = random.range(0, PERIOD);
      const w = random.range(6, 26) * (0.6 + i * 0.4);
      foam.push(
        `<path d="M${n(x)} ${n(crest(x) + 1.5)}Q${n(x + w / 2)} ${n(crest(x + w / 2) - 0.5)} ${n(x + w)} ${n(crest(x + w) + 1.5)}Q${n(x + w / 2)} ${n(crest(x + w / 2) + 2 + i)} ${n(x)} ${n(crest(x) + 1.5)}Z" fill-opacity="${n(random.range(0.15, 0.5))}"/>`,
      );
    }
    const body =
      fade(`${canvas.id}-s${i}`, at - deep * 0.05, at + deep * 0.3, [
        [0, mix(colour, palette.light, 0.12)],
        [0.16, colour],
        [1, shade(colour, -0.03)],
      ]) +
      `<path d="${polygon(points)}L${PERIOD + 8} ${height + 2}L-8 ${height + 2}Z" fill="url(#${canvas.id}-s${i})" fill-opacity="${n(0.55 + 0.18 * i)}"/>` +
      `<g fill="${mix(palette.light, palette.sky[3], 0.4)}">${foam.join("")}</g>`;
    layers.push(panning(`${canvas.id}-s${i}`, body, 9 + i * 9, at - deep * 0.13 * (i + 1), height));
  });
  return layers;
};

const hull = (x: number, y: number, l: number, h: number): string =>
  `M${n(x - l)} ${n(y - h)}Q${n(x - l * 0.86)} ${n(y)} ${n(x - l * 0.6)} ${n(y)}H${n(x + l * 0.66)}Q${n(x + l * 0.9)} ${n(y - h * 0.2)} ${n(x + l * 1.06)} ${n(y - h * 1.15)}Z`;

const boat = (
  style: Of<"boats">["style"],
  x: number,
  y: number,
  s: number,
): { dark: string; sail: string; lamp: [number, number] } => {
  const bar = (bx: number, by: number, w: number, h: number) =>
    `M${n(bx)} ${n(by)}h${n(w)}v${n(h)}h${n(-w)}Z`;
  switch (style) {
    case "sail":
      return {
        dark: hull(x, y, s * 0.5, s * 0.14) + bar(x - s * 0.012, y - s * 1.2, s * 0.024, s * 1.1),
        sail: `M${n(x + s * 0.03)} ${n(y - s * 1.16)}Q${n(x + s * 0.46)} ${n(y - s * 0.6)} ${n(x + s * 0.5)} ${n(y - s * 0.22)}L${n(x + s * 0.03)} ${n(y - s * 0.2)}ZM${n(x - s * 0.04)} ${n(y - s * 1.02)}Q${n(x - s * 0.2)} ${n(y - s * 0.5)} ${n(x - s * 0.42)} ${n(y - s * 0.22)}L${n(x - s * 0.04)} ${n(y - s * 0.22)}Z`,
        lamp: [x, y - s * 0.24],
      };
    case "dhow":
      return {
        dark:
          hull(x, y, s * 0.62, s * 0.18) +
          `M${n(x - s * 0.06)} ${n(y - s * 0.1)}L${n(x - s * 0.12)} ${n(y - s * 1.05)}h${n(s * 0.03)}L${n(x)} ${n(y - s * 0.1)}Z`,
        sail: `M${n(x - s * 0.58)} ${n(y - s * 0.42)}L${n(x + s * 0.36)} ${n(y - s * 1.5)}Q${n(x + s * 0.62)} ${n(y - s * 0.7)} ${n(x + s * 0.5)} ${n(y - s * 0.3)}Q${n(x)} ${n(y - s * 0.42)} ${n(x - s * 0.58)} ${n(y - s * 0.42)}Z`,
        lamp: [x + s * 0.4, y - s * 0.3],
      };
    case "sampan":
      return {
        dark: `M${n(x - s * 0.8)} ${n(y - s * 0.24)}Q${n(x - s * 0.5)} ${n(y)} ${n(x)} ${n(y)}Q${n(x + s * 0.5)} ${n(y)} ${n(x + s * 0.8)} ${n(y - s * 0.22)}Q${n(x)} ${n(y - s * 0.06)} ${n(x - s * 0.8)} ${n(y - s * 0.24)}ZM${n(x - s * 0.24)} ${n(y - s * 0.08)}Q${n(x)} ${n(y - s * 0.48)} ${n(x + s * 0.26)} ${n(y - s * 0.08)}ZM${n(x + s * 0.5)} ${n(y - s * 0.18)}l${n(s * 0.03)} ${n(-s * 0.34)}h${n(s * 0.06)}l${n(s * 0.02)} ${n(s * 0.34)}ZM${n(x + s * 0.42)} ${n(y - s * 0.5)}L${n(x + s * 0.555)} ${n(y - s * 0.62)}L${n(x + s * 0.69)} ${n(y - s * 0.5)}Z`,
        sail: "",
        lamp: [x - s * 0.35, y - s * 0.2],
      };
    case "fishing":
      return {
        dark:
          hull(x, y, s * 0.62, s * 0.24) +
          bar(x - s * 0.34, y - s * 0.52, s * 0.3, s * 0.32) +
          bar(x + s * 0.16, y - s * 0.95, s * 0.03, s * 0.8) +
          `M${n(x + s * 0.18)} ${n(y - s * 0.92)}L${n(x + s * 0.62)} ${n(y - s * 0.3)}l${n(-s * 0.02)} 0L${n(x + s * 0.17)} ${n(y - s * 0.86)}Z`,
        sail: "",
        lamp: [x + s * 0.175, y - s * 0.95],
      };
    case "steamer":
      return {
        dark:
          hull(x, y, s * 0.95, s * 0.22) +
          bar(x - s * 0.6, y - s * 0.36, s * 1.1, s * 0.18) +
          bar(x - s * 0.42, y - s * 0.48, s * 0.74, s * 0.14) +
          bar(x - s * 0.14, y - s * 0.8, s * 0.14, s * 0.36) +
          bar(x + s * 0.1, y - s * 0.8, s * 0.14, s * 0.36),
        sail: "",
        lamp: [x - s * 0.5, y - s * 0.4],
      };
  }
};

/** Boats rocking gently, each with its reflection and, at night, its lamp. */
export const drawBoats = (part: Of<"boats">, canvas: Canvas): Layer => {
  const { frame, palette } = canvas;
  const random = detail(canvas, "boats");
  const colour = atDepth(palette, part.depth);
  const cloth = mix(mix(palette.light, palette.glow, 0.3), colour, palette.dark > 0.5 ? 0.6 : 0.22);
  const fleet = Array.from({ length: part.count }, (_, i) => ({
    x: ((i + random.range(0.25, 0.75)) / part.count) * PERIOD,
    y: frame.height * part.y + random.range(-0.25, 0.4) * part.size,
    s: part.size * random.range(0.75, 1.15),
    phase: random.range(0, 6.28),
  }));
  const frames = Array.from({ length: 8 }, (_, k) => {
    const drawn = fleet.map((b) => {
      const rock = Math.sin((k / 8) * 6.283 + b.phase);
      const one = boat(part.style, b.x, b.y, b.s);
      const hullAndSail = `<path d="${one.sail}" fill="${cloth}"/><path d="${one.dark}" fill="${colour}"/>`;
      const [lx, ly] = one.lamp;
      const lamp =
        palette.dark > 0.3
          ? `<circle cx="${n(lx)}" cy="${n(ly)}" r="${n(b.s * 0.32)}" fill="url(#${canvas.id}-l)"/><circle cx="${n(lx)}" cy="${n(ly)}" r="${n(Math.max(0.8, b.s * 0.035))}" fill="#fff0bd"/>`
          : "";
      const mirror = `<g transform="translate(0 ${n(b.y * 1.5)}) scale(1 -0.5)" fill-opacity="0.26">${hullAndSail}</g>`;
      return `${mirror}<g transform="translate(0 ${n(rock * b.s * 0.014)}) rotate(${n(rock * 1.5)} ${n(b.x)} ${n(b.y)})">${hullAndSail}${lamp}</g>`;
    });
    return `<radialGradient id="${canvas.id}-l"><stop offset="0" stop-color="#ffdc93" stop-opacity="0.85"/><stop offset="1" stop-color="#ffb45e" stop-opacity="0"/></radialGradient>${drawn.join("")}`;
  });
  const y = frame.height * part.y;
  return panning(
    canvas.id,
    frames,
    panSpeed(part.depth) * 0.6 + 3,
    Math.max(0, y - part.size * 2.1),
    Math.min(frame.height, y + part.size * 1.4),
    4,
  );
};
