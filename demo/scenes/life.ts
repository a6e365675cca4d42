import { mix } from "./colour.ts";
import { type Canvas, detail, type Layer, n, panning, PERIOD } from "./layer.ts";
import { atDepth } from "./palettes.ts";
import type { ScenePart } from "./spec.ts";

type Of<K extends ScenePart["kind"]> = Extract<ScenePart, { kind: K }>;

/** A loose flock flying left; six wing positions, each bird in its own beat. */
export const drawBirds = (part: Of<"birds">, canvas: Canvas): Layer => {
  const { frame, palette } = canvas;
  const random = detail(canvas, "birds");
  const y = frame.height * part.y;
  const flocks = [0.16, 0.62];
  const birds = Array.from({ length: part.count }, (_, i) => ({
    x: PERIOD * flocks[i % 2]! + random.range(-1, 1) * part.size * 12,
    y: y + random.range(-1, 1) * part.size * 4,
    s: part.size * random.range(0.6, 1.1),
    phase: random.whole(0, 5),
  }));
  const beat = [-0.55, -0.3, 0.1, 0.42, 0.18, -0.25];
  const frames = beat.map(
    (_, k) =>
      `<path d="${birds
        .map((b) => {
          const lift = (beat[(k + b.phase) % beat.length] ?? 0) * b.s;
          return `M${n(b.x - b.s)} ${n(b.y + lift)}Q${n(b.x - b.s * 0.45)} ${n(b.y - b.s * 0.26 + lift * 0.3)} ${n(b.x)} ${n(b.y)}Q${n(b.x + b.s * 0.45)} ${n(b.y - b.s * 0.26 + lift * 0.3)} ${n(b.x + b.s)} ${n(b.y + lift)}Q${n(b.x + b.s * 0.45)} ${n(b.y - b.s * 0.08 + lift * 0.3)} ${n(b.x)} ${n(b.y + b.s * 0.14)}Q${n(b.x - b.s * 0.45)} ${n(b.y - b.s * 0.08 + lift * 0.3)} ${n(b.x - b.s)} ${n(b.y + lift)}Z`;
        })
        .join("")}" fill="${mix(palette.near, palette.haze, 0.12)}"/>`,
  );
  return panning(canvas.id, frames, 30, Math.max(0, y - part.size * 6), y + part.size * 6, 8);
};

/** Paper lanterns rising, each in its own glow. */
export const drawLanterns = (part: Of<"lanterns">, canvas: Canvas): Layer => {
  const { height } = canvas.frame;
  const random = detail(canvas, "lanterns");
  const body = Array.from({ length: part.count }, () => {
    const [x, y] = [random.range(0, PERIOD), random.range(0, height)];
    const s = random.chance(0.25) ? random.range(7, 12) : random.range(2.2, 5.5);
    const bag = `M${n(x - s * 0.62)} ${n(y - s)}Q${n(x)} ${n(y - s * 1.5)} ${n(x + s * 0.62)} ${n(y - s)}L${n(x + s * 0.46)} ${n(y + s * 0.8)}H${n(x - s * 0.46)}Z`;
    return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(s * 4.2)}" fill="url(#${canvas.id}-g)"/><path d="${bag}" fill="url(#${canvas.id}-b)"/><ellipse cx="${n(x)}" cy="${n(y + s * 0.8)}" rx="${n(s * 0.46)}" ry="${n(s * 0.12)}" fill="#fff3c4"/>`;
  });
  const defs =
    `<radialGradient id="${canvas.id}-g"><stop offset="0" stop-color="#ffb052" stop-opacity="0.42"/><stop offset="1" stop-color="#ff8a3c" stop-opacity="0"/></radialGradient>` +
    `<linearGradient id="${canvas.id}-b" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#e8762c"/><stop offset="1" stop-color="#ffe29a"/></linearGradient>`;
  return { ...panning(canvas.id, defs + body.join(""), 7, 0, height), fall: { period: height, speed: -9 } };
};

