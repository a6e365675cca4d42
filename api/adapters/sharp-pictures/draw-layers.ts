import sharp, { type OverlayOptions } from "sharp";
import type { PictureLayer } from "../../ports/pictures.ts";

type TextLayer = Extract<PictureLayer, { text: string }>;

/** The layers as sharp composes them. A text that can't be drawn is left out. */
export async function drawLayers(layers: readonly PictureLayer[]): Promise<OverlayOptions[]> {
  const drawn = await Promise.all(
    layers.map((layer) => ("text" in layer ? drawText(layer) : drawPicture(layer))),
  );
  return drawn.filter((one) => one !== null);
}

async function drawPicture({
  bytes,
  left,
  top,
  width,
  height,
}: Extract<PictureLayer, { bytes: Uint8Array }>) {
  const picture = sharp(bytes, { failOn: "error", pages: 1 }).resize(width, height);
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { input: data, raw: info, left, top };
}

async function drawText(layer: TextLayer): Promise<OverlayOptions | null> {
  const { text, sizes, colour, left, top, width, height, fromRight, middle } = layer;
  if (!(await isDrawable(text))) return null;
  for (const size of sizes) {
    const markup = `<span foreground="${colour}">${escapeMarkup(text)}</span>`;
    const { data, info } = await sharp({
      text: { text: markup, font: `sans bold ${size}`, width, dpi: 72, rgba: true, wrap: "word-char" },
    })
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.height > height || info.width > width) continue;
    if (middle)
      return {
        input: data,
        raw: info,
        left: left + Math.round((width - info.width) / 2),
        top: top + Math.round((height - info.height) / 2),
      };
    return {
      input: data,
      raw: info,
      left: fromRight ? left + width - info.width : left,
      top: top + height - info.height,
    };
  }
  return null;
}

/** A title is no markup of Pango's. */
function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]!);
}

/** One letter of each script that titles are written in: drawn as such, and not as the box of a missing one. */
const scripts: [RegExp, string][] = [
  [/\p{Script=Latin}/u, "n"],
  [/\p{Script=Arabic}/u, "ع"],
  [/\p{Script=Han}/u, "永"],
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, "あ"],
  [/\p{Script=Hangul}/u, "한"],
  [/\p{Script=Thai}/u, "ก"],
  [/\p{Script=Cyrillic}/u, "я"],
  [/\p{Script=Greek}/u, "λ"],
  [/\p{Script=Hebrew}/u, "א"],
  [/\p{Script=Devanagari}/u, "अ"],
];
/** No letter: its box is what a missing one looks like here. */
const missing = "\u0378";
const known = new Map<string, Promise<boolean>>();

/** Whether this machine has fonts for a text. A letter of another script than these is looked at by itself. */
export async function isDrawable(text: string): Promise<boolean> {
  const samples = new Set<string>();
  for (const letter of text.match(/[\p{L}\p{N}\p{Co}\p{Cn}]/gu) ?? [])
    samples.add(scripts.find(([script]) => script.test(letter))?.[1] ?? letter);
  const found = await Promise.all([...samples].slice(0, 20).map(hasLetter));
  return found.every(Boolean);
}

function hasLetter(letter: string): Promise<boolean> {
  const asked = known.get(letter) ?? look(letter);
  if (known.size < 500) known.set(letter, asked);
  return asked;
}

/** Pango draws a frame with the letter's number for what no font has: the frames of two such letters are alike. */
async function look(letter: string): Promise<boolean> {
  const [own, frame] = await Promise.all([frameOf(letter), frameOf(missing)]);
  return own !== null && own !== frame;
}

async function frameOf(letter: string): Promise<string | null> {
  try {
    const { data, info } = await sharp({ text: { text: letter, font: "sans 48", dpi: 72 } })
      .extractChannel(0)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const rows = [0, height - 1].map((y) => data.subarray(y * width, (y + 1) * width).toString("base64"));
    const columns = [0, width - 1].map((x) =>
      Array.from({ length: height }, (_, y) => data[y * width + x]).join(),
    );
    return [width, height, ...rows, ...columns].join(" ");
  } catch {
    return null;
  }
}
