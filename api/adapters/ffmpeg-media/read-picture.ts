import { stat } from "node:fs/promises";
import type { LocatedTool } from "./locate.ts";
import { MediaError } from "./media-error.ts";
import { canMapTones, planPicture, type PicturePlan } from "./picture-chain.ts";
import { isHdr } from "./picture-facts.ts";
import { probeFile, type FileProbe } from "./probe.ts";
import { sampleFrames, sampleGaps } from "./sample-frames.ts";

/** Interlaced formats have no more lines, and looking at larger frames takes long. */
const MOST_SAMPLED_LINES = 1152;

export type PictureReading = { readonly probe: FileProbe; readonly plan: PicturePlan | null };

type Last = { readonly file: string; readonly reading: PictureReading };
const lastOf = new WeakMap<LocatedTool, Last>();

/** Without these filters an HDR film would be grey: it is refused, before anything is made of it. */
export const requireToneMapping = (tool: LocatedTool, picture: FileProbe["picture"]): void => {
  if (picture && isHdr(picture.colour) && !canMapTones(tool))
    throw new MediaError("no_tone_mapping", "HDR video needs the filters zscale and tonemap.");
};

const read = async (tool: LocatedTool, file: string, signal?: AbortSignal): Promise<PictureReading> => {
  const probe = await probeFile(tool.ffprobe, file, signal);
  const { picture, durationS } = probe;
  if (!picture) return { probe, plan: null };
  requireToneMapping(tool, picture);
  const sampled = picture.lines <= MOST_SAMPLED_LINES;
  const sample = sampled ? await sampleFrames(tool, file, { durationS, signal }) : null;
  const gapsS = picture.isCounted ? [] : await sampleGaps(tool, file, { durationS, signal });
  return { probe, plan: planPicture(tool, picture, { sample, gapsS }) };
};

/**
 * Probes a file, looks at some of its frames and decides what is done to its picture. Remembers the last file: its
 * poster, preview and ladder are made one after the other. Rejects with MediaError as `probeFile` does.
 */
export const readPicture = async (
  tool: LocatedTool,
  path: string,
  signal?: AbortSignal,
): Promise<PictureReading> => {
  const facts = await stat(path).catch(() => null);
  const file = `${path} ${facts?.size} ${facts?.mtimeMs}`;
  const last = lastOf.get(tool);
  if (last?.file === file) return last.reading;
  const reading = await read(tool, path, signal);
  lastOf.set(tool, { file, reading });
  return reading;
};