/** Hot-air balloons drifting, striped in the colours of the scene. */
export const drawBalloons = (part: Of<"balloons">, canvas: Canvas): Layer => {
  const { frame, palette } = canvas;
  const random = detail(canvas, "balloons");
  const cloths = ["#d9482b", "#f2b53a", "#2f7d86", "#f4ead2", "#8a3b5e"] as const;
  const body = Array.from({ length: part.count }, (_, i) => {
    const s = part.size * random.range(0.35, 1.1);
    const x = ((i + random.range(0.15, 0.85)) / part.count) * PERIOD;
    const y = frame.height * random.range(0.12, 0.46);
    const far = 1 - Math.min(1, s / part.size);
    const tint = (colour: string) => mix(colour, palette.haze, 0.12 + far * 0.62);
    const a = random.whole(0, 4);
    const outline = (w: number) =>
      `M${n(x)} ${n(y - s)}C${n(x + w * 1.3)} ${n(y - s)} ${n(x + w * 1.25)} ${n(y + s * 0.2)} ${n(x + w * 0.3)} ${n(y + s * 0.92)}H${n(x - w * 0.3)}C${n(x - w * 1.25)} ${n(y + s * 0.2)} ${n(x - w * 1.3)} ${n(y - s)} ${n(x)} ${n(y - s)}Z`;
    const [one, two] = [tint(cloths[a]!), tint(cloths[(a + 1 + random.whole(0, 2)) % 5]!)];
    return (
      `<path d="${outline(s * 0.8)}" fill="${one}"/><path d="${outline(s * 0.52)}" fill="${two}"/><path d="${outline(s * 0.24)}" fill="${one}"/>` +
      `<path d="${outline(s * 0.8)}" fill="url(#${canvas.id}-s)"/><path d="M${n(x - s * 0.2)} ${n(y + s * 0.92)}L${n(x - s * 0.12)} ${n(y + s * 1.2)}h${n(s * 0.24)}L${n(x + s * 0.2)} ${n(y + s * 0.92)}l-0.6 0L${n(x + s * 0.1)} ${n(y + s * 1.18)}h${n(-s * 0.2)}L${n(x - s * 0.19)} ${n(y + s * 0.92)}Z" fill="${tint(palette.near)}"/><rect x="${n(x - s * 0.13)}" y="${n(y + s * 1.16)}" width="${n(s * 0.26)}" height="${n(s * 0.2)}" rx="${n(s * 0.03)}" fill="${tint(palette.near)}"/>`
    );
  });
  const toLight = canvas.light.x > frame.width / 2;
  const defs = `<linearGradient id="${canvas.id}-s" x1="${toLight ? 1 : 0}" x2="${toLight ? 0 : 1}"><stop offset="0" stop-color="#fff6d8" stop-opacity="0.34"/><stop offset="0.45" stop-color="#fff6d8" stop-opacity="0"/><stop offset="1" stop-color="${palette.near}" stop-opacity="0.42"/></linearGradient>`;
  return panning(canvas.id, defs + body.join(""), 8, 0, frame.height * 0.46 + part.size * 1.6);
};

