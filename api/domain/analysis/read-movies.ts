import { and, between, desc, eq, inArray, or, sql } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { analysisMovies, movieTexts } from "../../db/schema.ts";
import { byPreference } from "../kernel/localised.ts";
import { checkRange, closedPart, daysBefore, monthsWithin, type Span } from "./range.ts";

/**
 * The most watched movies over a range of days. Whole months within it are read from monthly sums.
 * @throws Failure invalid for an impossible range
 */
export async function analyseMovies(
  db: Db,
  input: ParsedOf<"z/analysis/titles"> & { locale: Locale; now: Date },
): Promise<OutputOf<"z/analysis/titles">> {
  const { sort, limit, locale } = input;
  const range = checkRange(input, input.now);
  const closed = closedPart(range, input.now);
  const before = daysBefore(closed, input.compare);
  const plays = sql<number>`sum(${analysisMovies.plays})`.mapWith(Number);
  const watchedS = sql<number>`sum(${analysisMovies.watchedS})`.mapWith(Number);
  const isToday = sql`${analysisMovies.grain} = 'day' and ${analysisMovies.day} > ${closed.to}`;
  const over = sql<number>`coalesce(sum(${analysisMovies.plays}) filter (where not (${isToday})), 0)`.mapWith(
    Number,
  );
  const rows = await db
    .select({ id: analysisMovies.movieId, plays, watchedS, over })
    .from(analysisMovies)
    .where(within(closed, range.to))
    .groupBy(analysisMovies.movieId)
    .orderBy(desc(sort === "plays" ? plays : watchedS), analysisMovies.movieId)
    .limit(limit);
  const ids = rows.map(({ id }) => id);
  const [names, earlier] = await Promise.all([
    namesOf(db, { ids, locale }),
    before && ids.length > 0
      ? db
          .select({ id: analysisMovies.movieId, plays })
          .from(analysisMovies)
          .where(and(inArray(analysisMovies.movieId, ids), within(before, before.to)))
          .groupBy(analysisMovies.movieId)
      : [],
  ]);
  const then = new Map(earlier.map((row) => [row.id, row.plays]));
  return {
    items: rows.map(({ over: now, ...row }) => ({
      ...row,
      title: names.get(row.id) ?? null,
      compared: before ? { now, before: then.get(row.id) ?? 0 } : null,
    })),
  };
}

/** Condition for the rows of some completed days, plus the days after them up to the last: today. */
function within(closed: Span, last: string) {
  const { months, rest } = monthsWithin(closed);
  const today = last > closed.to ? [{ from: last, to: last }] : [];
  const days = [...rest, ...today].map(({ from, to }) =>
    and(eq(analysisMovies.grain, "day"), between(analysisMovies.day, from, to)),
  );
  if (months.length === 0) return or(...days);
  return or(and(eq(analysisMovies.grain, "month"), inArray(analysisMovies.day, months)), ...days);
}

/** @returns movie titles in a language; removed movies are missing */
export async function namesOf(
  db: Db,
  { ids, locale }: { ids: string[]; locale: Locale },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([movieTexts.movieId], { id: movieTexts.movieId, title: movieTexts.title })
    .from(movieTexts)
    .where(inArray(movieTexts.movieId, ids))
    .orderBy(movieTexts.movieId, byPreference(movieTexts.locale, locale));
  return new Map(rows.map(({ id, title }) => [id, title]));
}
