import type { DemoMovie } from "./demo-movie.ts";
import { FACES, type Face } from "./fonts.ts";
import { measureText } from "./rasterise.ts";
import { lightness, mix } from "./scenes/colour.ts";
import { fade, n } from "./scenes/layer.ts";
import type { Palette } from "./scenes/named-palettes.ts";

export const W = 360;
export const H = 540;

export const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

type Line = {
  text: string;
  x: number;
  y: number;
  size: number;
  face: Face;
  fill: string;
  spacing?: number;
  anchor?: "start" | "middle" | "end";
  turn?: boolean;
};

/** One line of type. Spacing is in units; a centred line is shifted by half of the space after its last letter. */
export const type = (line: Line): string => {
  const { spacing = 0, anchor = "start" } = line;
  const nudge = anchor === "middle" ? spacing / 2 : anchor === "end" ? spacing : 0;
  const turn = line.turn ? ` transform="rotate(-90 ${n(line.x)} ${n(line.y)})"` : "";
  return `<text x="${n(line.x + nudge)}" y="${n(line.y)}" font-size="${n(line.size)}" letter-spacing="${n(spacing)}" text-anchor="${anchor}" fill="${line.fill}" ${FACES[line.face]}${turn}>${escape(line.text)}</text>`;
};

export const widthOf = (text: string, face: Face, size: number, spacing = 0): number =>
  (measureText(FACES[face], text) * size) / 100 + spacing * Math.max(0, text.length - 1);

/** The largest size at which every line fits `width`; `tracking` is letter spacing as a share of the size. */
export const fit = (
  lines: readonly string[],
  face: Face,
  width: number,
  largest: number,
  tracking = 0,
): number =>
  Math.min(
    largest,
    ...lines.map((line) => (largest * width) / Math.max(1, widthOf(line, face, largest, largest * tracking))),
  );

/** Whether type on the upper sky must be pale: depends on the sky's own lightness, not on the hour. */
export const paleOnSky = (palette: Palette): boolean =>
  lightness(mix(palette.sky[0], palette.sky[1], 0.5)) < 0.59;

const LITTLE = new Set(["the", "a", "an", "of", "in", "on", "to", "at", "and", "for", "by", "under"]);

/** Breaks a title into at most `most` lines of even length; small words stay with the following word. */
export const breakTitle = (title: string, most: number): string[] => {
  const chunks: string[] = [];
  let held = "";
  for (const word of title.split(" ")) {
    held = held ? `${held} ${word}` : word;
    if (LITTLE.has(word.toLowerCase())) continue;
    chunks.push(held);
    held = "";
  }
  if (held) chunks.push(held);
  let best = [title];
  let bestWidth = title.length <= 9 ? title.length : Number.POSITIVE_INFINITY;
  const tryCuts = (from: number, lines: string[]) => {
    if (from === chunks.length) {
      const longest = Math.max(...lines.map((line) => line.length)) + lines.length * 0.8;
      if (longest < bestWidth) [best, bestWidth] = [lines, longest];
      return;
    }
    if (lines.length === most) return;
    for (let to = from + 1; to <= chunks.length; to += 1)
      tryCuts(to, [...lines, chunks.slice(from, to).join(" ")]);
  };
  tryCuts(0, []);
  return best;
};

export const credits = (
  title: DemoMovie,
  y: number,
  fill: string,
  x = W / 2,
  anchor: Line["anchor"] = "middle",
): string => {
  const { director, music } = title.poster;
  const words = `DIRECTED BY ${director}   MUSIC ${music}   ${title.year}`.toUpperCase();
  const size = Math.min(9.4, (9.4 * (W - 56)) / widthOf(words, "bebas", 9.4, 1.1));
  return type({ text: words, x, y, size, face: "bebas", fill, spacing: 1.1, anchor });
};

export const stacked = (
  lines: readonly string[],
  face: Face,
  x: number,
  top: number,
  size: number,
  leading: number,
  fill: string,
  anchor: Line["anchor"],
  tracking = 0,
): string =>
  lines
    .map((text, i) =>
      type({
        text,
        x,
        y: top + size * (0.74 + i * leading),
        size,
        face,
        fill,
        anchor,
        spacing: size * tracking,
      }),
    )
    .join("");

export const scrim = (id: string, colour: string, from: number, to: number, strength: number): string =>
  fade(id, from, to, [
    [0, colour, 0],
    [0.55, colour, strength * 0.6],
    [1, colour, strength],
  ]) +
  `<rect x="0" y="${n(Math.min(from, to))}" width="${W}" height="${n(Math.abs(to - from))}" fill="url(#${id})"/>`;

/** The overlay on the picture, and the share of the poster's height that the picture fills. */