/** Rain, snow, petals, leaves or fireflies. Falling things repeat downwards as well as sideways. */
export const drawFalling = (part: Of<"falling">, canvas: Canvas): Layer => {
  const { frame, palette } = canvas;
  const { height } = frame;
  const random = detail(canvas, "fall");
  const at = () => [random.range(0, PERIOD), random.range(0, height)] as const;
  const items = <T>(draw: () => T): T[] => Array.from({ length: part.count }, draw);
  if (part.what === "rain") {
    const body = `<g stroke="${mix(palette.sky[3], "#ffffff", 0.5)}" stroke-linecap="round">${items(() => {
      const [x, y] = at();
      const l = random.range(10, 30);
      return `<path d="M${n(x)} ${n(y)}l${n(-l * 0.16)} ${n(l)}" stroke-width="${n(random.range(0.4, 1))}" stroke-opacity="${n(random.range(0.12, 0.45))}"/>`;
    }).join("")}</g>`;
    return { ...panning(canvas.id, body, 60, 0, height), fall: { period: height, speed: 430 } };
  }
  if (part.what === "snow") {
    const body = `<g fill="#ffffff">${items(() => {
      const [x, y] = at();
      const near = random.chance(0.08);
      return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(near ? random.range(2, 3.4) : random.range(0.5, 1.6))}" fill-opacity="${n(near ? random.range(0.25, 0.5) : random.range(0.4, 0.95))}"/>`;
    }).join("")}</g>`;
    return { ...panning(canvas.id, body, 14, 0, height), fall: { period: height, speed: 34 } };
  }
  if (part.what === "fireflies") {
    const glows = items(() => [...at(), random.range(0.7, 1.5), random.whole(0, 5)] as const);
    const frames = Array.from({ length: 6 }, (_, k) => {
      const dots = glows.map(([x, y, r, phase]) => {
        const shine = [0.15, 0.5, 1, 1, 0.6, 0.2][(k + phase) % 6]!;
        const fy = height * 0.45 + y * 0.55;
        return `<circle cx="${n(x)}" cy="${n(fy)}" r="${n(r * 5.5)}" fill="url(#${canvas.id}-g)" fill-opacity="${shine}"/><circle cx="${n(x)}" cy="${n(fy)}" r="${n(r)}" fill="#fbffc9" fill-opacity="${shine}"/>`;
      });
      return `<radialGradient id="${canvas.id}-g"><stop offset="0" stop-color="#e6ff7a" stop-opacity="0.55"/><stop offset="1" stop-color="#c6f25a" stop-opacity="0"/></radialGradient>${dots.join("")}`;
    });
    return panning(canvas.id, frames, 6, height * 0.4, height, 3);
  }
  // Falling leaves and petals follow the season, so one scene can last a year.
  const season = part.what === "leaves" ? "autumn" : canvas.season;
  const colours = (
    {
      spring: ["#ffe3ea", "#ffc4d4", "#f7a8bf"],
      summer: ["#d8eec0", "#f4f8dc", "#b9dc98"],
      autumn: ["#e0872f", "#c9531f", "#f0b648"],
      winter: ["#ffffff", "#f2f6f9", "#e4ecf2"],
    } as const
  )[season];
  const body = items(() => {
    const [x, y] = at();
    const s = random.chance(0.12) ? random.range(4, 6) : random.range(1.5, 3.2);
    return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(s)}" ry="${n(s * random.range(0.3, 0.65))}" transform="rotate(${n(random.range(0, 180))} ${n(x)} ${n(y)})" fill="${random.pick(colours)}" fill-opacity="${n(random.range(0.6, 0.95))}"/>`;
  });
  return { ...panning(canvas.id, body.join(""), 26, 0, height), fall: { period: height, speed: 30 } };
};

/** Telegraph poles and their wires along a road or line. */
export const drawPosts = (part: Of<"posts">, canvas: Canvas): Layer => {
  const { frame, palette } = canvas;
  const y = frame.height * part.y;
  const s = part.size;
  const gap = PERIOD / Math.max(4, Math.round(PERIOD / (s * 2.2)));
  let [poles, wires] = ["", ""];
  for (let x = gap / 2; x < PERIOD; x += gap) {
    poles += `M${n(x - s * 0.016)} ${n(y)}v${n(-s)}h${n(s * 0.032)}v${n(s)}ZM${n(x - s * 0.17)} ${n(y - s * 0.93)}h${n(s * 0.34)}v${n(s * 0.03)}h${n(-s * 0.34)}ZM${n(x - s * 0.13)} ${n(y - s * 0.8)}h${n(s * 0.26)}v${n(s * 0.026)}h${n(-s * 0.26)}Z`;
    for (const [dx, dy] of [
      [-0.15, 0.93],
      [0.15, 0.93],
      [0.11, 0.8],
    ] as const)
      wires += `M${n(x + dx * s)} ${n(y - dy * s)}Q${n(x + dx * s + gap / 2)} ${n(y - (dy - 0.22) * s)} ${n(x + dx * s + gap)} ${n(y - dy * s)}`;
  }
  const colour = atDepth(palette, part.depth);
  return panning(
    canvas.id,
    `<path d="${poles}" fill="${colour}"/><path d="${wires}" fill="none" stroke="${colour}" stroke-width="0.6"/>`,
    4 + 30 * part.depth ** 1.7,
    Math.max(0, y - s * 1.05),
    Math.min(frame.height, y + 2),
  );
};
