import { randomUUID } from "node:crypto";
import { mkdir, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { and, eq } from "drizzle-orm";
import { addedCodecs, type AddedCodec, type EncodingPhase } from "../../contract/ingest/values.ts";
import type { Db } from "../db/client.ts";
import type { Job } from "../db/jobs.ts";
import { assets, encodings, episodes, type MeasuredSound } from "../db/schema.ts";
import {
  claimEncoding,
  giveBack,
  giveUp,
  report,
  tryLater,
  type Claimed,
} from "../domain/ingest/encoding/claim-encoding.ts";
import { LeaseLost } from "../domain/kernel/lease.ts";
import { clearEncoding } from "../domain/ingest/encoding/clear-leftovers.ts";
import { workFolder } from "../domain/ingest/encoding/encoding-row.ts";
import { levelGain } from "../domain/ingest/encoding/level-gain.ts";
import { publishEncoding } from "../domain/ingest/encoding/publish-encoding.ts";
import { drawFrame, setArtworkFrom } from "../domain/ingest/encoding/set-pictures.ts";
import type { NewSubtitle } from "../domain/ingest/subtitles/put-subtitles.ts";
import { readCues } from "../domain/playback/media/read-cues.ts";
import { readSidecars } from "../domain/ingest/subtitles/read-sidecars.ts";
import type { ExtractedSubtitle } from "../ports/media.ts";
import { addRenditions } from "./add-renditions.ts";
import { borrowSource } from "./borrow-source.ts";
import {
  pictureOptions,
  type EncodeDeps,
  type EncodeEnd,
  type EncodeStep,
  type EncodingSettings,
  type Work,
} from "./encode-deps.ts";
import { Damaged, problemOf } from "./encode-problem.ts";
import { followProgress } from "./follow-progress.ts";
import { tuneFilm } from "./tune-film.ts";

const thumbnailRung = 240;

/**
 * Turns a stored file into a playable movie: probes it, measures its sounds, takes a still of its episode (and a
 * poster if the title has none), encodes and publishes; a long movie gets a preview first. Every expected result is recorded; a thrown error is a bug,
 * and the queue repeats the job.
 * @param stopping fires when this process ends: unfinished work goes back to the queue
 */
export async function encodeVideo(deps: EncodeDeps, job: Job, stopping: AbortSignal): Promise<void> {
  const { db, clock, lease, held, mostAttempts } = deps;
  const id = job.data["encoding"] ?? "";
  const claim = randomUUID();
  held.add(claim);
  try {
    const order = { id, jobId: job.id, claim, lease, mostAttempts, now: clock.now() };
    const claimed = await claimEncoding(db, order);
    if (claimed) await encodeClaimed(deps, claimed, { job, stopping });
  } finally {
    held.delete(claim);
  }
}

async function encodeClaimed(
  deps: EncodeDeps,
  claimed: Claimed,
  { job, stopping }: { job: Job; stopping: AbortSignal },
): Promise<void> {
  const { db, clock } = deps;
  const { id } = claimed;
  const began = performance.now();
  const end = (how: Omit<EncodeEnd, "encoding" | "seconds">) => {
    const seconds = (performance.now() - began) / 1000;
    deps.onEnd?.({ encoding: id, seconds: Math.round(seconds * 10) / 10, ...how });
    if (how.result !== "given-back") deps.count?.({ what: "encoding", result: how.result, seconds });
  };
  deps.onBegin?.(id);
  const follower = followProgress<EncodingPhase>("reading", (progress) =>
    report(db, claimed, { ...progress, now: clock.now() }),
  );
  const signal = AbortSignal.any([stopping, job.signal, follower.lost]);
  const folder = join(workFolder(deps.mediaDir, id), claimed.claim);
  try {
    await clearEncoding(deps, id);
    deps.onStep?.("claimed", id);
    const make = claimed.codecs ? addRenditions : work;
    const { renditions } = await make(deps, claimed, { follower, signal, folder });
    await follower.stop();
    await clearEncoding(deps, id);
    end({ result: "done", renditions });
  } catch (error) {
    await follower.stop();
    if (error instanceof LeaseLost || follower.lost.aborted || job.signal.aborted) {
      // Another worker may have started on it already: remove only our own files.
      await rm(folder, { recursive: true, force: true });
      await rmdir(dirname(folder)).catch(() => {});
      return;
    }
    await clearEncoding(deps, id);
    end(await settle(deps, claimed, { error, stopping }));
  }
}

async function work(
  deps: EncodeDeps,
  claimed: Claimed,
  { follower, signal, folder }: Work,
): Promise<{ renditions: number }> {
  const { clock } = deps;
  const { id } = claimed;
  const step = (name: EncodeStep) => deps.onStep?.(name, id);
  const read = await readSource(deps, claimed, { signal, folder, step });
  const { media, source, durationS, short, gainsDb, tracks, frame } = read;
  const isLong = durationS >= deps.previewFromS && short > thumbnailRung;
  const { encoder, addedCodecs: chosen, perTitleRungs } = await deps.settings();
  const common = { source, gainsDb, signal, ...pictureOptions(deps, { encoder, encoding: id }) };
  if (isLong && !(await hasVideo(deps.db, claimed))) {
    const outDir = join(folder, "preview");
    follower.begin("preview", { from: 0, to: 0.15 });
    const made = await media.encodeHls({
      ...common,
      outDir,
      rungs: [thumbnailRung],
      onProgress: follower.at,
    });
    step("preview-made");
    const preview = {
      claimed,
      what: "preview" as const,
      folder: outDir,
      encoded: made,
      tracks,
      frame,
      signal,
    };
    await publishEncoding(deps, { ...preview, now: clock.now() });
    deps.onPublished();
    step("preview-published");
  }

  const outDir = join(folder, "film");
  const from = isLong ? 0.15 : 0;
  // Samples encode nothing of the film itself: they are no progress.
  follower.begin("reading", { from, to: from });
  step("tuning-begun");
  const request = { source, encoder, signal };
  const tuning = await tuneFilm(deps, claimed, { media, request, isOn: perTitleRungs });
  step("tuned");
  follower.begin("ladder", { from, to: 1 });
  step("ladder-begun");
  let half = false;
  const ladder = await media.encodeHls({
    ...common,
    outDir,
    tuning,
    onProgress: (fraction) => {
      follower.at(fraction);
      if (fraction >= 0.5 && !half) step("ladder-half");
      half ||= fraction >= 0.5;
    },
  });
  step("ladder-made");
  const shown = { encoded: ladder, tracks, frame };
  const publication = { claimed, what: "whole" as const, folder: outDir, ...shown, signal };
  const codecs = ladder.height >= deps.addedFrom ? codecsOf(chosen) : [];
  await publishEncoding(deps, { ...publication, codecs, now: clock.now(), onMoved: () => step("moved") });
  deps.onPublished();
  step("published");
  return { renditions: ladder.renditions.length };
}

/** All that is known of a stored file before it is encoded: sounds, subtitles and a frame are read from it. */
async function readSource(
  deps: EncodeDeps,
  claimed: Claimed,
  { signal, folder, step }: Pick<Work, "signal" | "folder"> & { step: (name: EncodeStep) => void },
) {
  const { db, storage, clock } = deps;
  await mkdir(folder, { recursive: true });
  const media = await deps.media.get();
  const source = await borrowSource(deps, { key: claimed.source, folder, signal });
  const { video, durationS } = await media.probe(source, { signal });
  if (!video) throw new Damaged("no_video");
  if (durationS <= 0) throw new Damaged("damaged");
  step("probed");

  const sounds = (await media.measureLoudness(source, { signal })).map((one): MeasuredSound => {
    return { ...one, gainDb: levelGain(one) };
  });
  const gainsDb = Object.fromEntries(sounds.map(({ index, gainDb }) => [index, gainDb]));
  const texts = await media.extractSubtitles(source, { signal, workDir: folder });
  const beside = await readSidecars(storage, { sidecars: claimed.sidecars ?? [], durationS });
  for (const sidecar of beside.sidecars) if (sidecar.problem) deps.onLeftOut?.(sidecar, claimed.id);
  // The last track of a language and kind wins: a subtitle file beside the movie replaces an embedded one.
  const tracks = [...texts.flatMap((text) => trackOf(text)), ...beside.tracks];
  const sidecars = claimed.sidecars && beside.sidecars;
  await report(db, claimed, { sounds, sidecars, now: clock.now() });
  step("measured");
  const taken = await media.takeStill(source, { durationS, workDir: folder, signal });
  if (taken && (await setArtworkFrom(deps, { claimed, frame: taken }))) deps.onPublished();
  const frame = taken && (await drawFrame(deps.pictures, taken));
  step("pictured");
  return { media, source, durationS, short: Math.min(video.width, video.height), gainsDb, tracks, frame };
}

/** Records why it ended without a movie. */
async function settle(
  deps: EncodeDeps,
  claimed: Claimed,
  { error, stopping }: { error: unknown; stopping: AbortSignal },
): Promise<Omit<EncodeEnd, "encoding" | "seconds">> {
  const now = deps.clock.now();
  if (stopping.aborted) {
    await giveBack(deps, claimed, now);
    return { result: "given-back" };
  }
  const { problem, detail, lasting, counted } = problemOf(error);
  if (problem === "no_tool") deps.media.forget();
  if (problem === "unknown") deps.onBug(error, "encoding");
  const why = { problem: problem === "unknown" ? ("encode_failed" as const) : problem, detail, now };
  if (lasting) await giveUp(deps.db, claimed, why);
  else await tryLater(deps, claimed, { ...why, counted, mostAttempts: deps.mostAttempts });
  const isOver = lasting || (counted && claimed.attempts >= deps.mostAttempts);
  return { result: isOver ? "failed" : "retried", problem: why.problem };
}

async function hasVideo(db: Db, { movieId, id }: Claimed): Promise<boolean> {
  const [row] = await db
    .select({ state: assets.state })
    .from(encodings)
    .innerJoin(
      episodes,
      and(eq(episodes.movieId, encodings.movieId), eq(episodes.index, encodings.episodeIndex)),
    )
    .innerJoin(assets, eq(assets.id, episodes.assetId))
    .where(and(eq(encodings.id, id), eq(encodings.movieId, movieId)));
  return row?.state === "ready";
}

const codecsOf = (chosen: EncodingSettings["addedCodecs"]): AddedCodec[] =>
  addedCodecs.filter((codec) => chosen === codec || chosen === "both");

/** A track without a language is dropped, because viewers choose tracks by language. */
function trackOf({ language, title, forHearing, vtt }: ExtractedSubtitle): NewSubtitle[] {
  if (readCues(vtt).length === 0) return [];
  const kind = forHearing ? "captions" : "subtitles";
  return [{ locale: language ?? "und", kind, text: vtt, ...(title && { label: title }) }];
}
