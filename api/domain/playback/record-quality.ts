import { and, eq, lte, sql } from "drizzle-orm";
import type { ParsedOf } from "../../../contract/index.ts";
import type { Db } from "../../db/client.ts";
import { analysisLate, episodes, movies, playbackQuality } from "../../db/schema.ts";
import { dayMs, dayOf } from "../kernel/day.ts";
import { deviceClass } from "../accounts/identity/device-class.ts";
import { latestDays } from "./sitting.ts";
import { published } from "../catalogue/cards.ts";
import { Failure } from "../kernel/failure.ts";
import { pastTime } from "../kernel/past-time.ts";

type Sitting = typeof playbackQuality.$inferInsert;

/**
 * Keeps players' reports of how well films play, one row a sitting: what the analysis is summed up from, and what takes
 * the old ones away (api/domain/analysis/roll-up.ts). A report that comes after its day is over has that day summed up
 * again; one that comes too late for that is let go.
 * @throws Failure not_found for an episode there is none of: what nobody can have watched is not counted
 */
export function createQualityRecord(db: Db) {
  return async (input: ParsedOf<"playback/quality"> & { userAgent: string; now: Date }): Promise<void> => {
    const { now, id, index, ageS, at, userAgent, seen = 0, ...told } = input;
    const [known] = await db
      .select({ index: episodes.index })
      .from(episodes)
      .innerJoin(movies, and(eq(movies.id, episodes.movieId), published))
      .where(and(eq(episodes.movieId, id), eq(episodes.index, index)))
      .limit(1);
    if (!known) throw new Failure("not_found");
    const saidAt = at === undefined ? now : pastTime(at, now);
    const startedAt = new Date(saidAt.getTime() - ageS * 1000);
    if (now.getTime() - startedAt.getTime() > latestDays * dayMs) return;
    const kind = { deviceClass: deviceClass(userAgent), seen };
    await keepSitting(db, { ...told, ...kind, movieId: id, index, startedAt, reportedAt: now });
  };
}

/** Writes what is known of a sitting; what was held up does not undo what came after it. */
export async function keepSitting(db: Db, sitting: Sitting & { reportedAt: Date }): Promise<void> {
  const { sitting: _name, startedAt: _first, ...later } = sitting;
  const [kept] = await db
    .insert(playbackQuality)
    .values(sitting)
    .onConflictDoUpdate({
      target: playbackQuality.sitting,
      set: later,
      // A sitting is of one episode.
      setWhere: and(
        lte(playbackQuality.report, sql`excluded.report`),
        eq(playbackQuality.movieId, sitting.movieId),
        eq(playbackQuality.index, sitting.index),
      ),
    })
    .returning({ startedAt: playbackQuality.startedAt });
  if (!kept) return;
  // After the sitting: whoever sums the day up because of this finds it there.
  const day = dayOf(kept.startedAt);
  if (day < dayOf(sitting.reportedAt)) await db.insert(analysisLate).values({ day }).onConflictDoNothing();
}
