import { z } from "zod";
import { get } from "../call.ts";
import { episodeIndex, movieId } from "../fields.ts";
import { inSeason, movieKind, page, seasonCount } from "../models.ts";
import { iso, paging } from "../admin-fields.ts";
import { jobActions, jobKinds, jobStates, openJobStates } from "./values.ts";

export const jobKind = z.enum(jobKinds);
export const jobState = z.enum(jobStates);

/** One piece of background work, in the same form for every kind. */
export const job = z.strictObject({
  /** Of the row that the kind's own calls name; two kinds may use the same id. */
  id: z.string(),
  kind: jobKind,
  state: jobState,
  /** The kind's own word for what is done at the moment: an encoding's phase, a magnet's state. */
  step: z.string().nullable(),
  /** A magnet's name, safe to show; null for other kinds. */
  name: z.string().nullable(),
  movie: z.strictObject({ id: movieId, title: z.string(), kind: movieKind, seasons: seasonCount }).nullable(),
  episode: episodeIndex.nullable(),
  ...inSeason,
  /** Place in the kind's queue, from 1; null unless it waits for its turn. */
  place: z.int().nullable(),
  /** 0 to 1; null where there is nothing to measure. */
  progress: z.number().min(0).max(1).nullable(),
  /** Seconds; null when unknown. */
  leftS: z.number().nullable(),
  /** Why it failed or is delayed, in codes of the kind. `about` = the file it is about; `number` = where in that file. */
  problems: z.array(
    z.strictObject({ code: z.string(), number: z.int().nullable(), about: z.string().nullable() }),
  ),
  /** The tool's own message. */
  detail: z.string().nullable(),
  /** When it is tried again; null = as soon as possible. */
  notBefore: iso.nullable(),
  /** What its state allows. */
  actions: z.array(z.enum(jobActions)),
  createdAt: iso,
  finishedAt: iso.nullable(),
});
export type Job = z.infer<typeof job>;

/** How many jobs of each kind are in a state that has not ended well; those without any are left out. */
export const jobCounts = z.array(
  z.strictObject({ kind: jobKind, state: z.enum(openJobStates), count: z.int() }),
);
export type JobCounts = z.infer<typeof jobCounts>;

export const adminJobCalls = {
  "z/job/list": get({
    access: "admin",
    permission: "catalogue.read",
    summary:
      "Encodings, magnets, subtitles beside videos, imports of titles and captions that are made as jobs of one list, newest first.",
    input: z.strictObject({
      ...paging,
      kind: jobKind.optional(),
      state: jobState.optional(),
      movie: movieId.optional(),
    }),
    output: page(job).extend({ counts: jobCounts }),
  }),
};
