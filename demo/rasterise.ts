import { Resvg, renderAsync, type ResvgRenderOptions } from "@resvg/resvg-js";
import { fontFiles } from "./fonts.ts";

export type Raster = { readonly width: number; readonly height: number; readonly rgba: Buffer };

const NO_FONTS: ResvgRenderOptions = { font: { loadSystemFonts: false }, logLevel: "off" };
const withFonts = (): ResvgRenderOptions => ({
  font: { loadSystemFonts: false, fontFiles: fontFiles(), defaultFontFamily: "DM Serif Display" },
  logLevel: "off",
});

/** The rasteriser returns premultiplied pixels; video and image tools expect straight ones. In place. */
const unpremultiply = (pixels: Buffer): Buffer => {
  for (let i = 3; i < pixels.length; i += 4) {
    const alpha = pixels[i]!;
    if (alpha === 0 || alpha === 255) continue;
    const gain = 255 / alpha;
    pixels[i - 3] = Math.min(255, pixels[i - 3]! * gain);
    pixels[i - 2] = Math.min(255, pixels[i - 2]! * gain);
    pixels[i - 1] = Math.min(255, pixels[i - 1]! * gain);
  }
  return pixels;
};

/** Draws SVG text at its own size, in another thread. `text` loads the poster fonts. */
export const rasterise = async (
  svg: string,
  options: { text?: boolean; straight?: boolean } = {},
): Promise<Raster> => {
  const image = await renderAsync(svg, options.text ? withFonts() : NO_FONTS);
  const rgba = image.pixels;
  return {
    width: image.width,
    height: image.height,
    rgba: options.straight === false ? rgba : unpremultiply(rgba),
  };
};

const measured = new Map<string, number>();

/** Width of one line of type at 100 units, in units, without spacing. */
export const measureText = (attributes: string, text: string): number => {
  const key = `${attributes}|${text}`;
  const known = measured.get(key);
  if (known !== undefined) return known;
  const safe = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="200"><text x="10" y="140" font-size="100" ${attributes}>${safe}</text></svg>`;
  const width = new Resvg(svg, withFonts()).getBBox()?.width ?? text.length * 50;
  measured.set(key, width);
  return width;
};
