import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { GraphInput, GraphSource, SoundName } from "../api/ports/media.ts";
import { rasterise } from "./rasterise.ts";
import { drawScene, WIDE } from "./scenes/draw-scene.ts";
import { type Layer, layerSvg, PERIOD } from "./scenes/layer.ts";
import type { SceneSpec } from "./scenes/spec.ts";

export const VIDEO_WIDTH = 640;
export const VIDEO_HEIGHT = 360;
const FRAME_RATE = 24;
/** Sheets are drawn at twice their shown width, so that slow ones move by half pixels instead of jumping. */
const STRETCH = 2;

/** One take: a scene seen through a window `zoom` times narrower than the frame. Times in seconds. */
export type Shot = {
  readonly scene: SceneSpec;
  readonly lean: number;
  readonly durationS: number;
  readonly zoom: number;
  /** Position of the window, 0 to 1 of the space left by the zoom. */
  readonly focusX: number;
  readonly focusY: number;
  /** Factor on all sideways speeds. */
  readonly pace: number;
};

export type TitleCard = { readonly svg: string; readonly fromS: number; readonly toS: number };

type Placed = { readonly input: GraphInput; readonly x: string; readonly y: string };

const num = (value: number): string => String(Number(value.toFixed(3)));

const writeFrames = async (path: string, svgs: readonly string[]): Promise<void> => {
  const frames: Buffer[] = [];
  for (const svg of svgs) frames.push((await rasterise(svg)).rgba);
  await writeFile(path, frames.length === 1 ? frames[0]! : Buffer.concat(frames));
};

/** Rasterises one sheet for a shot; null when none of it is inside the window. */
const placeLayer = async (layer: Layer, shot: Shot, path: string): Promise<Placed | null> => {
  const view = { width: WIDE.width / shot.zoom, height: WIDE.height / shot.zoom };
  const left = (WIDE.width - view.width) * shot.focusX;
  const above = (WIDE.height - view.height) * shot.focusY;
  const perUnit = VIDEO_HEIGHT / view.height;
  const top = layer.fall ? 0 : Math.max(layer.top, above);
  const bottom = layer.fall ? layer.fall.period * 2 : Math.min(layer.bottom, above + view.height);
  if (bottom - top < 1) return null;

  // Falling and flying things have their own speed, independent of the camera.
  const pace = layer.fall || layer.frames.length > 1 ? 1 : shot.pace;
  const travel = layer.pans ? Math.min(PERIOD, Math.ceil(layer.speed * pace * shot.durationS) + 2) : 0;
  const size = {
    width: Math.ceil(((view.width + travel) * perUnit * STRETCH) / 2) * 2,
    height: Math.max(2, Math.ceil(((bottom - top) * perUnit) / 2) * 2),
  };
  const box = { x: left, y: top, width: size.width / (perUnit * STRETCH), height: size.height / perUnit };
  await writeFrames(
    path,
    layer.frames.map((_, i) => layerSvg(layer, i, box, size)),
  );

  const speed = layer.speed * pace * perUnit * STRETCH;
  const x = layer.pans ? `-mod(t*${num(speed)}\\,${num(PERIOD * perUnit * STRETCH)})` : "0";
  const still = num((top - above) * perUnit);
  const y = layer.fall
    ? `${num(-above * perUnit)}-mod(${num(layer.fall.period * perUnit * 4)}-t*${num(layer.fall.speed * perUnit)}\\,${num(layer.fall.period * perUnit)})`
    : still;
  return {
    x,
    y,
    input: {
      kind: "rgba",
      path,
      ...size,
      frameRate: layer.frames.length > 1 ? layer.frameRate : FRAME_RATE,
      repeatForS: layer.frames.length > 1 ? shot.durationS : null,
    },
  };
};

