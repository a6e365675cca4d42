import { mix, shade } from "./colour.ts";
import { type Canvas, detail, fade, type Layer, n, panning, panSpeed, PERIOD, polygon } from "./layer.ts";
import { atDepth } from "./palettes.ts";
import { periodicCurve } from "./random.ts";
import type { ScenePart } from "./spec.ts";

type Of<K extends ScenePart["kind"]> = Extract<ScenePart, { kind: K }>;

/** Flooded rice terraces: steps of earth, each holding a strip of sky. */
export const drawTerraces = (part: Of<"terraces">, canvas: Canvas): Layer[] => {
  const { frame, palette } = canvas;
  const y0 = frame.height * part.y;
  const room = frame.height - y0;
  return Array.from({ length: part.steps }, (_, i) => {
    const t = i / part.steps;
    const random = detail(canvas, `step${i}`);
    const wave = periodicCurve(random, PERIOD, 2, 2, 0.35);
    const lip = periodicCurve(random, PERIOD, 11, 2, 0.5);
    const at = y0 + room * t ** 1.12;
    const thick = (room / part.steps) * (0.5 + t * 0.5);
    const edge = (x: number) => at + wave(x) * room * 0.055 + lip(x) * 1.6;
    const depth = 0.32 + 0.62 * t;
    const earth = mix(atDepth(palette, depth), palette.leaf, 0.45 - 0.2 * t);
    const bank: [number, number][] = [];
    const pool: [number, number][] = [];
    for (let x = -8; x <= PERIOD + 8; x += 8) {
      bank.push([x, edge(x)]);
      pool.unshift([x, edge(x) + thick * (1.12 + 0.25 * lip(x))]);
    }
    const id = `${canvas.id}-${i}`;
    const inner = bank.map(([x, y]) => [x, y + thick * 0.36] as const);
    let blades = "";
    for (let k = 0; k < 150; k += 1) {
      const x = random.range(0, PERIOD);
      const h = (1.5 + 5 * t) * random.range(0.6, 1.3);
      const y = edge(x) + thick * 0.1;
      blades += `M${n(x - 0.6)} ${n(y)}L${n(x + random.range(-1, 1))} ${n(y - h)}L${n(x + 0.6)} ${n(y)}Z`;
    }
    const body =
      fade(id, at, at + thick * 1.3, [
        [0, palette.sky[2]],
        [0.7, palette.sky[3]],
        [1, mix(palette.sky[3], palette.light, 0.6)],
      ]) +
      `<path d="${polygon(bank)}L${PERIOD + 8} ${frame.height + 2}L-8 ${frame.height + 2}Z" fill="${shade(earth, -0.03)}"/>` +
      `<path d="${polygon([...inner, ...pool])}Z" fill="url(#${id})" fill-opacity="0.92"/>` +
      `<path d="${polygon(inner)}" fill="none" stroke="${shade(earth, -0.12)}" stroke-width="${n(0.6 + t)}" stroke-opacity="0.6"/>` +
      `<path d="${polygon(bank)}" fill="none" stroke="${mix(earth, palette.light, 0.45)}" stroke-width="1" stroke-opacity="0.8"/><path d="${blades}" fill="${mix(earth, palette.leaf, 0.4)}"/>`;
    return panning(id, body, panSpeed(depth), Math.max(0, at - room * 0.1 - 8), frame.height);
  });
};

const COLOURS = {
  grass: ["", ""],
  wheat: ["#d9a441", "#f3d27a"],
  lavender: ["#6b4aa8", "#a583d6"],
  reeds: ["", ""],
  poppies: ["#d8341f", "#f0583a"],
} as const;

/** Low growth in front of the camera: blades, ears, flower rows. */
export const drawField = (part: Of<"field">, canvas: Canvas): Layer => {
  const { frame, palette } = canvas;
  const random = detail(canvas, "blades");
  const roll = periodicCurve(detail(canvas, "floor"), PERIOD, 2, 2, 0.5);
  const base = frame.height * part.y;
  const room = frame.height - base;
  const crest = (x: number) => base + roll(x) * room * 0.13;
  const colour = mix(atDepth(palette, part.depth), palette.leaf, 0.25 * (1 - palette.dark));
  const night = palette.dark * 0.75;
  const [deep, bright] = COLOURS[part.form];
  const tip = deep === "" ? mix(colour, palette.leaf, 0.4) : mix(deep, palette.near, night);
  const top = bright === "" ? mix(colour, palette.light, 0.25) : mix(bright, palette.near, night);
  const line: [number, number][] = [];
  for (let x = -8; x <= PERIOD + 8; x += 8) line.push([x, crest(x)]);
  const flowers = part.form === "lavender" || part.form === "poppies";
  const ground = flowers || part.form === "wheat" ? mix(colour, tip, 0.45) : colour;
  const rows = part.form === "reeds" ? 2 : 5;
  const parts: string[] = [
    fade(canvas.id, base, frame.height, [
      [0, mix(ground, palette.haze, 0.25)],
      [1, shade(ground, -0.1)],
    ]),
    `<path d="${polygon(line)}L${PERIOD + 8} ${frame.height + 2}L-8 ${frame.height + 2}Z" fill="url(#${canvas.id})"/>`,
  ];
  for (let row = 0; row < rows; row += 1) {
    const t = row / rows;
    const tall =
      (part.form === "reeds" ? 52 : part.form === "grass" ? 15 : 17) *
      (0.4 + t * 0.95) *
      (frame.height / 360) ** 0.5;
    const gap = (part.form === "reeds" ? 5 : 2.6) * (0.55 + t);
    let [stems, heads, tops] = ["", "", ""];
    for (let x = 0; x < PERIOD; x += gap * random.range(0.5, 1.5)) {
      const y = crest(x) + room * t * 0.92 + random.range(0, 6);
      const h = tall * random.range(0.55, 1.15);
      const lean = h * random.range(-0.12, 0.34);
      const w = 0.4 + t * 0.75;
      stems += `M${n(x - w)} ${n(y + 3)}Q${n(x)} ${n(y - h * 0.5)} ${n(x + lean)} ${n(y - h)}Q${n(x + w)} ${n(y - h * 0.5)} ${n(x + w)} ${n(y + 3)}Z`;
      if (part.form === "grass") continue;
      if (part.form === "reeds" && random.chance(0.55)) continue;
      const r =
        h * (part.form === "poppies" ? 0.17 : part.form === "reeds" ? 0.045 : 0.085) * random.range(0.8, 1.2);
      const ry = part.form === "poppies" ? r * 0.75 : r * 2.7;
      const head = `M${n(x + lean - r)} ${n(y - h)}a${n(r)} ${n(ry)} 8 1 0 ${n(r * 2)} 0a${n(r)} ${n(ry)} 8 1 0 ${n(-r * 2)} 0Z`;
      if (random.chance(0.45)) tops += head;
      else heads += head;
    }
    const dim = (c: string) => mix(c, palette.near, 0.05 + 0.4 * t * (flowers ? 0.4 : 1));
    parts.push(
      `<path d="${stems}" fill="${dim(mix(colour, tip, flowers ? 0.1 : 0.55))}"/><path d="${heads}" fill="${dim(tip)}"/><path d="${tops}" fill="${dim(top)}"/>`,
    );
  }
  return panning(
    canvas.id,
    parts.join(""),
    panSpeed(part.depth),
    Math.max(0, base - room * 0.14 - 60),
    frame.height,
  );
};
