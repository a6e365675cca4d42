import { and, between, desc, eq, inArray, or, sql } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { analysisTitles, movieTexts } from "../../db/schema.ts";
import { byPreference } from "../catalogue/localised.ts";
import { checkRange, daysBefore, monthsWithin, type Span } from "./range.ts";

/**
 * The titles that were watched most over a range of days. Whole months within it are read as months.
 * @throws Failure invalid for a range that can't be
 */
export async function analyseTitles(
  db: Db,
  input: ParsedOf<"z/analysis/titles"> & { locale: Locale; now: Date },
): Promise<OutputOf<"z/analysis/titles">> {
  const { sort, limit, locale } = input;
  const range = checkRange(input, input.now);
  const before = daysBefore(range, input.compare);
  const plays = sql<number>`sum(${analysisTitles.plays})`.mapWith(Number);
  const watchedS = sql<number>`sum(${analysisTitles.watchedS})`.mapWith(Number);
  const rows = await db
    .select({ id: analysisTitles.movieId, plays, watchedS })
    .from(analysisTitles)
    .where(within(range))
    .groupBy(analysisTitles.movieId)
    .orderBy(desc(sort === "plays" ? plays : watchedS), analysisTitles.movieId)
    .limit(limit);
  const ids = rows.map(({ id }) => id);
  const [names, earlier] = await Promise.all([
    namesOf(db, { ids, locale }),
    before && ids.length > 0
      ? db
          .select({ id: analysisTitles.movieId, plays, watchedS })
          .from(analysisTitles)
          .where(and(inArray(analysisTitles.movieId, ids), within(before)))
          .groupBy(analysisTitles.movieId)
      : [],
  ]);
  const then = new Map(earlier.map(({ id, ...sums }) => [id, sums]));
  return {
    items: rows.map((row) => ({
      ...row,
      title: names.get(row.id) ?? null,
      before: before ? (then.get(row.id) ?? { plays: 0, watchedS: 0 }) : null,
    })),
  };
}

function within(range: Span) {
  const { months, rest } = monthsWithin(range);
  const days = rest.map(({ from, to }) =>
    and(eq(analysisTitles.grain, "day"), between(analysisTitles.day, from, to)),
  );
  if (months.length === 0) return days[0];
  return or(and(eq(analysisTitles.grain, "month"), inArray(analysisTitles.day, months)), ...days);
}

/** @returns what titles are called in a language; one that is gone is not in it */
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
