import { mix } from "./colour.ts";
import { type Canvas, glow, type Layer, n, panning, panSpeed, PERIOD } from "./layer.ts";
import { atDepth } from "./palettes.ts";
import type { ScenePart } from "./spec.ts";
import { box } from "./walls.ts";

/** A railway in the landscape: the line stands with the land, the train runs on it as its own sheet. */
export const drawTrain = (part: Extract<ScenePart, { kind: "train" }>, canvas: Canvas): Layer[] => {
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
