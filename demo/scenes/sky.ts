import { mix, shade } from "./colour.ts";
import { type Canvas, detail, fade, glow, type Layer, n, panning, PERIOD, polygon, still } from "./layer.ts";
import { periodicCurve } from "./random.ts";
import type { SceneSpec, ScenePart } from "./spec.ts";

type Of<K extends ScenePart["kind"]> = Extract<ScenePart, { kind: K }>;

const disc = (kind: SceneSpec["light"]["kind"], canvas: Canvas): string => {
  const { x, y, r } = canvas.light;
  const { palette } = canvas;
  if (kind === "none") return "";
  const halo =
    glow("sky-halo", x, y, r * 5, [
      [0, palette.light, 0.75],
      [0.2, palette.light, 0.42],
      [0.45, palette.glow, 0.16],
      [1, palette.glow, 0],
    ]) + `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r * 5)}" fill="url(#sky-halo)"/>`;
  const ball = `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="url(#sky-disc)"/>`;
  const fill = (edge: string) =>
    `<radialGradient id="sky-disc" gradientUnits="userSpaceOnUse" cx="${n(x - r * 0.15)}" cy="${n(y - r * 0.2)}" r="${n(r * 1.2)}">` +
    `<stop offset="0" stop-color="${shade(palette.light, 0.03)}"/><stop offset="0.7" stop-color="${palette.light}"/><stop offset="1" stop-color="${edge}"/></radialGradient>`;
  if (kind === "sun") return halo + fill(mix(palette.light, palette.glow, 0.55)) + ball;
  if (kind === "crescent") {
    const d = `M${n(x + r * 0.35)} ${n(y - r * 0.94)}A${n(r)} ${n(r)} 0 1 0 ${n(x + r * 0.94)} ${n(y + r * 0.35)}A${n(r * 0.86)} ${n(r * 0.86)} 0 0 1 ${n(x + r * 0.35)} ${n(y - r * 0.94)}Z`;
    return halo + `<path d="${d}" fill="${palette.light}"/>`;
  }
  const random = detail(canvas, "seas");
  const seas = Array.from({ length: 6 }, () => {
    const angle = random.range(0, 6.28);
    const away = random.range(r * 0.1, r * 0.62);
    const wide = r * random.range(0.1, 0.26);
    return `<ellipse cx="${n(x + Math.cos(angle) * away)}" cy="${n(y + Math.sin(angle) * away)}" rx="${n(wide)}" ry="${n(wide * random.range(0.8, 1))}"/>`;
  }).join("");
  const moon = halo + fill(mix(palette.light, palette.sky[1], 0.3)) + ball;
  const marks = `<g fill="${palette.sky[1]}" fill-opacity="0.13">${seas}</g>`;
  if (kind === "moon") return moon + marks;
  const bands = Array.from({ length: 7 }, (_, i) => {
    const dy = -r + ((i + 0.7) * (r * 2)) / 7.4;
    const half = Math.sqrt(Math.max(0, r * r - dy * dy));
    return `<ellipse cx="${n(x)}" cy="${n(y + dy)}" rx="${n(half)}" ry="${n(r * 0.05 * (1 + (i % 3)))}" fill="${i % 2 ? palette.glow : palette.sky[1]}" fill-opacity="0.28"/>`;
  }).join("");
  const ring = (from: number, to: number) =>
    `<path d="M${n(x - r * 2)} ${n(y + r * 0.5)}A${n(r * 2.06)} ${n(r * 0.42)} -14 0 ${from} ${n(x + r * 2)} ${n(y - r * 0.5)}" fill="none" stroke="${palette.light}" stroke-width="${n(to)}" stroke-opacity="0.75"/>`;
  return ring(1, r * 0.1) + moon + bands + ring(0, r * 0.1);
};

/** The sky itself with its light and the brightness around it. */
export const drawSky = (canvas: Canvas, kind: SceneSpec["light"]["kind"]): Layer => {
  const { frame, palette, light } = canvas;
  const { width, height } = frame;
  const [zenith, upper, lower, horizon] = palette.sky;
  const body =
    fade("sky-air", 0, height * 0.8, [
      [0, zenith],
      [0.38, upper],
      [0.74, lower],
      [1, horizon],
    ]) +
    `<rect width="${width}" height="${height}" fill="url(#sky-air)"/>` +
    glow("sky-glow", light.x, Math.max(light.y, height * 0.3), width * 0.85, [
      [0, palette.glow, light.shines ? 0.55 : 0.2],
      [0.4, palette.glow, light.shines ? 0.2 : 0.06],
      [1, palette.glow, 0],
    ]) +
    `<rect width="${width}" height="${height}" fill="url(#sky-glow)"/>` +
    disc(kind, canvas);
  return still("sky", body, 0, height);
};

