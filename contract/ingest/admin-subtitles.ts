import { z } from "zod";
import { get, post } from "../call.ts";
import { episodeIndex, movieId } from "../fields.ts";
import { revision } from "../admin-fields.ts";
import { language, subtitleSource } from "../catalogue/admin-movie-models.ts";
import { captioning } from "./admin-captions.ts";
import { undoing } from "../service/admin-audit.ts";
import { subtitleKinds } from "../catalogue/values.ts";
import { longestSubtitleLabel } from "./values.ts";

const ofEpisode = { id: movieId, index: episodeIndex };
const track = z.string().min(1).max(64);
const write = { access: "admin", permission: "catalogue.write" } as const;
/** Largest shift of a track, in either direction: a day. */
export const mostOffsetMs = 86_400_000;

export const subtitleKind = z.enum(subtitleKinds);

/** A subtitle track with its first lines, to check that it is the right file. */
export const subtitleTrack = z.strictObject({
  /** Identifies it within its movie. */
  id: track,
  /** BCP 47 tag; `und` when the file does not tell. */
  locale: z.string(),
  label: z.string(),
  kind: subtitleKind,
  source: subtitleSource,
  /** An admin has changed its lines by hand. */
  edited: z.boolean(),
  /** Delay against the times in the file, in milliseconds; below zero = earlier. */
  offsetMs: z.int(),
  /** Number of cues. */
  cues: z.int(),
  /** End of the last cue, in seconds. */
  endsS: z.number(),
  /** The first cues, without markup. Seconds. */
  first: z.array(z.strictObject({ fromS: z.number(), text: z.string() })),
});
export type SubtitleTrack = z.infer<typeof subtitleTrack>;

export const adminSubtitleCalls = {
  "z/subtitle/list": get({
    access: "admin",
    permission: "catalogue.read",
    summary: "An episode's subtitles, with the first of what they say.",
    input: z.strictObject(ofEpisode),
    output: z.strictObject({
      items: z.array(subtitleTrack),
      /** A program is set up that makes captions of a sound. */
      makesCaptions: z.boolean(),
      /** Language that the sound is marked with, BCP 47; null if it is not. */
      spoken: z.string().nullable(),
      /** The last captions that were begun, unless they are done. */
      captioning: captioning.nullable(),
    }),
  }),
  "z/subtitle/file": get({
    access: "admin",
    permission: "catalogue.read",
    summary: "A subtitle track as a WebVTT file, as it is shown.",
    input: z.strictObject({ ...ofEpisode, subtitle: track }),
    output: z.strictObject({
      /** File name for saving. */
      name: z.string(),
      vtt: z.string(),
    }),
  }),
  "z/subtitle/add": post({
    ...write,
    summary:
      "Makes a stored SubRip, WebVTT or SubStation Alpha file an episode's subtitles in a language. Refused: `key` for what is no such file, `cues` for none, too many or a page's code, `times` for such that run backwards or lie behind the film's end.",
    input: z.strictObject({
      ...ofEpisode,
      revision,
      /** Name of the stored upload. */
      key: z.string().regex(/^[0-9a-f]{64}\.(?:srt|vtt|ass)$/),
      locale: language,
      kind: subtitleKind,
      /** Default: the language in its own name. */
      label: z.string().trim().min(1).max(longestSubtitleLabel).optional(),
      /** Replaces tracks of the same language and kind; without it the upload is refused (`repeated`). */
      replace: z.boolean(),
    }),
    output: z.strictObject({
      revision,
      subtitle: track,
      cues: z.int(),
      /** Character encoding of the file, by its name in the Encoding Standard. */
      encoding: z.string(),
      ...undoing,
    }),
  }),
  "z/subtitle/shift": post({
    ...write,
    summary:
      "Shows a track later (or earlier, below zero) than now. Cues that leave the video at either end come back with the opposite shift.",
    input: z.strictObject({
      ...ofEpisode,
      revision,
      subtitle: track,
      /** Milliseconds. */
      byMs: z.int().min(-mostOffsetMs).max(mostOffsetMs),
    }),
    output: z.strictObject({
      revision,
      /** Total shift from the file's own times. */
      offsetMs: z.int(),
    }),
  }),
  "z/subtitle/retry": post({
    ...write,
    summary: "Reads those files beside an encoded video again that could not be read.",
    input: z.strictObject({
      /** Of the encoding they were stored with. */
      id: z.uuid(),
    }),
    output: z.strictObject({
      /** Files that still can't be read. */
      failed: z.int(),
    }),
  }),
  "z/subtitle/dismiss": post({
    ...write,
    summary: "Counts the files beside an encoded video that could not be read as seen.",
    input: z.strictObject({ id: z.uuid() }),
    output: z.strictObject({ failed: z.int() }),
  }),
  "z/subtitle/save": post({
    ...write,
    summary: "What a subtitle track is called.",
    input: z.strictObject({
      ...ofEpisode,
      revision,
      subtitle: track,
      label: z.string().trim().min(1).max(longestSubtitleLabel),
    }),
    output: z.strictObject({ revision }),
  }),
  "z/subtitle/delete": post({
    ...write,
    summary: "Takes a subtitle track away.",
    input: z.strictObject({ ...ofEpisode, revision, subtitle: track }),
    output: z.strictObject({ revision, ...undoing }),
  }),
};
