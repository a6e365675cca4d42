import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import type { CaptioningPhase, CaptioningProblem } from "../../contract/ingest/values.ts";
import type { Job } from "../db/jobs.ts";
import { assets, episodes } from "../db/schema.ts";
import { captionsFolder } from "../domain/ingest/captions/captioning-row.ts";
import { chooseSound } from "../domain/ingest/captions/choose-sound.ts";
import {
  claimCaptioning,
  giveCaptioningBack,
  giveUpCaptioning,
  reportCaptioning,
  tryCaptioningLater,
  type ClaimedCaptioning,
} from "../domain/ingest/captions/claim-captioning.ts";
import { publishCaptions } from "../domain/ingest/captions/publish-captions.ts";
import { readCaptions } from "../domain/ingest/captions/read-captions.ts";
import { Failure } from "../domain/kernel/failure.ts";
import { LeaseLost } from "../domain/kernel/lease.ts";
import { readAssetFacts } from "../domain/playback/media/read-facts.ts";
import { isStorageFailure } from "../domain/service/files/storage-failure.ts";
import { requireRoom } from "../domain/service/files/room.ts";
import type { CaptionsTool } from "../ports/captions.ts";
import type { RemoteSource } from "../ports/files.ts";
import type { MediaErrorCode, MediaFailure } from "../ports/media.ts";
import type { EncodeDeps } from "./encode-deps.ts";
import { fetchSound, SoundGone } from "./fetch-sound.ts";
import { followProgress, type Follower } from "./follow-progress.ts";

export type CaptionDeps = Pick<
  EncodeDeps,
  | "db"
  | "jobs"
  | "lease"
  | "held"
  | "media"
  | "assetStore"
  | "mediaDir"
  | "clock"
  | "free"
  | "mostAttempts"
  | "onBug"
  | "onPublished"
> & {
  captions: CaptionsTool;
  assetSource: RemoteSource;
  /** Milliseconds that the program may take; left out, by the length of the video. */
  captionsMs?: (() => number) | undefined;
  /** Called when the program is about to listen; for tests of a process that is killed then. */
  onListen?: (() => void) | undefined;
};

/** Bytes of a second of what the program hears. */
const heardPerS = 32_000;
/** Share of the work that reading the sound from the video is. */
const soundShare = 0.05;
const minuteMs = 60_000;

/**
 * The largest models take about ten times the length of a video on a processor.
 * @returns milliseconds; less than the queue's limit of a day
 */
const limitFor = (durationS: number) => Math.min(23 * 60 * minuteMs, 10 * minuteMs + 12_000 * durationS);

/** Why there are no captions, and nothing that waiting would change. */
class NoCaptions extends Error {
  readonly problem: CaptioningProblem;
  readonly detail: string;
  constructor(problem: CaptioningProblem, detail = "") {
    super(problem);
    this.problem = problem;
    this.detail = detail;
  }
}
/** The episode has another asset by now, whose sound has to be read instead. */
class OtherVideo extends Error {}

/**
 * Makes captions of an episode's sound by the operator's program, and publishes them. Every expected result is recorded;
 * a thrown error is a bug, and the queue repeats the job.
 * @param stopping fires when this process ends: unfinished work goes back to the queue
 */
export async function makeCaptions(deps: CaptionDeps, job: Job, stopping: AbortSignal): Promise<void> {
  const { db, clock, lease, held, mostAttempts } = deps;
  const claim = randomUUID();
  held.add(claim);
  try {
    const order = { jobId: job.id, claim, lease, mostAttempts, now: clock.now() };
    const claimed = await claimCaptioning(db, { ...order, id: job.data["captioning"] ?? "" });
    if (claimed) await work(deps, claimed, { job, stopping });
  } finally {
    held.delete(claim);
  }
}