const shotFilter = (
  placed: readonly Placed[],
  first: number,
  shot: Shot,
  name: string,
  edges: { inS: number; outS: number },
): string => {
  const frames = Math.round(shot.durationS * FRAME_RATE);
  const steps = [
    `[${first}:v]loop=loop=${frames - 1}:size=1:start=0,setpts=N/(${FRAME_RATE}*TB),format=yuv444p[${name}b0]`,
  ];
  placed.slice(1).forEach((sheet, i) => {
    steps.push(
      `[${name}b${i}][${first + i + 1}:v]overlay=x='${sheet.x}':y='${sheet.y}':format=yuv444[${name}b${i + 1}]`,
    );
  });
  const fades = `fade=t=in:st=0:d=${num(edges.inS)},fade=t=out:st=${num(shot.durationS - edges.outS)}:d=${num(edges.outS)}`;
  steps.push(
    `[${name}b${placed.length - 1}]scale=${VIDEO_WIDTH}:${VIDEO_HEIGHT}:flags=area,setsar=1,format=yuv420p,${fades}[${name}]`,
  );
  return steps.join(";");
};

/**
 * Draws every sheet of every shot into `workDir` and describes their movement as one filter graph. `sounds` are paths
 * of 16-bit stereo PCM files, the default first. Rejects with the signal's reason when it fires.
 */
export const buildVideoGraph = async (request: {
  shots: readonly Shot[];
  card: TitleCard | null;
  sounds: readonly ({ path: string; sampleRateHz: number } & Partial<SoundName>)[];
  workDir: string;
  signal?: AbortSignal | undefined;
}): Promise<GraphSource> => {
  const { shots, card, workDir } = request;
  const inputs: GraphInput[] = [];
  const filters: string[] = [];
  for (const [s, shot] of shots.entries()) {
    const layers = drawScene(shot.scene, WIDE, shot.lean);
    const jobs = layers.map((layer, i) => () => placeLayer(layer, shot, join(workDir, `shot${s}-${i}.rgba`)));
    const placed: Placed[] = [];
    for (let i = 0; i < jobs.length; i += 2) {
      request.signal?.throwIfAborted();
      const pair = await Promise.all(jobs.slice(i, i + 2).map((job) => job()));
      placed.push(...pair.filter((sheet) => sheet !== null));
    }
    const longest = shot.durationS / 3;
    const edges = {
      inS: Math.min(longest, s === 0 ? 1.6 : 0.9),
      outS: Math.min(longest, s === shots.length - 1 ? 2.4 : 0.9),
    };
    filters.push(shotFilter(placed, inputs.length, shot, `s${s}`, edges));
    inputs.push(...placed.map((sheet) => sheet.input));
  }
  let firstShot = "s0";
  if (card) {
    const path = join(workDir, "card.rgba");
    const { rgba, width, height } = await rasterise(card.svg, { text: true });
    await writeFile(path, rgba);
    const count = Math.round((card.toS - card.fromS) * FRAME_RATE);
    filters.push(
      `[${inputs.length}:v]loop=loop=${count - 1}:size=1:start=0,setpts=(N/${FRAME_RATE}+${card.fromS})/TB,` +
        `fade=t=in:st=${card.fromS}:d=1.2:alpha=1,fade=t=out:st=${num(card.toS - 1.2)}:d=1.2:alpha=1[card]`,
      `[s0][card]overlay=x=(W-w)/2:y=(H-h)/2:eof_action=pass[s0c]`,
    );
    inputs.push({ kind: "rgba", path, width, height, frameRate: FRAME_RATE, repeatForS: null });
    firstShot = "s0c";
  }
  const order = shots.map((_, s) => (s === 0 ? `[${firstShot}]` : `[s${s}]`)).join("");
  filters.push(`${order}concat=n=${shots.length}:v=1:a=0[film]`);
  const sounds = request.sounds.map(({ path, sampleRateHz, ...name }) => {
    inputs.push({ kind: "pcm16", path, sampleRateHz, channels: 2 });
    return { input: inputs.length - 1, ...name };
  });
  return {
    inputs,
    filter: filters.join(";"),
    videoLabel: "film",
    sounds,
    width: VIDEO_WIDTH,
    height: VIDEO_HEIGHT,
    frameRate: FRAME_RATE,
    durationS: shots.reduce((sum, shot) => sum + shot.durationS, 0),
  };
};
