import { and, eq, lt, lte, sql } from "drizzle-orm";
import type { ParsedOf } from "../../../contract/index.ts";
import type { Db } from "../../db/client.ts";
import { episodes, movies, playbackQuality } from "../../db/schema.ts";
import { published } from "../catalogue/cards.ts";
import { Failure } from "../failure.ts";

/** Long enough for one season to be held against the last; then it is nobody's business any more. */
export const qualityDays = 180;
const sweepEveryMs = 3_600_000;
const dayMs = 86_400_000;

/**
 * Keeps players' reports of how well films play, one row a sitting, and takes the old ones away as it goes.
 * @throws Failure not_found for an episode there is none of: what nobody can have watched is not counted
 */
export function createQualityRecord(db: Db) {
  let sweptAt = 0;

  return async (input: ParsedOf<"playback/quality"> & { now: Date }): Promise<void> => {
    const { now, id, index, ageS, sitting, ...told } = input;
    const [known] = await db
      .select({ index: episodes.index })
      .from(episodes)
      .innerJoin(movies, and(eq(movies.id, episodes.movieId), published))
      .where(and(eq(episodes.movieId, id), eq(episodes.index, index)))
      .limit(1);
    if (!known) throw new Failure("not_found");
    const startedAt = new Date(now.getTime() - ageS * 1000);
    const values = { ...told, movieId: id, index, startedAt, reportedAt: now };
    const { startedAt: _first, ...later } = values;
    await db
      .insert(playbackQuality)
      .values({ sitting, ...values })
      .onConflictDoUpdate({
        target: playbackQuality.sitting,
        set: later,
        // A sitting is of one episode; and what was held up does not undo what came after it.
        setWhere: and(
          lte(playbackQuality.report, sql`excluded.report`),
          eq(playbackQuality.movieId, id),
          eq(playbackQuality.index, index),
        ),
      });
    if (Math.abs(now.getTime() - sweptAt) < sweepEveryMs) return;
    sweptAt = now.getTime();
    const old = new Date(now.getTime() - qualityDays * dayMs);
    await db.delete(playbackQuality).where(lt(playbackQuality.startedAt, old));
  };
}
