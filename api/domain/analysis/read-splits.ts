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
  const asked = { by, ...range, closedTo: closed.to, thenFrom: before?.from, thenTo: before?.to };
  const rows = await readValues(db, asked, before !== null);
  return {
    total: rows.reduce((sum, row) => sum + row.count, 0),
    items: rows.slice(0, most).map(({ now, then, ...item }) => ({
      ...item,
      compared: before ? { now, before: then } : null,
    })),
  };
}

type Asked = {
  by: string;
  from: string;
  to: string;
  closedTo: string;
  thenFrom: string | undefined;
  thenTo: string | undefined;
};

const { kind, day, value, count, watchedS } = analysisSplits;
const sumOf = (column: PgColumn, within: SQL) =>
  sql<number>`coalesce(sum(${column}) filter (where ${within}), 0)`.mapWith(Number);

/**
 * Values of a range of days, the most frequent first: `now` leaves out the day that is not over, `then` is of the range
 * it is compared with, which may overlap.
 */
const readValues = keptQuery((db, slot: Slot<Asked>, isCompared: boolean) => {
  const within = between(day, slot("from"), slot("to"));
  const earlier = isCompared ? between(day, slot("thenFrom"), slot("thenTo")) : sql`false`;
  return db
    .select({
      value,
      count: sumOf(count, within),
      watchedS: sumOf(watchedS, within),
      now: sumOf(count, sql`${within} and ${lte(day, slot("closedTo"))}`),
      then: sumOf(count, earlier),
    })
    .from(analysisSplits)
    .where(and(eq(kind, slot("by", kind)), or(within, earlier)))
    .groupBy(value)
    .having(sql`bool_or(${within})`)
    .orderBy(desc(sumOf(count, within)), value);
});
