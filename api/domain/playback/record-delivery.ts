import { and, eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { assets, episodes } from "../../db/schema.ts";
import { saveProgress } from "./progress.ts";
import { viewerOf } from "./viewer.ts";

/** Seconds of one segment (see the ladder in api/adapters/ffmpeg-media). */
const segmentS = 2;
/** Two segments further apart than this belong to two sittings, or to a jump. */
const sittingGapMs = 60_000;
const saveEveryMs = 4_000;
const maxSittings = 10_000;

type Sitting = { startedAt: number; startS: number; lastS: number; lastAt: number; savedAt: number };

export type Delivery = { subject: string; asset: string; segment: number; at: Date };

/**
 * Progress of players without JavaScript, read off the segments they fetch. A player buffers ahead, so the
 * place is never taken to be further than the time that has passed since the sitting began; a jump (or a
 * pause longer than a minute) begins a new one. At worst this resumes one buffer's length early.
 * @param onError told of a save that failed; delivery itself never waits for it
 */
export function createDeliveryRecorder({ db, onError }: { db: Db; onError: (error: unknown) => void }) {
  const sittings = new Map<string, Sitting>();

  function place(key: string, segment: number, now: number): Sitting {
    const deliveredS = segment * segmentS;
    const known = sittings.get(key);
    const continues =
      known && now - known.lastAt < sittingGapMs && Math.abs(deliveredS - known.lastS) <= 2 * segmentS;
    const sitting = continues
      ? known
      : { startedAt: now, startS: deliveredS, lastS: 0, lastAt: 0, savedAt: 0 };
    sitting.lastS = deliveredS;
    sitting.lastAt = now;
    sittings.delete(key);
    sittings.set(key, sitting);
    if (sittings.size > maxSittings) sittings.delete(sittings.keys().next().value!);
    return sitting;
  }

  async function save(delivery: Delivery, uid: string, positionS: number): Promise<void> {
    const [row] = await db
      .select({ id: episodes.movieId, index: episodes.index, durationS: assets.durationS })
      .from(episodes)
      .innerJoin(assets, eq(assets.id, episodes.assetId))
      .where(and(eq(episodes.assetId, delivery.asset)))
      .limit(1);
    if (!row) return;
    await saveProgress(db, {
      uid,
      id: row.id,
      index: row.index,
      positionS,
      durationS: row.durationS ?? 0,
      now: delivery.at,
    });
  }

  return (delivery: Delivery): void => {
    const { uid, tracked } = viewerOf(delivery.subject);
    if (!uid || !tracked) return;
    const now = delivery.at.getTime();
    const sitting = place(`${uid}/${delivery.asset}`, delivery.segment, now);
    if (now - sitting.savedAt < saveEveryMs) return;
    sitting.savedAt = now;
    const elapsedS = (now - sitting.startedAt) / 1000;
    const positionS = Math.min(sitting.lastS, sitting.startS + elapsedS);
    save(delivery, uid, positionS).catch(onError);
  };
}
