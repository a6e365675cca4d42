import { and, eq, lte, sql } from "drizzle-orm";
import type { ParsedOf } from "../../../contract/index.ts";
import { faultKinds } from "../../../contract/playback/values.ts";
import type { Db } from "../../db/client.ts";
import { analysisLate, episodes, movies, playbackQuality } from "../../db/schema.ts";
import type { Count } from "../../ports/meter.ts";
import { dayMs, dayOf } from "../kernel/day.ts";
import { deviceClass } from "../accounts/identity/device-class.ts";
import { latestDays } from "./sitting.ts";
import { published } from "../catalogue/cards.ts";
import { Failure } from "../kernel/failure.ts";
import { pastTime } from "../kernel/past-time.ts";

type Sitting = typeof playbackQuality.$inferInsert;

/**
 * Stores players' quality reports, one row per sitting. api/domain/analysis/roll-up.ts sums them and removes old ones.
 * A report that arrives after its day has ended has that day summed again; one that arrives too late for that is
 * dropped.
 * @throws Failure not_found for an unknown episode: it can't have been watched, so it is not counted
 */
export function createQualityRecord(db: Db, count: Count = () => {}) {
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
    const sitting = { ...told, ...kind, movieId: id, index, startedAt, reportedAt: now };
    const [before] = await db
      .select({
        report: playbackQuality.report,
        startMs: playbackQuality.startMs,
        errors: playbackQuality.errors,
      })
      .from(playbackQuality)
      .where(eq(playbackQuality.sitting, input.sitting));
    await keepSitting(db, sitting);
    if (!before || before.report < input.report) countNews(count, { before, now: sitting });
  };
}

type Told = { startMs: number | null; errors: Record<string, number> };

/** Counts what a report tells that the one before it did not. */
function countNews(count: Count, { before, now }: { before: Told | undefined; now: Told }): void {
  if (now.startMs !== null && (before?.startMs ?? null) === null)
    count({ what: "playback-start", seconds: now.startMs / 1000 });
  for (const kind of faultKinds) {
    const times = (now.errors[kind] ?? 0) - (before?.errors[kind] ?? 0);
    if (times > 0) count({ what: "playback-error", kind, times });
  }
}

/** Writes a sitting's report; a delayed report does not undo a later one. */
export async function keepSitting(db: Db, sitting: Sitting & { reportedAt: Date }): Promise<void> {
  const { sitting: _name, startedAt: _first, ...later } = sitting;
  const [kept] = await db
    .insert(playbackQuality)
    .values(sitting)
    .onConflictDoUpdate({
      target: playbackQuality.sitting,
      set: later,
      // A sitting belongs to one episode.
      setWhere: and(
        lte(playbackQuality.report, sql`excluded.report`),
        eq(playbackQuality.movieId, sitting.movieId),
        eq(playbackQuality.index, sitting.index),
      ),
    })
    .returning({ startedAt: playbackQuality.startedAt });
  if (!kept) return;
  // After the sitting, so that the roll-up that this triggers finds it.
  const day = dayOf(kept.startedAt);
  if (day < dayOf(sitting.reportedAt)) await db.insert(analysisLate).values({ day }).onConflictDoNothing();
}
