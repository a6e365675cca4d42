import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Ladder, MediaTool } from "../api/ports/media.ts";
import type { DemoEpisode, DemoMovie } from "./demo-movie.ts";
import { sceneOf } from "./episode-scene.ts";
import { extrasOf } from "./extras/of-episode.ts";
import { buildVideoGraph, VIDEO_HEIGHT, VIDEO_WIDTH, type Shot } from "./video-graph.ts";
import { titleCardSvg } from "./title-card.ts";
import { hasStandingFigure } from "./scenes/figures.ts";
import type { SceneSpec } from "./scenes/spec.ts";
import { composeSoundtrack, SAMPLE_RATE_HZ } from "./soundtrack.ts";

/** Length of a demo movie in seconds, in three takes. */
export const VIDEO_LENGTH_S = 48;
const CARD = { fromS: 2.2, toS: 7.4 };

/** The takes of a movie: the place at its own hour, closer and a little later, then wide again as the light turns. */
export const planShots = (scene: SceneSpec, lengthS: number): Shot[] => {
  const third = Math.round((lengthS / 3) * 24) / 24;
  const calm = hasStandingFigure(scene.parts) ? 0.28 : 1;
  const away = { ...scene.light, x: 1 - scene.light.x * 0.8 };
  return [
    { scene, lean: 0, durationS: third, zoom: 1, focusX: 0, focusY: 0, pace: calm },
    {
      scene: { ...scene, seed: scene.seed + 101, hour: scene.hour + 0.8 },
      lean: 0.12,
      durationS: third,
      zoom: 1.42,
      focusX: scene.light.x,
      focusY: 0.8,
      pace: 0.8 * calm,
    },
    {
      scene: { ...scene, seed: scene.seed + 202, hour: scene.hour + 1.6, light: away },
      lean: 0.3,
      durationS: lengthS - third * 2,
      zoom: 1.08,
      focusX: 0.5,
      focusY: 0.7,
      pace: 1.15 * calm,
    },
  ];
};

export type MakeVideoRequest = {
  readonly title: DemoMovie;
  readonly episode: DemoEpisode;
  readonly media: MediaTool;
  /** Folder for temporary files, which are removed again. */
  readonly workDir: string;
  /** The ladder appears here complete or not at all. Its parent is created when missing. */
  readonly outDir: string;
  readonly signal?: AbortSignal;
  /** Called with 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
  /** False for the movie a person waits for. Default true. */
  readonly lowPriority?: boolean;
  /** Seconds; default {@link VIDEO_LENGTH_S}. Tests use shorter ones. */
  readonly lengthS?: number;
};

/**
 * Draws, scores and encodes one demo movie (640×360 at 24 frames a second, with a 240p rung). Rejects like the media
 * port, or with the signal's reason.
 */
export const makeVideo = async (request: MakeVideoRequest): Promise<Ladder> => {
  const { title, episode, media, signal } = request;
  const lengthS = request.lengthS ?? VIDEO_LENGTH_S;
  const scene = sceneOf(title, episode);
  await mkdir(request.workDir, { recursive: true });
  await mkdir(join(request.outDir, ".."), { recursive: true });
  const folder = await mkdtemp(join(request.workDir, "film-"));
  try {
    const { withoutMusic } = extrasOf(title.id, episode.index);
    const sounds = [{ path: join(folder, "sound.pcm"), music: true, name: withoutMusic?.main["en"] }];
    if (withoutMusic)
      sounds.push({ path: join(folder, "air.pcm"), music: false, name: withoutMusic.air["en"] });
    const composing = (async () => {
      for (const { path, music } of sounds)
        await writeFile(path, await composeSoundtrack(scene.sound, scene.seed, lengthS, { music }));
    })();
    const card =
      lengthS < 12
        ? null
        : { ...CARD, svg: titleCardSvg(title, episode, { width: VIDEO_WIDTH, height: VIDEO_HEIGHT }) };
    const [graph] = await Promise.all([
      buildVideoGraph({
        shots: planShots(scene, lengthS),
        card,
        sounds: sounds.map(({ path, name }) => ({
          path,
          sampleRateHz: SAMPLE_RATE_HZ,
          ...(name === undefined ? {} : { name, language: title.originalLanguage }),
        })),
        workDir: folder,
        signal,
      }),
      composing,
    ]);
    request.onProgress?.(0.2);
    return await media.encodeHls({
      source: graph,
      outDir: request.outDir,
      rungs: [240, 360],
      lowPriority: request.lowPriority ?? true,
      ...(signal ? { signal } : {}),
      onProgress: (fraction) => request.onProgress?.(0.2 + 0.8 * fraction),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
