import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { EncodeAddedRequest, Rendition } from "../../ports/media.ts";
import { partialFolder, swapIn } from "./encode-hls.ts";
import { joinRendition } from "./join-rendition.ts";
import { joinSegments } from "./join-segments.ts";
import { planOf, type EncodeLimits } from "./ladder-command.ts";
import type { LocatedTool } from "./locate.ts";
import { asMediaError, MediaError } from "./media-error.ts";
import { describeRendition, parseMediaPlaylist } from "./playlists.ts";
import { requireWhole } from "./require-whole.ts";
import { addedRungs } from "./rungs.ts";
import { runEncode } from "./run-encode.ts";

/** Two renditions of one film begin each segment at the same frame; their lengths are rounded. Seconds. */
const SAME_S = 0.05;

/** Players switch between renditions at any segment, so each has to hold the same part of the film in all of them. */
const requireSegments = async (folder: string, segments: EncodeAddedRequest["segments"]): Promise<void> => {
  const own = parseMediaPlaylist(await readFile(join(folder, "index.m3u8"), "utf8"));
  const lengths = segments.flatMap(([seconds, count]) => Array<number>(count).fill(seconds));
  const same =
    own.length === lengths.length &&
    own.every(({ durationS }, i) => Math.abs(durationS - lengths[i]!) <= SAME_S);
  if (!same) throw new MediaError("encode_failed", "The added rendition has other segments than the film.");
};

/**
 * Encodes the upper renditions of a film in a further codec, to stand beside its H.264 ladder: each with the sound that
 * is within that ladder's picture, and with the same segments. Rejects with MediaError as `encodeLadder` does, and
 * `no_encoder`.
 */
export const encodeAdded = async (
  tool: LocatedTool,
  { codec, from, segments, ...request }: EncodeAddedRequest,
  limits: EncodeLimits & { joined: boolean },
): Promise<Rendition[]> => {
  const { outDir, signal } = request;
  const { plan: whole } = await planOf(tool, request, limits);
  const rungs = addedRungs(whole, { codec, from });
  if (rungs.length === 0) return [];
  const plan = { ...whole, sounds: whole.sounds.slice(0, 1) };
  const folder = partialFolder(outDir);
  try {
    const folders = rungs.map(({ name }) => join(folder, name));
    for (const each of folders) await mkdir(each, { recursive: true });
    await runEncode(tool, request, { codec, plan, rungs, folder, limits });
    for (const each of folders) {
      await requireWhole(each);
      await joinSegments(each);
      await requireSegments(each, segments);
    }
    const described = rungs.map((rung) => describeRendition(join(folder, rung.name), rung, plan.frameRate));
    const renditions = await Promise.all(described);
    if (limits.joined) for (const each of folders) await joinRendition(each);
    if (signal?.aborted) throw new MediaError("aborted", "The work was stopped.");
    await swapIn(folder, outDir);
    request.onProgress?.(1);
    return renditions;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw asMediaError(error);
  }
};