/** Stars in three sizes; six drawings make some of them twinkle. */
export const drawStars = (part: Of<"stars">, canvas: Canvas): Layer => {
  const { width, height } = canvas.frame;
  const random = detail(canvas, "stars");
  const bottom = height * 0.62;
  const tilt = periodicCurve(random, width * 2, 1, 2, 0.5);
  const stars = Array.from({ length: part.count }, (_, i) => {
    const inBand = part.band === true && i % 2 === 0;
    const x = random.range(0, width);
    const centre = bottom * (0.75 - (0.62 * x) / width) + tilt(x) * 20;
    const y = inBand
      ? centre + (random.range(-1, 1) + random.range(-1, 1)) * bottom * 0.14
      : random.range(0, bottom);
    const big = random.chance(0.08);
    return {
      x,
      y,
      r: big ? random.range(0.9, 1.5) : random.range(0.3, 0.8),
      shine: random.range(0.45, 1),
      phase: random.whole(0, 40),
      big,
    };
  });
  const fog = part.band
    ? Array.from({ length: 26 }, (_, i) => {
        const x = (i / 25) * width;
        const y = bottom * (0.75 - (0.62 * x) / width) + tilt(x) * 20;
        return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(width * 0.09)}" ry="${n(bottom * random.range(0.1, 0.2))}" fill="url(#${canvas.id}-fog)"/>`;
      }).join("")
    : "";
  const fogFill = `<radialGradient id="${canvas.id}-fog"><stop offset="0" stop-color="${mix(canvas.palette.glow, "#ffffff", 0.4)}" stop-opacity="0.1"/><stop offset="1" stop-color="${canvas.palette.glow}" stop-opacity="0"/></radialGradient>`;
  const frames = Array.from({ length: 6 }, (_, frame) => {
    const dots = stars.map((s) => {
      const flicker = s.phase < 6 ? (s.phase === frame ? 0.35 : 1) : 1;
      const fadeOut = 1 - Math.max(0, s.y / bottom) ** 3;
      const opacity = n(s.shine * flicker * fadeOut);
      const glare = s.big
        ? `<circle cx="${n(s.x)}" cy="${n(s.y)}" r="${n(s.r * 3.4)}" fill-opacity="${n(0.16 * flicker * fadeOut)}"/>`
        : "";
      return `${glare}<circle cx="${n(s.x)}" cy="${n(s.y)}" r="${n(s.r)}" fill-opacity="${opacity}"/>`;
    });
    return `${fogFill}${fog}<g fill="#fdfcff">${dots.join("")}</g>`;
  });
  return still(canvas.id, frames, 0, bottom, 3);
};

/** Curtains of northern light: tall strips along a winding line, brightest at the hem. */
export const drawAurora = (part: Of<"aurora">, canvas: Canvas): Layer => {
  const { height } = canvas.frame;
  const random = detail(canvas, "aurora");
  const strength = part.strength ?? 0.8;
  const hues = ["#5dffb4", "#38e6c4", "#8f7bff"];
  const curtains = hues.map((hue, row) => {
    const path = periodicCurve(random, PERIOD, 2 + row, 3, 0.5);
    const tall = periodicCurve(random, PERIOD, 14, 3, 0.7);
    const dim = periodicCurve(random, PERIOD, 3, 2, 0.6);
    const strips: string[] = [];
    for (let x = 0; x < PERIOD; x += 5) {
      const hem = height * (part.y + row * 0.045) + path(x) * height * 0.075;
      const top = hem - height * (0.2 + 0.12 * tall(x)) * (row === 2 ? 1.15 : 1);
      const opacity = strength * (0.34 + 0.3 * dim(x)) * (0.75 + 0.25 * tall(x * 3)) * (row === 2 ? 0.5 : 1);
      strips.push(
        `<rect x="${x}" y="${n(top)}" width="5" height="${n(hem - top)}" fill="url(#${canvas.id}-${row})" fill-opacity="${n(Math.max(0.03, opacity))}"/>`,
      );
    }
    return (
      `<linearGradient id="${canvas.id}-${row}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${hues[2]}" stop-opacity="0"/>` +
      `<stop offset="0.55" stop-color="${hue}" stop-opacity="0.35"/><stop offset="0.9" stop-color="${hue}" stop-opacity="1"/><stop offset="1" stop-color="${hue}" stop-opacity="0"/></linearGradient>` +
      strips.join("")
    );
  });
  return panning(canvas.id, curtains.join(""), 5, 0, height * (part.y + 0.25));
};

const circlePath = (x: number, y: number, r: number): string =>
  `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(r * 2)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-r * 2)} 0Z`;

