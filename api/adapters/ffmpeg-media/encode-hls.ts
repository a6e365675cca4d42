import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { EncodeHlsRequest, Ladder } from "../../ports/media.ts";
import { encodeArgs, planOf, soundFolder, type EncodeLimits, type Plan } from "./ladder-command.ts";
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
import { encodeLimits } from "./process-limits.ts";
import { hasRoom, requireWhole } from "./require-whole.ts";
import { runProcess } from "./run-process.ts";
import { writeSidecars } from "./write-sidecars.ts";

const LOOK_FOR_ROOM_MS = 2_000;
/** Smallest share of the declared length that must be present: the last frames of a sound are often missing. */
const SHORTEST = 0.93;

const describeSounds = async ({ sounds }: Plan, folder: string): Promise<Sounds | null> => {
  const [main, ...further] = sounds;
  if (!main || further.length === 0) return null;
  const described = further.map(async ({ name, language }, i) => {
    const own = soundFolder(i + 1);
    return { name, language, folder: own, bandwidth: await soundBandwidth(join(folder, own)) };
  });
  return { main: { name: main.name, language: main.language }, further: await Promise.all(described) };
};

/** Moves a finished folder into place. The folder it replaces is missing only between two renames. */
const swapIn = async (finished: string, target: string): Promise<void> => {
  const old = `${finished}.old`;
  const hadOld = await rename(target, old).then(
    () => true,
    () => false,
  );
  await rename(finished, target);
  if (hadOld) await rm(old, { recursive: true, force: true });
};

const progressReader =
  (durationS: number, report: ((fraction: number) => void) | undefined) => (text: string) => {
    const microseconds = [...text.matchAll(/out_time_ms=(\d+)/g)].at(-1)?.[1];
    if (microseconds && report) report(Math.min(1, Number(microseconds) / 1e6 / Math.max(durationS, 0.1)));
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
  const { outDir, signal } = request;
  const { plan, rungs } = await planOf(tool, request, limits);
  const folder = join(dirname(outDir), `.partial-${randomBytes(6).toString("hex")}`);
  try {
    const apart = plan.sounds.slice(1).map((_sound, i) => soundFolder(i + 1));
    const folders = [...rungs.map((rung) => rung.name), ...apart].map((name) => join(folder, name));
    for (const each of folders) await mkdir(each, { recursive: true });
    const timeoutMs = 60_000 + plan.durationS * limits.timeoutPerSecondMs;
    const full = new AbortController();
    const watch = setInterval(() => {
      void hasRoom(folder).then((room) => room || full.abort());
    }, LOOK_FOR_ROOM_MS);
    try {
      await runProcess({
        path: tool.ffmpeg,
        args: encodeArgs(plan, rungs, folder),
        timeoutMs,
        limits: encodeLimits(timeoutMs),
        signal: signal ? AbortSignal.any([signal, full.signal]) : full.signal,
        lowPriority: request.lowPriority ?? true,
        onOutput: progressReader(plan.durationS, request.onProgress),
      });
    } catch (error) {
      throw full.signal.aborted ? new MediaError("disk_full", "The disk is full.") : error;
    } finally {
      clearInterval(watch);
    }
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
