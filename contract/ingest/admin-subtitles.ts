import { z } from "zod";
import { get, post } from "../call.ts";
import { episodeIndex, movieId } from "../fields.ts";
import { revision } from "../admin-fields.ts";
import { language, subtitleSource } from "../catalogue/admin-movie-models.ts";

const ofEpisode = { id: movieId, index: episodeIndex };
const track = z.string().min(1).max(64);
const write = { access: "admin", permission: "catalogue.write" } as const;
/** A day in either direction. */
const mostMs = 86_400_000;

export const subtitleKind = z.enum(["subtitles", "captions"]);

/** Some of what is said, for who wants to know whether it is the right file. */
export const subtitleTrack = z.strictObject({
  /** Names it within its film. */
  id: track,
  /** BCP 47 tag; `und` where its file did not say. */
  locale: z.string(),
  label: z.string(),
  kind: subtitleKind,
  source: subtitleSource,
  /** How much later than its file says it is shown, in milliseconds; below zero = earlier. */
  offsetMs: z.int(),
  /** How many pieces of text are shown. */
  cues: z.int(),
  /** When the last of them goes, in seconds. */
  endsS: z.number(),
  /** The first ones, without markup. Seconds. */
  first: z.array(z.strictObject({ fromS: z.number(), text: z.string() })),
});
export type SubtitleTrack = z.infer<typeof subtitleTrack>;

export const adminSubtitleCalls = {
  "z/subtitle/list": get({
    access: "admin",
    permission: "catalogue.read",
    summary: "An episode's subtitles, with the first of what they say.",
    input: z.strictObject(ofEpisode),
    output: z.strictObject({ items: z.array(subtitleTrack) }),
  }),
  "z/subtitle/file": get({
    access: "admin",
    permission: "catalogue.read",
    summary: "A subtitle track as a WebVTT file, as it is shown.",
    input: z.strictObject({ ...ofEpisode, subtitle: track }),
    output: z.strictObject({
      /** To save it by. */
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
      /** As the upload named it. */
      key: z.string().regex(/^[0-9a-f]{64}\.(?:srt|vtt|ass)$/),
      locale: language,
      kind: subtitleKind,
      /** Default: the language in its own name. */
      label: z.string().trim().min(1).max(80).optional(),
      /** Takes the place of those in the same language and of the same kind; without it they refuse it (`repeated`). */
      replace: z.boolean(),
    }),
    output: z.strictObject({
      revision,
      subtitle: track,
      cues: z.int(),
      /** How the file was written, as the Encoding Standard names it. */
      encoding: z.string(),
    }),
  }),
  "z/subtitle/shift": post({
    ...write,
    summary:
      "Shows a track later (or earlier, below zero) than now. What leaves the film at either end comes back with the opposite.",
    input: z.strictObject({
      ...ofEpisode,
      revision,
      subtitle: track,
      /** Milliseconds. */
      byMs: z.int().min(-mostMs).max(mostMs),
    }),
    output: z.strictObject({
      revision,
      /** From the file's own times, in all. */
      offsetMs: z.int(),
    }),
  }),
  "z/subtitle/save": post({
    ...write,
    summary: "What a subtitle track is called.",
    input: z.strictObject({
      ...ofEpisode,
      revision,
      subtitle: track,
      label: z.string().trim().min(1).max(80),
    }),
    output: z.strictObject({ revision }),
  }),
  "z/subtitle/delete": post({
    ...write,
    summary: "Takes a subtitle track away.",
    input: z.strictObject({ ...ofEpisode, revision, subtitle: track }),
    output: z.strictObject({ revision }),
  }),
};