const cumulus = (
  canvas: Canvas,
  x: number,
  y: number,
  size: number,
  index: number,
  stormy: boolean,
): string => {
  const random = detail(canvas, `c${index}`);
  const { palette } = canvas;
  const lit = stormy ? mix(palette.sky[1], palette.light, 0.18) : mix(palette.sky[3], palette.light, 0.75);
  const dim = stormy ? shade(palette.sky[0], -0.02) : mix(palette.sky[2], palette.sky[1], 0.35);
  const id = `${canvas.id}-${index}`;
  const puffs = Array.from({ length: 11 }, (_, i) => {
    const t = i / 10 - 0.5;
    const r = size * (0.34 - 0.42 * Math.abs(t)) * random.range(0.75, 1.2) + size * 0.07;
    return [x + t * size * 2.1, y - r * random.range(0.35, 0.8), r] as const;
  });
  const shape = (scale: number, dx: number, dy: number) =>
    puffs.map(([cx, cy, r]) => circlePath(cx + dx, cy + dy, r * scale)).join("");
  return (
    fade(id, y - size * 0.62, y, [
      [0, lit, stormy ? 0.95 : 0.92],
      [0.55, mix(lit, dim, 0.5), 0.75],
      [0.92, dim, stormy ? 0.4 : 0.1],
      [1, dim, 0],
    ]) +
    fade(`${id}-b`, y - size * 0.62, y, [
      [0, dim, stormy ? 0.5 : 0.3],
      [1, dim, 0],
    ]) +
    `<path d="${shape(1, 0, 0)}" fill="url(#${id})"/><path d="${shape(0.72, size * 0.05, size * 0.12)}" fill="url(#${id}-b)" fill-opacity="0.55"/>`
  );
};

const streak = (canvas: Canvas, x: number, y: number, size: number, index: number): string => {
  const random = detail(canvas, `s${index}`);
  const { palette } = canvas;
  const colour = mix(palette.sky[3], palette.light, 0.45);
  const lines = Array.from({ length: 5 }, (_, i) => {
    const w = size * random.range(0.9, 2.4);
    const at = x + random.range(-size, size) * 0.7;
    const dy = y + i * size * 0.07 * random.range(0.6, 1.3);
    const t = size * random.range(0.018, 0.05);
    return `<path d="M${n(at - w)} ${n(dy)}Q${n(at - w * 0.2)} ${n(dy - t * 2.2)} ${n(at + w)} ${n(dy)}Q${n(at)} ${n(dy + t)} ${n(at - w)} ${n(dy)}Z" fill-opacity="${n(random.range(0.25, 0.7))}"/>`;
  });
  return `<g fill="${colour}">${lines.join("")}</g>`;
};

/** Clouds: heaped, drawn out, or the dark lid of a storm. */
export const drawClouds = (part: Of<"clouds">, canvas: Canvas): Layer => {
  const { height } = canvas.frame;
  const random = detail(canvas, "clouds");
  const stormy = part.form === "storm";
  const clouds = Array.from({ length: part.count }, (_, i) => {
    const size = (stormy ? random.range(90, 150) : random.range(34, 92)) * (height / 360) ** 0.5;
    const x = ((i + random.range(0.2, 0.8)) * PERIOD) / part.count;
    const y = height * part.y + random.range(-0.5, 0.5) * height * 0.17;
    return part.form === "streaks" ? streak(canvas, x, y, size, i) : cumulus(canvas, x, y, size, i, stormy);
  });
  return panning(canvas.id, clouds.join(""), stormy ? 9 : 4.5, 0, height * (part.y + 0.2));
};

/** A band of fog lying across the land, with a rolling upper edge that fades out. */
export const drawMist = (part: Of<"mist">, canvas: Canvas): Layer => {
  const { frame, palette } = canvas;
  const random = detail(canvas, "mist");
  const roll = periodicCurve(random, PERIOD, 3, 3, 0.5);
  const top = frame.height * part.y;
  const colour = mix(palette.haze, palette.sky[3], 0.55);
  const bands = [0, 1, 2, 3].map((i) => {
    const points: [number, number][] = [[0, top + part.height]];
    for (let x = 0; x <= PERIOD; x += 16)
      points.push([x, top + part.height * (0.1 + i * 0.12) + roll(x + i * 331) * part.height * 0.16]);
    points.push([PERIOD, top + part.height]);
    return `<path d="${polygon(points)}Z" fill="url(#${canvas.id})"/>`;
  });
  const gradient = fade(canvas.id, top, top + part.height, [
    [0, colour, 0],
    [0.5, colour, part.strength * 0.5],
    [0.8, colour, part.strength * 0.32],
    [1, colour, 0],
  ]);
  return panning(canvas.id, gradient + bands.join(""), 7, top - part.height * 0.1, top + part.height);
};
