import { mix, shade } from "./colour.ts";
import {
  type Canvas,
  detail,
  fade,
  glow,
  type Layer,
  n,
  panning,
  panSpeed,
  PERIOD,
  polygon,
} from "./layer.ts";
import { atDepth } from "./palettes.ts";
import { periodicCurve, type Random } from "./random.ts";
import type { Building, ScenePart } from "./spec.ts";

type Of<K extends ScenePart["kind"]> = Extract<ScenePart, { kind: K }>;
type Drawn = {
  walls: string;
  roofs: string;
  windows: readonly (readonly [number, number, number, number])[];
};

const box = (x: number, y: number, w: number, h: number): string =>
  `M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}Z`;

const windowGrid = (
  x: number,
  y: number,
  w: number,
  h: number,
  size: number,
  random: Random,
  lit: number,
): [number, number, number, number][] => {
  const found: [number, number, number, number][] = [];
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

const house = (style: Building, x: number, y: number, s: number, random: Random): Drawn => {
  const w = s * random.range(0.7, 1.25);
  const h = s * random.range(0.5, 0.95);
  const grid = (lit: number, size = s * 0.11) => windowGrid(x - w / 2, y - h, w, h, size, random, lit);
  const gable = (lift: number, over = 0.09) =>
    `M${n(x - w * (0.5 + over))} ${n(y - h)}L${n(x)} ${n(y - h - s * lift)}L${n(x + w * (0.5 + over))} ${n(y - h)}Z`;
  const walls = box(x - w / 2, y - h, w, h + 3);
  if (style === "medina") {
    const dome = random.chance(0.22);
    const tower = random.chance(0.16);
    const roofs =
      (dome
        ? `M${n(x - w * 0.34)} ${n(y - h)}A${n(w * 0.34)} ${n(w * 0.4)} 0 0 1 ${n(x + w * 0.34)} ${n(y - h)}Z${box(x - s * 0.012, y - h - w * 0.55, s * 0.024, w * 0.2)}`
        : box(x - w / 2, y - h - s * 0.07, w * 0.16, s * 0.08) +
          box(x + w * 0.34, y - h - s * 0.07, w * 0.16, s * 0.08)) +
      (tower
        ? box(x + w * 0.3, y - s * 2.2, s * 0.2, s * 2.2) +
          box(x + w * 0.3 - s * 0.05, y - s * 1.85, s * 0.3, s * 0.08) +
          `M${n(x + w * 0.3)} ${n(y - s * 2.2)}L${n(x + w * 0.3 + s * 0.1)} ${n(y - s * 2.65)}L${n(x + w * 0.3 + s * 0.2)} ${n(y - s * 2.2)}Z`
        : "");
    return { walls, roofs, windows: grid(0.5, s * 0.09) };
  }
  if (style === "pagoda") {
    const tiers = random.chance(0.22) ? 4 : 1;
    let roofs = "";
    let tall = "";
    for (let i = 0; i < tiers; i += 1) {
      const tw = w * (1 - i * 0.15);
      const ty = y - h * (i + 1) * (tiers > 1 ? 0.72 : 1);
      tall += box(x - tw * 0.38, ty, tw * 0.76, h + 3);
      roofs += `M${n(x - tw * 0.74)} ${n(ty + s * 0.02)}Q${n(x - tw * 0.45)} ${n(ty - s * 0.04)} ${n(x - tw * 0.22)} ${n(ty - s * 0.3)}L${n(x + tw * 0.22)} ${n(ty - s * 0.3)}Q${n(x + tw * 0.45)} ${n(ty - s * 0.04)} ${n(x + tw * 0.74)} ${n(ty + s * 0.02)}Z`;
    }
    if (tiers > 1) roofs += box(x - s * 0.02, y - h * tiers * 0.72 - s * 0.85, s * 0.04, s * 0.6);
    return {
      walls: tall,
      roofs,
      windows: windowGrid(x - w * 0.34, y - h * 0.85, w * 0.68, h * 0.8, s * 0.13, random, 0.6),
    };
  }
  if (style === "stilts") {
    const lift = s * 0.34;
    const legs = [-0.42, -0.14, 0.14, 0.42]
      .map((t) => box(x + t * w - s * 0.02, y - lift, s * 0.04, lift + 3))
      .join("");
    const roof = `M${n(x - w * 0.68)} ${n(y - lift - h * 0.62)}Q${n(x - w * 0.2)} ${n(y - lift - h * 0.9)} ${n(x)} ${n(y - lift - h * 1.4)}Q${n(x + w * 0.2)} ${n(y - lift - h * 0.9)} ${n(x + w * 0.68)} ${n(y - lift - h * 0.62)}Z`;
    return {
      walls: legs + box(x - w / 2, y - lift - h * 0.65, w, h * 0.65),
      roofs: roof,
      windows: windowGrid(x - w / 2, y - lift - h * 0.6, w, h * 0.55, s * 0.12, random, 0.7),
    };
  }
  if (style === "chapel") {
    if (random.chance(0.4)) return { walls, roofs: gable(0.5), windows: grid(0.45) };
    const t = s * 0.34;
    return {
      walls: walls + box(x - w / 2 - t * 0.6, y - s * 1.6, t, s * 1.6 + 3),
      roofs:
        gable(0.5) +
        `M${n(x - w / 2 - t * 0.72)} ${n(y - s * 1.6)}L${n(x - w / 2 - t * 0.1)} ${n(y - s * 2.5)}L${n(x - w / 2 + t * 0.52)} ${n(y - s * 1.6)}Z`,
      windows: grid(0.4),
    };
  }
  const tall = style === "harbour" ? random.range(1, 1.7) : 1;
  const chimney = random.chance(0.5) ? box(x + w * 0.2, y - h * tall - s * 0.46, s * 0.1, s * 0.4) : "";
  return {
    walls: box(x - w / 2, y - h * tall, w, h * tall + 3),
    roofs: `M${n(x - w * 0.58)} ${n(y - h * tall)}L${n(x)} ${n(y - h * tall - s * 0.48)}L${n(x + w * 0.58)} ${n(y - h * tall)}Z${chimney}`,
    windows: windowGrid(x - w / 2, y - h * tall, w, h * tall, s * 0.1, random, 0.55),
  };
};

const lightsOn = (windows: Drawn["windows"], canvas: Canvas, halo: boolean): string => {
  const { palette } = canvas;
  const warm = palette.dark > 0.25 ? "#ffd28a" : mix(palette.near, palette.sky[1], 0.4);
  const d = windows.map(([x, y, w, h]) => box(x, y, w, h)).join("");
  const glowing =
    halo && palette.dark > 0.4
      ? `<radialGradient id="${canvas.id}-w"><stop offset="0" stop-color="#ffb45e" stop-opacity="0.34"/><stop offset="1" stop-color="#ff9a4a" stop-opacity="0"/></radialGradient>` +
        windows
          .map(
            ([x, y, w, h]) =>
              `<circle cx="${n(x + w / 2)}" cy="${n(y + h / 2)}" r="${n(w * 3.2)}" fill="url(#${canvas.id}-w)"/>`,
          )
          .join("")
      : "";
  return `${glowing}<path d="${d}" fill="${warm}" fill-opacity="${palette.dark > 0.25 ? 0.95 : 0.6}"/>`;
};

/** Clusters of houses on a strip of ground; their windows are lit when it is dark. */
export const drawTown = (part: Of<"town">, canvas: Canvas): Layer => {
  const { frame, palette } = canvas;
  const random = detail(canvas, "houses");
  const roll = periodicCurve(detail(canvas, "floor"), PERIOD, 3, 2, 0.4);
  const base = frame.height * part.y;
  const ground = (x: number) => base + roll(x) * part.size * 0.3;
  const colour = atDepth(palette, part.depth);
  const wall = part.style === "medina" ? mix(colour, palette.glow, 0.3) : mix(colour, palette.haze, 0.16);
  let [walls, roofs] = ["", ""];
  const windows: (readonly [number, number, number, number])[] = [];
  const clusters = Math.max(1, Math.round(part.count / 6));
  for (let i = 0; i < part.count; i += 1) {
    const centre = ((i % clusters) + 0.32) * (PERIOD / clusters);
    const x = centre + random.range(-1, 1) * part.size * (part.count / clusters) * 0.42;
    const drawn = house(part.style, x, ground(x) + 1, part.size * random.range(0.75, 1.15), random);
    walls += drawn.walls;
    roofs += drawn.roofs;
    windows.push(...drawn.windows);
  }
  const line: [number, number][] = [];
  for (let x = -8; x <= PERIOD + 8; x += 8) line.push([x, ground(x)]);
  const body =
    `<path d="${walls}" fill="${wall}"/><path d="${roofs}" fill="${shade(colour, -0.05)}"/>${lightsOn(windows, canvas, part.depth > 0.4)}` +
    fade(canvas.id, base, base + part.size * 2.4, [
      [0, colour],
      [1, shade(colour, -0.04)],
    ]) +
    `<path d="${polygon(line)}L${PERIOD + 8} ${frame.height + 2}L-8 ${frame.height + 2}Z" fill="url(#${canvas.id})"/>`;
  return panning(canvas.id, body, panSpeed(part.depth), Math.max(0, base - part.size * 3.6), frame.height);
};

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
export const drawCity = (part: Of<"city">, canvas: Canvas): Layer => {
  const { frame, palette } = canvas;
  const random = detail(canvas, "blocks");
  const quarter = periodicCurve(detail(canvas, "quarter"), PERIOD, 2, 3, 0.55);
  const base = frame.height * part.y;
  const colour = atDepth(palette, part.depth);
  const warm: (readonly [number, number, number, number])[] = [];
  const cool: (readonly [number, number, number, number])[] = [];
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
  const draw = (windows: Drawn["windows"], fill: string) =>
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

/** A lighthouse on its rock; its beam turns over eight drawings. */
export const drawLighthouse = (part: Of<"lighthouse">, canvas: Canvas): Layer => {
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

/** A railway in the landscape: the line stands with the land, the train runs on it as its own sheet. */
export const drawTrain = (part: Of<"train">, canvas: Canvas): Layer[] => {
  const { frame, palette } = canvas;
  const y = frame.height * part.y;
  const s = part.size;
  const colour = atDepth(palette, 0.72);
  const span = PERIOD / Math.max(6, Math.round(PERIOD / (s * 3)));
  let arches = box(-8, y, PERIOD + 16, s * 0.35);
  if (part.viaduct) {
    for (let x = 0; x < PERIOD; x += span) {
      const [half, deep] = [span * 0.42, s * 7];
      arches += `M${n(x)} ${n(y + s * 0.3)}H${n(x + span)}V${n(y + deep)}H${n(x + span / 2 + half)}V${n(y + s * 0.5 + half)}A${n(half)} ${n(half)} 0 0 0 ${n(x + span / 2 - half)} ${n(y + s * 0.5 + half)}V${n(y + deep)}H${n(x)}Z`;
    }
  }
  const bridge = panning(
    `${canvas.id}-line`,
    `<path d="${arches}" fill="${colour}"/>`,
    panSpeed(0.5),
    y - 1,
    Math.min(frame.height, y + s * 7),
  );
  const cars = 6;
  const l = s * 3.4;
  let [walls, panes] = ["", ""];
  for (let i = 0; i < cars; i += 1) {
    const x = 30 + i * (l + s * 0.22);
    walls +=
      i === 0
        ? `M${n(x + s * 0.9)} ${n(y - s)}H${n(x + l)}V${n(y - s * 0.12)}H${n(x)}V${n(y - s * 0.5)}Q${n(x + s * 0.2)} ${n(y - s * 0.95)} ${n(x + s * 0.9)} ${n(y - s)}Z`
        : box(x, y - s, l, s * 0.88);
    for (let w = i === 0 ? 1 : 0; w < 7; w += 1)
      panes += box(x + l * (0.06 + w * 0.132), y - s * 0.8, l * 0.09, s * 0.34);
    walls += [0.15, 0.8]
      .map(
        (t) => `M${n(x + l * t - s * 0.15)} ${n(y - s * 0.14)}h${n(s * 0.5)}v${n(s * 0.14)}h${n(-s * 0.5)}Z`,
      )
      .join("");
  }
  const carriage = palette.dark > 0.4 ? mix(colour, palette.glow, 0.12) : mix(colour, "#a8322d", 0.55);
  const pane = palette.dark > 0.3 ? "#ffdf9a" : mix(palette.sky[3], "#ffffff", 0.3);
  const shine =
    palette.dark > 0.3
      ? glow(`${canvas.id}-g`, 20, y - s * 0.4, s * 3.5, [
          [0, "#fff0c0", 0.7],
          [1, "#ffe0a0", 0],
        ]) + `<circle cx="20" cy="${n(y - s * 0.4)}" r="${n(s * 3.5)}" fill="url(#${canvas.id}-g)"/>`
      : "";
  const train = panning(
    canvas.id,
    `${shine}<path d="${walls}" fill="${carriage}"/><path d="${panes}" fill="${pane}"/>`,
    62,
    y - s * 4,
    y + s * 3.2,
  );
  return [bridge, train];
};
