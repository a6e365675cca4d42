import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { EncodeHlsRequest, Ladder } from "../../ports/media.ts";
import { planOf, soundFolder, type EncodeLimits, type Plan } from "./ladder-command.ts";
import { joinRendition } from "./join-rendition.ts";
import { joinSegments } from "./join-segments.ts";
import type { LocatedTool } from "./locate.ts";
import { asMediaError, MediaError } from "./media-error.ts";
import {
  describeRendition,
  masterPlaylist,
  parseMediaPlaylist,
  soundBandwidth,
  type Sounds,
} from "./playlists.ts";
import { requireWhole } from "./require-whole.ts";
import { tuneRungs } from "./rungs.ts";
import { runEncode } from "./run-encode.ts";
import { encodersFor, softwareH264 } from "./video-encoders.ts";
import { writeSidecars } from "./write-sidecars.ts";

/** Smallest share of the declared length that must be present: the last frames of a sound are often missing. */
const SHORTEST = 0.93;

const describeSounds = async ({ sounds }: Plan, folder: string): Promise<Sounds | null> => {
  const [main, ...further] = sounds;
  if (!main || further.length === 0) return null;
  const described = further.map(async (sound, i) => {
    const own = soundFolder(i + 1);
    return { ...sound, folder: own, bandwidth: await soundBandwidth(join(folder, own)) };
  });
  return { main, further: await Promise.all(described) };
};

/** A hidden folder for what is not finished, on the same disk. */
export const partialFolder = (outDir: string): string =>
  join(dirname(outDir), `.partial-${randomBytes(6).toString("hex")}`);

/** Moves a finished folder into place. The folder it replaces is missing only between two renames. */
export const swapIn = async (finished: string, target: string): Promise<void> => {
  const old = `${finished}.old`;
  const hadOld = await rename(target, old).then(
    () => true,
    () => false,
  );
  await rename(finished, target);
  if (hadOld) await rm(old, { recursive: true, force: true });
};

/**
 * Encodes a ladder into a hidden folder beside `outDir` and renames it at the end. Rejects with MediaError
 * (`unsupported`, `no_video`, `too_large`, `damaged`, `disk_full`, `timeout`, `aborted`, `encode_failed`) after it has
 * removed its output.
 */
export const encodeLadder = async (
  tool: LocatedTool,
  request: EncodeHlsRequest,
  limits: EncodeLimits & { joined: boolean },
): Promise<Ladder> => {
  const { outDir, signal, tuning } = request;
  const { plan, rungs: fixed } = await planOf(tool, request, limits);
  const bySoftware = encodersFor(tool.abilities, "h264", request.encoder)[0] === softwareH264;
  const chosen = tuning && bySoftware ? tuneRungs(fixed, tuning) : [];
  const rungs = chosen.length > 0 ? chosen : fixed;
  const folder = partialFolder(outDir);
  try {
    const apart = plan.sounds.slice(1).map((_sound, i) => soundFolder(i + 1));
    const folders = [...rungs.map((rung) => rung.name), ...apart].map((name) => join(folder, name));
    for (const each of folders) await mkdir(each, { recursive: true });
    await runEncode(tool, request, { codec: "h264", plan, rungs, folder, limits });
    for (const each of folders) await requireWhole(each);
    await writeSidecars(tool, folder, rungs, signal);
    for (const each of folders) await joinSegments(each);
    const renditions = await Promise.all(
      rungs.map((rung) => describeRendition(join(folder, rung.name), rung, plan.frameRate)),
    );
    renditions.sort((a, b) => a.bandwidth - b.bandwidth);
    await writeFile(
      join(folder, "master.m3u8"),
      masterPlaylist(renditions, await describeSounds(plan, folder)),
    );
    if (limits.joined) for (const each of folders) await joinRendition(each);
    const lowest = await readFile(join(folder, rungs[0]!.name, "index.m3u8"), "utf8");
    const durationS = parseMediaPlaylist(lowest).reduce((sum, segment) => sum + segment.durationS, 0);
    // A truncated file still declares its old length, and the tool encodes the present part without an error.
    if (durationS < plan.durationS * SHORTEST - 1)
      throw new MediaError("damaged", "The video ends before it should.");
    const ladder: Ladder = {
      durationS,
      height: rungs.at(-1)!.frame,
      renditions,
      tracks: plan.tracks,
    };
    if (signal?.aborted) throw new MediaError("aborted", "The work was stopped.");
    await swapIn(folder, outDir);
    request.onProgress?.(1);
    return ladder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw asMediaError(error);
  }
};
