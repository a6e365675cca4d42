import { z } from "zod";
import { mostPreviewS } from "./access-levels.ts";
import { episodeIndex, genreId, movieId, seconds } from "../fields.ts";
import { locales } from "../locales.ts";
import { accessLevel, artwork, movieKind } from "../models.ts";
import { iso, revision } from "../admin-fields.ts";

const locale = z.enum(locales);
/** As many as one bulk action takes. */
export const mostMoviesAtOnce = 500;

/** How a title stands: `scheduled` = published from a time to come, `ended` = published until a time that is over. */
export const movieState = z.enum(["draft", "scheduled", "published", "ended", "deleted"]);
export type MovieState = z.infer<typeof movieState>;

/** A word admins sort titles by; nobody else sees it. */
export const tag = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,31}$/u);
export const year = z.int().min(1870).max(2100);
/** Minimum age in years. */
export const rating = z.int().min(0).max(21);
export const language = z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i);
export const title = z.string().trim().min(1).max(200);
export const description = z.string().trim().max(2000);
/** Seconds of its beginning for those who may not watch the whole; 0 = none. */
export const previewS = z.int().min(0).max(mostPreviewS);
/** Place in the hero, from 1. */
export const hero = z.int().min(1).max(20);

export const creditRole = z.enum(["director", "writer", "cast", "music", "camera"]);
/** Somebody who made it; `part` is whom they play. Found by the search. */
export const credit = z.strictObject({
  role: creditRole,
  name: z.string().trim().min(1).max(120),
  part: z.string().trim().max(120).optional(),
});
export type Credit = z.infer<typeof credit>;

export const episodeText = z.strictObject({
  title: z.string().trim().max(200),
  description: description.optional(),
});
export const textsOf = <T extends z.ZodType>(text: T) => z.partialRecord(locale, text);

/** What narrows the list of titles. */
export const movieFilter = {
  /** Of a title in any language, or the beginning of an id. */
  q: z.string().trim().min(1).max(200).optional(),
  state: movieState.optional(),
  access: accessLevel.optional(),
  kind: movieKind.optional(),
  genre: genreId.optional(),
  tag: tag.optional(),
  yearFrom: year.optional(),
  yearTo: year.optional(),
  /** Has no title in this language. */
  missing: locale.optional(),
  /** `none` = nothing of it can be watched yet. */
  film: z.enum(["none", "some"]).optional(),
};

export const adminMovieRow = z.strictObject({
  id: movieId,
  kind: movieKind,
  title: z.string(),
  state: movieState,
  access: accessLevel,
  year: z.int(),
  genres: z.array(z.string()),
  tags: z.array(z.string()),
  /** Languages there is a title in. */
  languages: z.array(z.string()),
  episodes: z.int(),
  /** Of them can be watched. */
  ready: z.int(),
  popularity: z.int(),
  /** From when it is published; null where that is not said yet. */
  publishAt: iso.nullable(),
  hideAt: iso.nullable(),
  updatedAt: iso,
  artwork,
});
export type AdminMovieRow = z.infer<typeof adminMovieRow>;

export const chapter = z.strictObject({ startS: seconds, titles: textsOf(z.string().trim().max(120)) });

/** Where a track comes from: the film's own file, a file that lay beside it in a magnet, or an admin. */
export const subtitleSource = z.enum(["file", "beside", "uploaded"]);

export const adminEpisode = z.strictObject({
  index: episodeIndex,
  texts: textsOf(episodeText),
  introFromS: seconds.nullable(),
  introToS: seconds.nullable(),
  creditsFromS: seconds.nullable(),
  /** By time. */
  chapters: z.array(chapter),
  /** Null = as its title. */
  access: accessLevel.nullable(),
  previewS: previewS.nullable(),
  asset: z
    .strictObject({
      id: z.string(),
      state: z.enum(["waiting", "encoding", "ready", "failed"]),
      durationS: seconds.nullable(),
      height: z.int().nullable(),
      /** Signed URL of the film, for the admin; null until it is encoded. */
      preview: z.string().nullable(),
    })
    .nullable(),
  subtitles: z.array(
    z.strictObject({
      id: z.string(),
      locale: z.string(),
      label: z.string(),
      kind: z.enum(["subtitles", "captions"]),
      source: subtitleSource,
      /** How much later than the file says it is shown, in milliseconds; below zero = earlier. */
      offsetMs: z.int(),
      /** Names its words and times as they were brought; null where nobody has looked. */
      version: z.string().nullable(),
    }),
  ),
});
export type AdminEpisode = z.infer<typeof adminEpisode>;

export const adminMovie = z.strictObject({
  id: movieId,
  revision,
  kind: movieKind,
  state: movieState,
  /** What an admin has chosen; `state` also knows the time. */
  status: z.enum(["draft", "published"]),
  access: accessLevel,
  previewS: z.int(),
  year: z.int(),
  rating: z.int(),
  originalLanguage: z.string(),
  genres: z.array(z.string()),
  tags: z.array(z.string()),
  credits: z.array(credit),
  hero: z.int().nullable(),
  popularity: z.int(),
  publishAt: iso.nullable(),
  hideAt: iso.nullable(),
  updatedAt: iso,
  texts: textsOf(z.strictObject({ title: z.string(), description: z.string() })),
  artwork,
  episodes: z.array(adminEpisode),
});
export type AdminMovie = z.infer<typeof adminMovie>;
