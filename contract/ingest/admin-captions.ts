import { z } from "zod";
import { post } from "../call.ts";
import { episodeIndex, movieId } from "../fields.ts";
import { iso } from "../admin-fields.ts";
import { language } from "../catalogue/admin-movie-models.ts";
import { captioningPhases, captioningProblems, captioningStates } from "./values.ts";

const id = z.uuid();
const write = { access: "admin", permission: "catalogue.write" } as const;

/** Captions being made of an episode's sound. */
export const captioning = z.strictObject({
  id,
  movie: movieId,
  index: episodeIndex,
  /** BCP 47 tag of what is spoken, as chosen; null = as the sound says, or as the program hears. */
  locale: z.string().nullable(),
  state: z.enum(captioningStates),
  phase: z.enum(captioningPhases).nullable(),
  /** 0 to 1. */
  progress: z.number().min(0).max(1),
  /** Seconds; null when unknown. */
  leftS: z.number().nullable(),
  /** Why it failed, or why it waits for another attempt. */
  problem: z.enum(captioningProblems).nullable(),
  /** The program's own message. */
  detail: z.string().nullable(),
  /** When it is tried again; null = as soon as possible. */
  notBefore: iso.nullable(),
  createdAt: iso,
  finishedAt: iso.nullable(),
});
export type Captioning = z.infer<typeof captioning>;

export const adminCaptionCalls = {
  "z/captions/start": post({
    ...write,
    summary:
      "Has captions made of an episode's sound by the operator's program. Refused: `locale` (`repeated`) for a language with subtitles that were not made so, or were corrected, without `replace`; `id` (`choice`) where no program is set up.",
    input: z.strictObject({
      /** Made by the form: sent twice, it starts once. */
      key: id,
      id: movieId,
      index: episodeIndex,
      /** What is spoken; null = as the sound says, or as the program hears. */
      locale: language.nullable(),
      /** Replaces subtitles of that language, also those that were not made so. */
      replace: z.boolean(),
    }),
    output: captioning,
  }),
  "z/captions/retry": post({
    ...write,
    summary: "Tries to make captions again that failed, or that wait for another attempt.",
    input: z.strictObject({ id }),
    output: captioning,
  }),
  "z/captions/cancel": post({
    ...write,
    summary: "Stops making captions. What was there before stays.",
    input: z.strictObject({ id }),
    output: captioning,
  }),
};
