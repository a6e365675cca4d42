import { z } from "zod";
import {
  artworkRoles,
  longestDescription,
  longestName,
  longestSoundName,
  longestTitle,
  longestTeaserS,
  mostRating,
  mostSounds,
  movieStates,
  movieStatuses,
  subtitleKinds,
  subtitleSources,
  trailerState,
  years,
} from "./values.ts";
import { episodeIndex, episodeNumber, genreId, locale, movieId, seasonNumber, seconds } from "../fields.ts";
import { accessLevel, artwork, creditRole, movieKind, still } from "../models.ts";
import { iso, query, revision } from "../admin-fields.ts";

/** State of a title. */
export const movieState = z.enum([...movieStates, trailerState]);
export type MovieState = z.infer<typeof movieState>;

/** A word by which admins sort titles; only admins see it. */
export const tag = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,31}$/u);
export const year = z.int().min(years.first).max(years.last);
/** Minimum age in years. */
export const rating = z.int().min(0).max(mostRating);
/** The rating by a country's board: the country's code (ISO 3166-1) and the words on its label, as `DE FSK 12`. */
export const ageRating = z
  .string()
  .trim()
  .regex(/^[A-Z]{2} \S(?:.{0,18}\S)?$/);
/** One for a country. */
export const ageRatings = z
  .array(ageRating)
  .max(60)
  .refine((list) => new Set(list.map((one) => one.slice(0, 2))).size === list.length);
export const language = z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i);
export const title = z.string().trim().min(1).max(longestTitle);
export const description = z.string().trim().max(longestDescription);
/** Seconds of the beginning that viewers without full access may watch; 0 = none. */
export const teaserS = z.int().min(0).max(longestTeaserS);
/** Position in the hero, from 1. */
export const hero = z.int().min(1).max(20);

/** The day an announced title is expected. */
export const premiereOn = z.iso.date().nullable();

/** A person who worked on it; `part` is the role played. The search finds it. */
export const credit = z.strictObject({
  role: creditRole,
  name: z.string().trim().min(1).max(longestName),
  part: z.string().trim().max(longestName).optional(),
});
export type Credit = z.infer<typeof credit>;

export const episodeText = z.strictObject({
  title: z.string().trim().max(longestTitle),
  description: description.optional(),
});
export const textsOf = <T extends z.ZodType>(text: T) => z.partialRecord(locale, text);

/** Filters of the list of titles. */
export const movieFilter = {
  /** Part of a title in any language, or the beginning of an id. */
  q: query.optional(),
  state: z.enum(movieStates).optional(),
  access: accessLevel.optional(),
  kind: movieKind.optional(),
  genre: genreId.optional(),
  tag: tag.optional(),
  yearFrom: year.optional(),
  yearTo: year.optional(),
  /** Has no title in this language. */
  missing: locale.optional(),
  /** `none` = nothing of it is playable yet. */
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
  /** Languages in which it has a title. */
  languages: z.array(z.string()),
  episodes: z.int(),
  /** Number of playable episodes. */
  ready: z.int(),
  /** Its episodes whose stored file is not encoded yet. */
  videos: z.strictObject({ waiting: z.int(), encoding: z.int(), failed: z.int() }),
  /** Viewers in hundredths, each halved for every week that has passed. */
  popularity: z.int(),
  /** Votes up and down. */
  likes: z.int(),
  dislikes: z.int(),
  /** Time of publication; null when it is not set yet. */
  publishAt: iso.nullable(),
  hideAt: iso.nullable(),
  premiereOn,
  updatedAt: iso,
  artwork,
});
export type AdminMovieRow = z.infer<typeof adminMovieRow>;

export const chapter = z.strictObject({
  startS: seconds,
  titles: textsOf(z.string().trim().max(longestName)),
});

/** Source of a track. */
export const subtitleSource = z.enum(subtitleSources);

/** What an admin decides about a sound of a video. */
export const soundChoice = z.strictObject({
  /** Number of the sound in the video as it was encoded, from 0. */
  track: z
    .int()
    .min(0)
    .max(mostSounds - 1),
  /** Null = as the file has it, else the language in its own name. */
  name: z.string().trim().min(1).max(longestSoundName).nullable(),
  isDefault: z.boolean(),
  /** It is an audio description. */
  describes: z.boolean(),
});

/** Of a season, in one language. */
export const seasonText = z.strictObject({
  name: z.string().trim().max(longestName),
  description: description.optional(),
});

export const adminSeason = z.strictObject({
  /** 0 = the specials. */
  season: seasonNumber,
  texts: textsOf(seasonText),
  year: z.int().nullable(),
});
export type AdminSeason = z.infer<typeof adminSeason>;

export const adminEpisode = z.strictObject({
  index: episodeIndex,
  /** Of a film they mean nothing. */
  season: seasonNumber,
  number: episodeNumber,
  texts: textsOf(episodeText),
  introFromS: seconds.nullable(),
  introToS: seconds.nullable(),
  creditsFromS: seconds.nullable(),
  /** Sorted by time. */
  chapters: z.array(chapter),
  /** Null = same as its title. */
  access: accessLevel.nullable(),
  teaserS: teaserS.nullable(),
  /** The one viewers see: `sent` by an admin, else a frame of its video. */
  still: still.extend({ sent: z.boolean() }).nullable(),
  asset: z
    .strictObject({
      id: z.string(),
      state: z.enum(["waiting", "encoding", "ready", "failed"]),
      durationS: seconds.nullable(),
      height: z.int().nullable(),
      /** Signed URL of the movie, for the admin; null until it is encoded. */
      preview: z.string().nullable(),
      /** Its sounds as an admin has arranged them; null = as in the file. */
      sounds: z.array(soundChoice).nullable(),
    })
    .nullable(),
  subtitles: z.array(
    z.strictObject({
      id: z.string(),
      locale: z.string(),
      label: z.string(),
      kind: z.enum(subtitleKinds),
      source: subtitleSource,
      /** An admin has changed its lines by hand. */
      edited: z.boolean(),
      /** Delay against the times in the file, in milliseconds; below zero = earlier. */
      offsetMs: z.int(),
      /** Identifies its text and times as uploaded; null when it was never checked. */
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
  status: z.enum(movieStatuses),
  access: accessLevel,
  teaserS: z.int(),
  year: z.int(),
  rating: z.int(),
  originalLanguage: z.string(),
  genres: z.array(z.string()),
  tags: z.array(z.string()),
  collections: z.array(z.string()),
  credits: z.array(credit),
  hero: z.int().nullable(),
  embeddable: z.boolean(),
  ageRatings: z.array(z.string()),
  /** Viewers in hundredths, each halved for every week that has passed. */
  popularity: z.int(),
  publishAt: iso.nullable(),
  hideAt: iso.nullable(),
  premiereOn,
  updatedAt: iso,
  texts: textsOf(z.strictObject({ title: z.string(), description: z.string() })),
  artwork,
  /** Pictures that admins have brought; the others are drawn, or taken from the video. */
  pictures: z.array(z.enum(artworkRoles)),
  /** Of a series: its seasons, also those without episodes; the specials last. */
  seasons: z.array(adminSeason),
  /** The movie that is its trailer; null = none. `ready`: it can be watched. */
  trailer: z.strictObject({ id: movieId, ready: z.boolean() }).nullable(),
  /** Of a trailer: the movie that it belongs to. */
  trailerOf: movieId.nullable(),
  /** In the order of watching, the specials last. */
  episodes: z.array(adminEpisode),
});
export type AdminMovie = z.infer<typeof adminMovie>;
