import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Locale } from "../../../contract/locales.ts";
import { assets, episodes, type AssetFacts } from "../../db/schema.ts";
import { deviceClass } from "../accounts/identity/device-class.ts";
import { parts, playFromS } from "./sitting.ts";
import { saveProgress, type ProgressDeps } from "./progress.ts";
import { keepSitting } from "./record-quality.ts";
import { runsOf } from "./teaser.ts";
import { viewerOf } from "./viewer.ts";

/** Seconds of a segment of assets that were encoded before their facts were stored. */
const unknownLengthS = 2;
/** Segments that come further apart than this, or are further apart in the video, belong to two sittings. */
const sittingGapMs = 60_000;
const sittingGap = 2;
const saveEveryMs = 4_000;
const maxSittings = 10_000;

type Sitting = {
  /** Names the sitting in the analysis only. */
  name: string;
  startedAt: number;
  /** Numbers of the segments. */
  first: number;
  last: number;
  lastAt: number;
  savedAt: number;
  report: number;
};

export type Delivery = {
  subject: string;
  asset: string;
  segment: number;
  at: Date;
  userAgent: string;
  locale: Locale;
};

/**
 * Progress of players without JavaScript, derived from the segments they fetch. A player buffers ahead, so the position
 * advances at most by the time since the sitting began. A jump (or a pause longer than a minute) starts a new sitting.
 * At worst this resumes one buffer's length early.
 * @param onError receives the error of a failed save; delivery never waits for it
 */
export function createDeliveryRecorder({
  onError,
  ...deps
}: ProgressDeps & { onError: (error: unknown) => void }) {
  const { db } = deps;
  const sittings = new Map<string, Sitting>();

  function place(key: string, segment: number, now: number): Sitting {
    const known = sittings.get(key);
    const continues =
      known && now - known.lastAt < sittingGapMs && Math.abs(segment - known.last) <= sittingGap;
    const sitting = continues
      ? known
      : {
          name: randomUUID(),
          startedAt: now,
          first: segment,
          last: segment,
          lastAt: 0,
          savedAt: 0,
          report: 0,
        };
    sitting.last = segment;
    sitting.lastAt = now;
    sittings.delete(key);
    sittings.set(key, sitting);
    if (sittings.size > maxSittings) sittings.delete(sittings.keys().next().value!);
    return sitting;
  }

  async function save(delivery: Delivery, uid: string, sitting: Sitting): Promise<void> {
    const { first, last, startedAt, lastAt } = sitting;
    const report = (sitting.report += 1);
    const [row] = await db
      .select({
        id: episodes.movieId,
        index: episodes.index,
        durationS: assets.durationS,
        facts: assets.facts,
      })
      .from(episodes)
      .innerJoin(assets, eq(assets.id, episodes.assetId))
      .where(and(eq(episodes.assetId, delivery.asset)))
      .limit(1);
    if (!row) return;
    const runs = row.facts?.segments ?? [];
    const startS = startOf(runs, first);
    const watchedS = Math.min(startOf(runs, last) - startS, (lastAt - startedAt) / 1000);
    const positionS = startS + watchedS;
    await saveProgress(deps, {
      uid,
      id: row.id,
      index: row.index,
      positionS,
      durationS: row.durationS ?? 0,
      now: delivery.at,
    });
    // A page whose scripts start late played without them for a moment: then the scripts report the sitting.
    if (watchedS < playFromS) return;
    await keepSitting(db, {
      ...plain,
      sitting: sitting.name,
      movieId: row.id,
      index: row.index,
      report,
      watchedS,
      seen: row.durationS ? partsBetween(startS / row.durationS, positionS / row.durationS) : 0,
      deviceClass: deviceClass(delivery.userAgent),
      locale: delivery.locale,
      startedAt: new Date(startedAt),
      reportedAt: delivery.at,
    });
  }

  return (delivery: Delivery): void => {
    const { uid, tracked } = viewerOf(delivery.subject);
    if (!uid || !tracked) return;
    const now = delivery.at.getTime();
    const sitting = place(`${uid}/${delivery.asset}`, delivery.segment, now);
    if (now - sitting.savedAt < saveEveryMs) return;
    sitting.savedAt = now;
    save(delivery, uid, sitting).catch(onError);
  };
}

/** Where a segment begins, in seconds. */
function startOf(runs: AssetFacts["segments"], segment: number): number {
  if (runs.length === 0) return segment * unknownLengthS;
  return runsOf(runs, { segments: segment }).reduce((sum, [lengthS, count]) => sum + lengthS * count, 0);
}

/** A player without scripts reports no details. */
const plain = {
  startMs: null,
  stalls: 0,
  stalledMs: 0,
  errors: {},
  bitrate: null,
  switches: 0,
  player: "plain",
  device: "unknown",
  connection: "unknown",
};

/** The parts of an episode between two positions, as the bits of `seen`. Positions are shares of its length, 0 to 1. */
function partsBetween(from: number, to: number): number {
  const last = Math.min(parts - 1, Math.floor(to * parts));
  let seen = 0;
  for (let part = Math.floor(from * parts); part <= last; part++) seen += 2 ** part;
  return seen;
}
