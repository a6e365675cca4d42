import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { DemoEpisode, DemoMovie } from "./demo-movie.ts";
import { sceneOf, stillIdOf } from "./episode-scene.ts";
import { posterType } from "./poster-type.ts";
import { rasterise, type Raster } from "./rasterise.ts";
import { drawScene, UPRIGHT, WIDE } from "./scenes/draw-scene.ts";
import { stillSvg } from "./scenes/layer.ts";
import { resolvePalette } from "./scenes/palettes.ts";

const POSTER_WIDTHS = [160, 320, 480] as const;
const BACKDROP_WIDTHS = [640, 1280] as const;
const STILL_WIDTHS = [320, 640] as const;
const DEFAULT_AT_S = 5;

/** The upright picture with its title, 480 × 720 pixels. */
const renderPoster = (title: DemoMovie): Promise<Raster> => {
  const { over, pictureHeight } = posterType(title, resolvePalette(title.scene));
  // Framed layouts compose the scene for the size of their frame.
  const layers = drawScene(title.scene, { width: UPRIGHT.width, height: Math.round(pictureHeight) });
  return rasterise(
    stillSvg(layers, UPRIGHT, { width: 480, height: 720 }, title.poster.at ?? DEFAULT_AT_S, over),
    { text: true, straight: false },
  );
};

/** The wide picture without text, 1280 × 720 pixels. */
const renderBackdrop = (title: DemoMovie): Promise<Raster> =>
  rasterise(
    stillSvg(
      drawScene(title.scene, WIDE),
      WIDE,
      { width: 1280, height: 720 },
      title.poster.at ?? DEFAULT_AT_S,
    ),
    { straight: false },
  );

/** The wide picture of an episode's own scene, 640 × 360 pixels. */
const renderStill = (title: DemoMovie, episode: DemoEpisode): Promise<Raster> =>
  rasterise(
    stillSvg(
      drawScene(sceneOf(title, episode), WIDE),
      WIDE,
      { width: 640, height: 360 },
      title.poster.at ?? DEFAULT_AT_S,
    ),
    { straight: false },
  );

const asSharp = (raster: Raster) =>
  sharp(raster.rgba, { raw: { width: raster.width, height: raster.height, channels: 4 } }).removeAlpha();

const writeSizes = async (
  raster: Raster,
  name: string,
  widths: readonly number[],
  outDir: string,
): Promise<void> => {
  for (const width of widths) {
    const height = Math.round((raster.height * width) / raster.width);
    const sized = await asSharp(raster).resize({ width, height }).raw().toBuffer();
    const from = () => sharp(sized, { raw: { width, height, channels: 3 } });
    for (const format of ["webp", "avif"] as const) {
      const bytes = await (
        format === "webp" ? from().webp({ quality: 82, effort: 2 }) : from().avif({ quality: 58, effort: 1 })
      ).toBuffer();
      await writeFile(join(outDir, `${name}-${width}.${format}`), bytes);
    }
  }
};

/**
 * Draws a title's poster (with its title as text), its backdrop (without) and the stills of a series' episodes into
 * `outDir`, in all sizes, as WebP and AVIF.
 * `onProgress` gets 0 to 1. Rejects when the folder cannot be written or a font is missing.
 */
export const drawArtwork = async (
  title: DemoMovie,
  outDir: string,
  onProgress?: (fraction: number) => void,
): Promise<void> => {
  await mkdir(outDir, { recursive: true });
  const poster = await renderPoster(title);
  onProgress?.(0.25);
  await writeSizes(poster, "poster", POSTER_WIDTHS, outDir);
  onProgress?.(0.5);
  const backdrop = await renderBackdrop(title);
  onProgress?.(0.7);
  await writeSizes(backdrop, "backdrop", BACKDROP_WIDTHS, outDir);
  for (const episode of title.kind === "series" ? title.episodes : [])
    await writeSizes(await renderStill(title, episode), `frame-${stillIdOf(episode)}`, STILL_WIDTHS, outDir);
  onProgress?.(1);
};
