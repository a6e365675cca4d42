import { z } from "zod";
import { get, post } from "../call.ts";
import { episodeIndex, movieId } from "../fields.ts";
import { revision } from "../admin-fields.ts";
import { undoing } from "../service/admin-audit.ts";
import { subtitleSource } from "../catalogue/admin-movie-models.ts";
import { cuesPerPage, longestCue } from "./values.ts";

const track = { id: movieId, index: episodeIndex, subtitle: z.string().min(1).max(64) };
const write = { access: "admin", permission: "catalogue.write" } as const;
/** Milliseconds from the video's beginning; less than 1,000 hours, as WebVTT files can have. */
const time = z.int().min(0).max(3_599_999_999);
/** Place of a cue in its track, from 1. */
const number = z.int().min(1).max(20_000);

/** One line of subtitles. Text with the markup of WebVTT: `<i>`, `<b>`, `<u>`, `<v Name>`. */
export const editedCue = z.strictObject({
  fromMs: time,
  toMs: time,
  text: z.string().trim().min(1).max(longestCue),
});
export type EditedCue = z.infer<typeof editedCue>;

/** Identifies the text that the lines were read from; null for tracks from before it was stored. */
const version = z.string().max(64).nullable();
const ofWrite = { ...track, revision, version };
const written = { revision, version: z.string() };

export const adminCueCalls = {
  "z/cue/list": get({
    access: "admin",
    permission: "catalogue.read",
    summary: "Lines of a subtitle track, by their times in its file.",
    input: z.strictObject({
      ...track,
      /** Number of the first one. */
      from: z.coerce.number().pipe(number).optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    output: z.strictObject({
      revision,
      version,
      locale: z.string(),
      label: z.string(),
      source: subtitleSource,
      edited: z.boolean(),
      /** Delay against these times when they are shown. Milliseconds. */
      offsetMs: z.int(),
      /** Of the video; null if unknown. */
      durationS: z.number().nullable(),
      /** Number of the first one of `items`. */
      from: z.int(),
      total: z.int(),
      items: z.array(z.strictObject({ fromMs: time, toMs: time, text: z.string() })),
    }),
  }),
  "z/cue/save": post({
    ...write,
    summary:
      "Replaces lines of a subtitle track that follow each other; `null` deletes one. Refused by field, such as `cues.2.toMs`: times that run backwards, lie behind the video's end or before the line above. Another change of the track since is a conflict.",
    input: z.strictObject({
      ...ofWrite,
      from: number,
      cues: z.array(editedCue.nullable()).min(1).max(cuesPerPage),
    }),
    output: z.strictObject({ ...written, ...undoing }),
  }),
  "z/cue/add": post({
    ...write,
    summary: "Adds a line to a subtitle track, where its time belongs.",
    input: z.strictObject({ ...ofWrite, cue: editedCue }),
    output: z.strictObject({
      ...written,
      /** Its place in the track, from 1. */
      number: z.int(),
    }),
  }),
  "z/subtitle/check": post({
    ...write,
    summary:
      "Says that a person has checked subtitles that were made automatically: viewers see no mark any more.",
    input: z.strictObject({ ...track, revision }),
    output: z.strictObject({ revision }),
  }),
};
