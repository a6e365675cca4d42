import { and, between, desc, eq, inArray, sql } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../contract/index.ts";
import type { Db } from "../../db/client.ts";
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
  const count = sql<number>`sum(${analysisSplits.count})`.mapWith(Number);
  const watchedS = sql<number>`sum(${analysisSplits.watchedS})`.mapWith(Number);
  const within = (span: { from: string; to: string }) =>
    and(eq(analysisSplits.kind, by), between(analysisSplits.day, span.from, span.to));
  const over = sql<number>`coalesce(sum(${analysisSplits.count})
    filter (where ${analysisSplits.day} <= ${closed.to}), 0)`.mapWith(Number);
  const rows = await db
    .select({ value: analysisSplits.value, count, watchedS, over })
    .from(analysisSplits)
    .where(within(range))
    .groupBy(analysisSplits.value)
    .orderBy(desc(count), analysisSplits.value);
  const items = rows.slice(0, most);
  const earlier =
    before && items.length > 0
      ? await db
          .select({ value: analysisSplits.value, count })
          .from(analysisSplits)
          .where(
            and(
              within(before),
              inArray(
                analysisSplits.value,
                items.map(({ value }) => value),
              ),
            ),
          )
          .groupBy(analysisSplits.value)
      : [];
  const counts = new Map(earlier.map((row) => [row.value, row.count]));
  return {
    total: rows.reduce((sum, row) => sum + row.count, 0),
    items: items.map(({ over: now, ...item }) => ({
      ...item,
      compared: before ? { now, before: counts.get(item.value) ?? 0 } : null,
    })),
  };
}
