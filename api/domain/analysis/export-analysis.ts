import { and, asc, between, eq } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { analysisSplits } from "../../db/schema.ts";
import { csvOf } from "../kernel/csv.ts";
import { invalidField } from "../kernel/failure.ts";
import { daysOf } from "../kernel/day.ts";
import { checkRange, type Span } from "./range.ts";
import { readDays, totalsOf } from "./read-days.ts";
import { analyseRetention } from "./read-retention.ts";
import { analyseMovies } from "./read-movies.ts";

type Input = ParsedOf<"z/analysis/export"> & { locale: Locale; now: Date };
type Table = { columns: string[]; rows: (string | number | null)[][] };

/** Most titles of a file: more are of no use in a spreadsheet. */
const mostMovies = 1_000;

const figures = [
  "plays",
  "watchedS",
  "active",
  "active7",
  "active28",
  "signUps",
  "came",
  "joined",
  "vip",
  "starts",
  "startP50",
  "startP75",
  "startP95",
  "measured",
  "measuredS",
  "stalled",
  "stalledMs",
  "failed",
] as const;

/**
 * A panel of the analysis as a CSV file, day by day if the panel has days.
 * @throws Failure invalid for an impossible range, or if a required movie is missing · not_found
 */
export async function exportAnalysis(db: Db, input: Input): Promise<OutputOf<"z/analysis/export">> {
  const range = checkRange(input, input.now);
  const { columns, rows } = await tableOf(db, input, range);
  return {
    name: `${["analysis", input.panel, input.id, range.from, range.to].filter(Boolean).join("-")}.csv`,
    csv: csvOf(rows, columns),
    rows: rows.length,
    next: null,
  };
}

async function tableOf(db: Db, input: Input, range: Span): Promise<Table> {
  switch (input.panel) {
    case "days":
      return daysTable(db, range);
    case "titles": {
      const query = { ...range, compare: "none", sort: "plays", limit: mostMovies } as const;
      const { items } = await analyseMovies(db, { ...query, locale: input.locale, now: input.now });
      return {
        columns: ["id", "title", "plays", "watched_s"],
        rows: items.map(({ id, title, plays, watchedS }) => [id, title, plays, watchedS]),
      };
    }
    case "retention": {
      const { id, index = 1 } = input;
      if (id === undefined) throw invalidField("id", "required");
      const { parts, plays } = await analyseRetention(db, { ...input, id, index });
      return {
        columns: ["from_share", "to_share", "plays_that_showed_it", "plays"],
        rows: parts.map((shown, part) => [part / parts.length, (part + 1) / parts.length, shown, plays]),
      };
    }
    default:
      return splitTable(db, input.panel, range);
  }
}

async function daysTable(db: Db, range: Span): Promise<Table> {
  const rows = new Map((await readDays(db, range)).map((row) => [row.day, row]));
  return {
    columns: [
      "day",
      ...figures.map((name) => name.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`)),
    ],
    rows: daysOf(range).map((day) => {
      const row = rows.get(day);
      const totals = totalsOf(row ? [row] : [], { from: day, to: day });
      return [day, ...figures.map((name) => totals[name])];
    }),
  };
}

async function splitTable(
  db: Db,
  kind: "language" | "device" | "source",
  { from, to }: Span,
): Promise<Table> {
  const rows = await db
    .select()
    .from(analysisSplits)
    .where(and(eq(analysisSplits.kind, kind), between(analysisSplits.day, from, to)))
    .orderBy(asc(analysisSplits.day), asc(analysisSplits.value));
  const visits = kind === "source";
  return {
    columns: ["day", kind, visits ? "visits" : "plays", ...(visits ? [] : ["watched_s"])],
    rows: rows.map((row) => [row.day, row.value, row.count, ...(visits ? [] : [row.watchedS])]),
  };
}
