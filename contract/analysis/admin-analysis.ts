import { z } from "zod";
import { get } from "../call.ts";
import { episodeIndex, movieId } from "../fields.ts";
import { csvFile, iso } from "../admin-fields.ts";

/** A UTC day. */
const day = z.iso.date();
const count = z.int().min(0);

/** What is looked at: whole UTC days, both counted, at most 366 of them and none that is still to come. */
const range = { from: day, to: day };
/** What it is held against: the days just before, or the same days of the week a year (52 weeks) before. */
const compare = z.enum(["none", "previous", "year"]);
const span = z.strictObject({ from: day, to: day });
const split = z.enum(["language", "device", "source"]);

/** A point of a curve: a day, or in long ranges a week, whose figures are then the mean of its days. */
const point = z.strictObject({
  ...range,
  plays: z.number(),
  watchedS: z.number(),
  /** Different people, a day. */
  active: z.number(),
  /** Time to the first picture, milliseconds, by which three quarters of all films had begun. */
  startP75: z.number().nullable(),
  /** Share of sittings that stalled, 0 to 1. */
  stalled: z.number().nullable(),
});
export type AnalysisPoint = z.infer<typeof point>;

const totals = z.strictObject({
  plays: count,
  watchedS: count,
  /** Mean of the days. */
  active: z.number(),
  /** Different people in the 7 and in the 28 days that end with the last one. */
  active7: count,
  active28: count,
  signUps: count,
  /** Of those first seen in the range: all, members by now, VIPs at any time by now. */
  came: count,
  joined: count,
  vip: count,
  /** Films that began, and the times by which a half, three quarters and nineteen of twenty had. */
  starts: count,
  startP50: z.number().nullable(),
  startP75: z.number().nullable(),
  startP95: z.number().nullable(),
  /** Sittings whose player told how well it went; those that stalled, and for how long all together. */
  measured: count,
  measuredS: count,
  stalled: count,
  stalledMs: count,
  /** Sittings in which no picture came and something failed. */
  failed: count,
  errors: z.record(z.string(), count),
});
export type AnalysisTotals = z.infer<typeof totals>;

const retention = z.strictObject({
  id: movieId,
  /** In the caller's language; null for a title that is gone. */
  title: z.string().nullable(),
  index: episodeIndex,
  /** Of the title, with the plays in the range whose parts are known. */
  episodes: z.array(z.strictObject({ index: episodeIndex, title: z.string(), plays: count })),
  durationS: z.number().nullable(),
  plays: count,
  /** How many of these plays have shown each fortieth of the episode. */
  parts: z.array(count),
});

export const adminAnalysisCalls = {
  "z/analysis/days": get({
    access: "admin",
    permission: "analysis.read",
    summary: "Plays, watch time, people, quality and the way to membership over a range of days.",
    input: z.strictObject({ ...range, compare }),
    output: z.strictObject({
      range: span,
      before: span.nullable(),
      step: z.enum(["day", "week"]),
      /** Up to when events are in it; null = nothing has been summed up yet. */
      at: iso.nullable(),
      /** The first day there are sums of. */
      since: day.nullable(),
      /** The last point is of today, which is not over: it can only grow. */
      open: z.boolean(),
      points: z.array(point),
      pointsBefore: z.array(point).nullable(),
      totals,
      /** Of the days that are over, and of those they are held against: today is left out where there are other days. */
      compared: z.strictObject({ now: totals, before: totals }).nullable(),
    }),
  }),
  "z/analysis/split": get({
    access: "admin",
    permission: "analysis.read",
    summary: "Plays by language or device, or visits by source, most first.",
    input: z.strictObject({ ...range, compare, by: split }),
    output: z.strictObject({
      total: count,
      /** `value` '' = all the rarer ones. At most fifty. */
      items: z.array(
        z.strictObject({
          value: z.string(),
          count,
          watchedS: count,
          /** Of the days that are over, and of those they are held against. */
          compared: z.strictObject({ now: count, before: count }).nullable(),
        }),
      ),
    }),
  }),
  "z/analysis/titles": get({
    access: "admin",
    permission: "analysis.read",
    summary: "The titles that were watched most.",
    input: z.strictObject({
      ...range,
      compare,
      sort: z.enum(["plays", "watched"]),
      limit: z.int().min(1).max(100),
    }),
    output: z.strictObject({
      items: z.array(
        z.strictObject({
          id: movieId,
          /** In the caller's language; null for a title that is gone. */
          title: z.string().nullable(),
          plays: count,
          watchedS: count,
          /** Plays of the days that are over, and of those they are held against. */
          compared: z.strictObject({ now: count, before: count }).nullable(),
        }),
      ),
    }),
  }),
  "z/analysis/retention": get({
    access: "admin",
    permission: "analysis.read",
    summary: "How far plays of an episode went.",
    input: z.strictObject({ ...range, id: movieId, index: episodeIndex }),
    output: retention,
  }),
  "z/analysis/export": get({
    access: "admin",
    permission: "analysis.read",
    summary: "A panel of the analysis as CSV.",
    input: z.strictObject({
      ...range,
      panel: z.enum(["days", "language", "device", "source", "titles", "retention"]),
      /** Of `retention`. */
      id: movieId.optional(),
      index: episodeIndex.optional(),
    }),
    output: csvFile,
  }),
};