async function work(
  deps: CaptionDeps,
  claimed: ClaimedCaptioning,
  { job, stopping }: { job: Job; stopping: AbortSignal },
): Promise<void> {
  const { db, clock } = deps;
  const follower = followProgress<CaptioningPhase>("sound", (progress) =>
    reportCaptioning(db, claimed, { ...progress, now: clock.now() }),
  );
  const signal = AbortSignal.any([stopping, job.signal, follower.lost]);
  const folder = join(captionsFolder(deps.mediaDir), claimed.claim);
  try {
    await make(deps, claimed, { follower, signal, folder });
  } catch (error) {
    await follower.stop();
    const isLost = error instanceof LeaseLost || follower.lost.aborted || job.signal.aborted;
    if (!isLost) await settle(deps, claimed, { error, stopping });
  } finally {
    await follower.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Work = { follower: Follower<CaptioningPhase>; signal: AbortSignal; folder: string };

async function make(
  deps: CaptionDeps,
  claimed: ClaimedCaptioning,
  { follower, signal, folder }: Work,
): Promise<void> {
  const { asset, durationS, bitrate, spoken } = await soundOf(deps, claimed);
  const bytes = durationS * (heardPerS + bitrate / 8);
  await mkdir(folder, { recursive: true });
  await requireRoom(deps.mediaDir, { bytes, free: deps.free });
  follower.begin("sound", { from: 0, to: soundShare });
  const [part, heard, out] = ["sound.mp4", "speech.wav", "out"].map((name) => join(folder, name));
  await fetchSound(deps, { asset, folder: spoken.folder, into: part!, signal });
  const media = await deps.media.get();
  await media.extractSpeech(part!, { signal, into: heard!, durationS }).catch((error: unknown) => {
    const { code, detail } = error as MediaFailure;
    throw code === "encode_failed" || code === "too_large" ? new NoCaptions("damaged", detail) : error;
  });
  await rm(part!);
  await mkdir(out!);
  follower.begin("speech", { from: soundShare, to: 1 });
  deps.onListen?.();
  const known = claimed.locale ?? spoken.language;
  const written = await deps.captions.write({
    sound: heard!,
    folder: out!,
    language: known && new Intl.Locale(known).language,
    timeoutMs: deps.captionsMs?.() ?? limitFor(durationS),
    onProgress: follower.at,
    signal,
  });
  const read = readCaptions(written.vtt, { durationS });
  if ("problem" in read) throw new NoCaptions(read.problem);
  const locale = known ?? written.language ?? "und";
  const now = deps.clock.now();
  const result = await publishCaptions(deps, { claimed, asset, locale, cues: read.cues, now });
  if (result === "taken") throw new NoCaptions("taken");
  if (result === "replaced") throw new OtherVideo();
  deps.onPublished();
}

/** The sound that captions are made of, as the episode has it now. */
async function soundOf({ db, assetStore }: CaptionDeps, claimed: ClaimedCaptioning) {
  const { movieId, episodeIndex } = claimed;
  const [asset] = await db
    .select({
      id: assets.id,
      state: assets.state,
      facts: assets.facts,
      durationS: assets.durationS,
      sounds: assets.sounds,
    })
    .from(episodes)
    .innerJoin(assets, eq(assets.id, episodes.assetId))
    .where(and(eq(episodes.movieId, movieId), eq(episodes.index, episodeIndex)));
  if (asset?.state !== "ready" || !asset.durationS) throw new NoCaptions("no_video");
  const facts = asset.facts ?? (await readAssetFacts(assetStore, asset.id));
  const spoken = chooseSound(facts, { choices: asset.sounds, asked: claimed.locale });
  if (!spoken) throw new NoCaptions("no_sound");
  const { bitrate = 0 } = facts.renditions[0] ?? {};
  return { asset: asset.id, durationS: asset.durationS, bitrate, spoken };
}

/** Problems that go away without an admin: further attempts do no harm, so they are not counted. */
const passing: Partial<Record<MediaErrorCode, CaptioningProblem>> = {
  unavailable: "no_tool",
  disk_full: "disk_full",
};
const lasting: Partial<Record<MediaErrorCode, CaptioningProblem>> = {
  timeout: "timeout",
  too_large: "too_large",
  encode_failed: "tool_failed",
};

/** Records why it ended without captions. */
async function settle(
  deps: CaptionDeps,
  claimed: ClaimedCaptioning,
  { error, stopping }: { error: unknown; stopping: AbortSignal },
): Promise<void> {
  const now = deps.clock.now();
  if (stopping.aborted || error instanceof OtherVideo) return giveCaptioningBack(deps, claimed, now);
  const failed = problemOf(error);
  if (failed && !failed.passes) return giveUpCaptioning(deps.db, claimed, { ...failed, now });
  if (failed?.problem === "no_tool") deps.media.forget();
  if (!failed) deps.onBug(error, "captions");
  const why = failed ?? { problem: "tool_failed" as const, detail: "" };
  const counted = failed === null;
  await tryCaptioningLater(deps, claimed, { ...why, counted, mostAttempts: deps.mostAttempts, now });
}

/** @returns null for a bug */
function problemOf(error: unknown): { problem: CaptioningProblem; detail: string; passes: boolean } | null {
  if (error instanceof NoCaptions) return { problem: error.problem, detail: error.detail, passes: false };
  if (error instanceof SoundGone) return { problem: "damaged", detail: error.message, passes: false };
  if (isStorageFailure(error)) return { problem: "storage_away", detail: error.message, passes: true };
  const { code, detail = "" } = error as MediaFailure & NodeJS.ErrnoException;
  const full = code as string;
  if (full === "ENOSPC" || full === "EDQUOT" || (error instanceof Failure && error.code === "storage_full"))
    return { problem: "disk_full", detail: "", passes: true };
  if (passing[code]) return { problem: passing[code], detail, passes: true };
  return lasting[code] ? { problem: lasting[code], detail, passes: false } : null;
}
