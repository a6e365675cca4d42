import { and, between, desc, eq, lte, or, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { OutputOf, ParsedOf } from "../../../contract/index.ts";
import type { Db } from "../../db/client.ts";
import { keptQuery, type Slot } from "../../db/kept-query.ts";
import { analysisSplits } from "../../db/schema.ts";
import { checkRange, closedPart, daysBefore } from "./range.ts";

/** Most values listed; the total includes the rest. */
const most = 50;

/**
 * Plays by language or device, or visits by source, over a range of days.
 * @throws Failure invalid for an impossible range
 */
export async function analyseSplit(
  db: Db,
  input: ParsedOf<"z/analysis/split"> & { now: Date },
): Promise<OutputOf<"z/analysis/split">> {
  const { by } = input;
  const range = checkRange(input, input.now);
  const closed = closedPart(range, input.now);
  const before = daysBefore(closed, input.compare);
  const counted = { by, ...range, closedTo: closed.to };
  const rows = before
    ? await readCompared(db, { ...counted, thenFrom: before.from, thenTo: before.to })
    : await readValues(db, counted);
  return {
    total: rows.reduce((sum, row) => sum + row.count, 0),
    items: rows.slice(0, most).map(({ now, then, ...item }) => ({
      ...item,
      compared: before ? { now, before: then } : null,
    })),
  };
}

type Asked = { by: string; from: string; to: string; closedTo: string };
type Compared = Asked & { thenFrom: string; thenTo: string };

const { kind, day, value, count, watchedS } = analysisSplits;
const sumOf = (column: PgColumn, within: SQL | undefined) =>
  sql<number>`coalesce(sum(${column}) filter (where ${within}), 0)`.mapWith(Number);

/** Values of a range of days, the most frequent first. `now` leaves out the day that is not over. */
const readValues = keptQuery((db, slot: Slot<Asked>) => {
  const within = between(day, slot("from"), slot("to"));
  return db
    .select({
      value,
      count: sumOf(count, within),
      watchedS: sumOf(watchedS, within),
      now: sumOf(count, lte(day, slot("closedTo"))),
      then: sql<number>`0`.mapWith(Number),
    })
    .from(analysisSplits)
    .where(and(eq(kind, slot("by", kind)), within))
    .groupBy(value)
    .orderBy(desc(sumOf(count, within)), value);
});

/** The same, with how often they came (`then`) in an earlier range, which may overlap. */
const readCompared = keptQuery((db, slot: Slot<Compared>) => {
  const within = between(day, slot("from"), slot("to"));
  const earlier = between(day, slot("thenFrom"), slot("thenTo"));
  return db
    .select({
      value,
      count: sumOf(count, within),
      watchedS: sumOf(watchedS, within),
      now: sumOf(count, and(within, lte(day, slot("closedTo")))),
      then: sumOf(count, earlier),
    })
    .from(analysisSplits)
    .where(and(eq(kind, slot("by", kind)), or(within, earlier)))
    .groupBy(value)
    .having(sql`bool_or(${within})`)
    .orderBy(desc(sumOf(count, within)), value);
});
