import { z } from "zod";
import { get, post } from "../call.ts";
import { episodeIndex, movieId } from "../fields.ts";
import { inSeason } from "../models.ts";
import { comparisons } from "./values.ts";
import { csvFile, iso } from "../admin-fields.ts";

/** A UTC day. */
const day = z.iso.date();
const count = z.int().min(0);

/** Selected range: whole UTC days, both included, at most 366 of them and none in the future. */
const range = { from: day, to: day };
const compare = z.enum(comparisons);
const span = z.strictObject({ from: day, to: day });
const split = z.enum(["language", "device", "source"]);

/** A point of a curve: a day, or in long ranges a week with the mean values of its days. */
const point = z.strictObject({
  ...range,
  plays: z.number(),
  watchedS: z.number(),
  /** Different users per day. */
  active: z.number(),
  /** Time to the first picture, milliseconds: three quarters of all plays started within it. */
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
  /** Different users in the 7 and in the 28 days that end with the last day. */
  active7: count,
  active28: count,
  signUps: count,
  /** Of the users first seen in the range: all, those who are members by now, those who have been VIP at any time. */
  came: count,
  joined: count,
  vip: count,
  /** Plays that started, and the times within which half, three quarters and nineteen of twenty started. */
  starts: count,
  startP50: z.number().nullable(),
  startP75: z.number().nullable(),
  startP95: z.number().nullable(),
  /** Sittings with a quality report; those that stalled, and their total stall time. */
  measured: count,
  measuredS: count,
  stalled: count,
  stalledMs: count,
  /** Sittings without a picture and with an error. */
  failed: count,
  errors: z.record(z.string(), count),
});
export type AnalysisTotals = z.infer<typeof totals>;

const retention = z.strictObject({
  id: movieId,
  /** In the caller's language; null for a deleted title. */
  title: z.string().nullable(),
  index: episodeIndex,
  /** Episodes of the title, with the plays in the range whose watched parts are known. */
  episodes: z.array(z.strictObject({ index: episodeIndex, ...inSeason, title: z.string(), plays: count })),
  durationS: z.number().nullable(),
  plays: count,
  /** How many of these plays showed each fortieth of the episode. */
  parts: z.array(count),
});

export const statCalls = {
  stat: post({
    access: "optional",
    summary: "Records one event, such as where a visitor came from.",
    input: z.strictObject({
      action: z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/),
      target: z.int().min(0).max(2_147_483_647),
      remark: z.string().max(256),
    }),
    output: z.strictObject({}),
  }),
};

export const adminAnalysisCalls = {
  "z/analysis/days": get({
    access: "admin",
    permission: "analysis.read",
    summary: "Plays, watch time, users, quality and the way to membership over a range of days.",
    input: z.strictObject({ ...range, compare }),
    output: z.strictObject({
      range: span,
      before: span.nullable(),
      step: z.enum(["day", "week"]),
      /** Time of the latest event included; null = nothing has been summed up yet. */
      at: iso.nullable(),
      /** The first day with sums. */
      since: day.nullable(),
      /** The last point is today, which is incomplete: it can only grow. */
      open: z.boolean(),
      points: z.array(point),
      pointsBefore: z.array(point).nullable(),
      totals,
      /** Totals of the complete days, and of the comparison range: today is left out if the range has other days. */
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
      /** `value` '' = all rarer ones. At most fifty. */
      items: z.array(
        z.strictObject({
          value: z.string(),
          count,
          watchedS: count,
          /** For the complete days, and for the comparison range. */
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
          /** In the caller's language; null for a deleted title. */
          title: z.string().nullable(),
          plays: count,
          watchedS: count,
          /** Plays of the complete days, and of the comparison range. */
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
      /** For `retention`. */
      id: movieId.optional(),
      index: episodeIndex.optional(),
    }),
    output: csvFile,
  }),
};
