import { between, eq, min } from "drizzle-orm";
import type { AnalysisPoint, AnalysisTotals, OutputOf, ParsedOf } from "../../../contract/index.ts";
import type { Db } from "../../db/client.ts";
import { keptQuery, type Slot } from "../../db/kept-query.ts";
import { analysisDays, analysisState } from "../../db/schema.ts";
import { dayOf, daysOf, spanOf } from "../kernel/day.ts";
import { checkRange, closedPart, daysBefore, stepOf, stepsOf, type Span } from "./range.ts";
import { addSteps, startTime } from "./start-times.ts";

type Row = typeof analysisDays.$inferSelect;

/**
 * Figures of the whole service over a range of days, and over the range it is compared with. A day without sums counts
 * as zero.
 * @throws Failure invalid for an impossible range
 */
export async function analyseDays(
  db: Db,
  input: ParsedOf<"z/analysis/days"> & { now: Date },
): Promise<OutputOf<"z/analysis/days">> {
  const range = checkRange(input, input.now);
  const closed = closedPart(range, input.now);
  const before = daysBefore(closed, input.compare);
  const [rows, rowsBefore, [state], [first]] = await Promise.all([
    readDays(db, range),
    before ? readDays(db, before) : null,
    readState(db, {}),
    readFirst(db, {}),
  ]);
  return {
    range,
    before,
    step: stepOf(range),
    at: state?.at.toISOString() ?? null,
    since: first?.day ?? null,
    open: stepsOf(range).at(-1)!.from === dayOf(input.now),
    points: pointsOf(rows, range, closed),
    pointsBefore: before && rowsBefore ? pointsOf(rowsBefore, before, before) : null,
    totals: totalsOf(rows, range),
    compared:
      before && rowsBefore
        ? {
            now: totalsOf(
              rows.filter(({ day }) => day <= closed.to),
              closed,
            ),
            before: totalsOf(rowsBefore, before),
          }
        : null,
  };
}

/** @returns the existing sums, by day */
export const readDays = keptQuery((db, slot: Slot<Span>) =>
  db
    .select()
    .from(analysisDays)
    .where(between(analysisDays.day, slot("from"), slot("to")))
    .orderBy(analysisDays.day),
);

const readState = keptQuery((db) =>
  db.select({ at: analysisState.until }).from(analysisState).where(eq(analysisState.id, "roll-up")),
);

const readFirst = keptQuery((db) => db.select({ day: min(analysisDays.day) }).from(analysisDays));

/** Leaves today out of its week: an incomplete day would lower the mean. */
function pointsOf(rows: Row[], range: Span, closed: Span): AnalysisPoint[] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return stepsOf(range).map((span) => {
    const over = { from: span.from, to: span.from < span.to && span.to > closed.to ? closed.to : span.to };
    const totals = totalsOf(
      daysOf(over).flatMap((day) => byDay.get(day) ?? []),
      over,
    );
    const days = spanOf(over);
    return {
      ...span,
      plays: totals.plays / days,
      watchedS: totals.watchedS / days,
      active: totals.active,
      startP75: totals.startP75,
      stalled: totals.measured > 0 ? totals.stalled / totals.measured : null,
    };
  });
}

/**
 * Totals of some days. Users are not summed: daily users are a mean, weekly and monthly users are those of the last
 * day.
 */
export function totalsOf(rows: Row[], range: Span): AnalysisTotals {
  const sum = (key: keyof Row & SumKey) => rows.reduce((all, row) => all + row[key], 0);
  const starts = rows.reduce<number[]>((all, row) => addSteps(all, row.starts), []);
  const errors: Record<string, number> = {};
  for (const row of rows)
    for (const [kind, times] of Object.entries(row.errors)) errors[kind] = (errors[kind] ?? 0) + times;
  const last = rows.find(({ day }) => day === range.to);
  return {
    plays: sum("plays"),
    watchedS: sum("watchedS"),
    active: sum("active") / spanOf(range),
    active7: last?.active7 ?? 0,
    active28: last?.active28 ?? 0,
    signUps: sum("signUps"),
    came: sum("came"),
    joined: sum("joined"),
    vip: sum("vip"),
    starts: starts.reduce((all, count) => all + count, 0),
    startP50: startTime(starts, 0.5),
    startP75: startTime(starts, 0.75),
    startP95: startTime(starts, 0.95),
    measured: sum("measured"),
    measuredS: sum("measuredS"),
    stalled: sum("stalled"),
    stalledMs: sum("stalledMs"),
    failed: sum("failed"),
    errors,
  };
}

type SumKey =
  | "plays"
  | "watchedS"
  | "active"
  | "signUps"
  | "came"
  | "joined"
  | "vip"
  | "measured"
  | "measuredS"
  | "stalled"
  | "stalledMs"
  | "failed";
