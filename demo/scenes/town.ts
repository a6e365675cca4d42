import { mix, shade } from "./colour.ts";
import { house } from "./houses.ts";
import { type Canvas, detail, fade, type Layer, n, panning, panSpeed, PERIOD, polygon } from "./layer.ts";
import { atDepth } from "./palettes.ts";
import { periodicCurve } from "./random.ts";
import type { ScenePart } from "./spec.ts";
import { box, type Window } from "./walls.ts";

const lightsOn = (windows: readonly Window[], canvas: Canvas, halo: boolean): string => {
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
export const drawTown = (part: Extract<ScenePart, { kind: "town" }>, canvas: Canvas): Layer => {
  const { frame, palette } = canvas;
  const random = detail(canvas, "houses");
  const roll = periodicCurve(detail(canvas, "floor"), PERIOD, 3, 2, 0.4);
  const base = frame.height * part.y;
  const ground = (x: number) => base + roll(x) * part.size * 0.3;
  const colour = atDepth(palette, part.depth);
  const wall = part.style === "medina" ? mix(colour, palette.glow, 0.3) : mix(colour, palette.haze, 0.16);
  let [walls, roofs] = ["", ""];
  const windows: Window[] = [];
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
