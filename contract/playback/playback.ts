import { z } from "zod";
import { get, post } from "../call.ts";
import { cursor, episodeIndex, iso, limit, locale, movieId, seconds } from "../fields.ts";
import { accessLevel, inSeason, page, progressItem } from "../models.ts";
import { longestSearch, subtitleKinds } from "../catalogue/values.ts";
import { faultKinds } from "./values.ts";

/** One rendition of a movie. `bitrate` is the peak in bits per second, sound included. */
export const rendition = z.strictObject({
  name: z.string(),
  height: z.int().positive(),
  width: z.int().positive(),
  bitrate: z.int().positive(),
});

/** `url` is the signed URL of a WebVTT file. */
export const subtitleTrack = z.strictObject({
  id: z.string(),
  locale: z.string(),
  label: z.string(),
  kind: z.enum(subtitleKinds),
  /** A program made them of the sound, and no person has checked them; the label says so as well. */
  automatic: z.boolean(),
  url: z.string(),
});

export const soundTrack = z.strictObject({
  /** Name of the HLS rendition. */
  id: z.string(),
  locale: z.string(),
  label: z.string(),
  /** It is played where the viewer has not chosen; exactly one is. */
  isDefault: z.boolean(),
  /** It is in the segments of the picture; the others are files of their own. */
  within: z.boolean(),
  /** It is an audio description: a voice also tells what is seen. */
  describes: z.boolean(),
});

export const playbackStart = z.strictObject({
  id: movieId,
  index: episodeIndex,
  /** Signed URL of the HLS multivariant playlist. */
  hls: z.string(),
  /** The same, but its delivery is recorded as progress: for a player without JavaScript. */
  hlsTracked: z.string(),
  /** Signed URL of one small MP4, for players without HLS. */
  progressive: z.string(),
  /** When the URLs stop working. */
  expiresAt: iso,
  /** Length of what the URLs play: for a teaser, the teaser's length. */
  durationS: seconds,
  /** Position to resume at; 0 = from the start. */
  positionS: seconds,
  /** The server's clock at the answer: compare `expiresAt` with it and not with the client's clock. */
  now: iso,
  /** Text of the multivariant playlist at `hls`; its URIs are relative to that. */
  master: z.string(),
  /** The renditions, smallest first, in the order of `master`. Empty when unknown. */
  renditions: z.array(rendition),
  /** Data to start without a playlist. Without segments when they are unknown. */
  start: z.strictObject({
    /** Signed URL of the init segment of the lowest rendition. */
    init: z.string(),
    /** URL of its folder, ending in `/`; signed by itself, or together with `query`. */
    media: z.string(),
    /** What the URLs of segments and init segments below `media`, and of the folders beside it, end in. */
    query: z.string().optional(),
    /**
     * Run lengths of the segments `seg_00000.m4s`, `seg_00001.m4s` …: seconds, and how many of them. The same for each
     * rendition.
     */
    segments: z.array(z.tuple([z.number().positive(), z.int().positive()])),
    /**
     * Each rendition is one file, `<rendition>/rendition.mp4` below `folder`, ending in `query`; the server's playlists
     * name its byte ranges. Left out where segments have to be fetched by their names.
     */
    joined: z.strictObject({ folder: z.string(), query: z.string() }).optional(),
  }),
  /** Sound tracks in the order they are offered. Empty for a silent movie. */
  audio: z.array(soundTrack),
  subtitles: z.array(subtitleTrack),
  /** Signed URL of a WebVTT whose cues refer to parts of sprite sheets: `sprite.webp#xywh=x,y,w,h`. */
  thumbnails: z.string().nullable(),
  /** In the caller's language, sorted by time. */
  chapters: z.array(z.strictObject({ startS: seconds, title: z.string() })),
  intro: z.strictObject({ fromS: seconds, toS: seconds }).nullable(),
  /** Where the credits begin; null = unknown. */
  creditsFromS: seconds.nullable(),
  /** The next episode, if it is playable; after a season not a special. `locked`: the caller may not watch it whole. */
  next: z
    .strictObject({
      index: episodeIndex,
      ...inSeason,
      title: z.string(),
      still: z.string().nullable(),
      locked: z.boolean(),
    })
    .nullable(),
  /** Playing it takes one of the streams of the account, which the player has to renew: `stream/renew`. */
  takesStream: z.boolean(),
  /** The caller may download it for offline use. */
  downloadable: z.boolean(),
  /**
   * The caller may watch only its beginning: the level needed for the whole, and the length of the whole. Null = it is
   * whole.
   */
  teaser: z.strictObject({ needs: accessLevel.exclude(["free"]), wholeS: seconds }).nullable(),
});
export type PlaybackStart = z.infer<typeof playbackStart>;

/** What a receiver needs: it sends no cookie and asks for nothing, so its URLs last for the whole episode. */
export const castStart = z.strictObject({
  /** Signed URL of the HLS multivariant playlist, which pages of other sites may read. */
  hls: z.string(),
  /** When the URLs stop working, unless the caller's session ends before. */
  expiresAt: iso,
  /** The server's clock at the answer. */
  now: iso,
  subtitles: z.array(subtitleTrack),
});
export type CastStart = z.infer<typeof castStart>;

const count = z.int().min(0).max(100_000);
const milliseconds = z.int().min(0).max(86_400_000);

/** One sitting: a movie opened once. All values count from its beginning. */
export const playbackQuality = z.strictObject({
  /** Random, made by the player. */
  sitting: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/),
  /** Number of this report within the sitting, from 1. */
  report: z.int().min(1).max(100_000),
  id: movieId,
  index: episodeIndex,
  /** Seconds since the sitting began. */
  ageS: seconds,
  /** Time of a report that could not be sent then. A future time counts as now. */
  at: iso.optional(),
  /** From the request to play to the first picture; null = there was none yet, or it was not observed. */
  startMs: milliseconds.nullable(),
  /** Number of stalls for lack of data, seeks excluded. */
  stalls: count,
  stalledMs: milliseconds,
  watchedS: seconds,
  /** Number of failures of each kind. */
  errors: z.record(z.enum(faultKinds), count),
  /** Mean bitrate shown, in bits per second; null = unknown. */
  bitrate: z.int().min(0).max(1_000_000_000).nullable(),
  /** Number of rendition changes. */
  switches: count,
  /** Fortieths of the episode that were shown: bit 0 is the first. */
  seen: z
    .int()
    .min(0)
    .max(2 ** 40 - 1)
    .optional(),
  player: z.enum(["early", "hls", "native", "offline"]),
  device: z.enum(["mobile", "desktop"]),
  /** Connection class as reported by the browser (Network Information API). */
  connection: z.enum(["slow-2g", "2g", "3g", "4g", "unknown"]),
  locale,
});

export const playbackCalls = {
  "playback/start": get({
    access: "optional",
    summary:
      "The signed media URLs of an episode and where to resume. Users without the entitlement get its teaser, if it has one.",
    input: z.strictObject({ id: movieId, index: episodeIndex.optional() }),
    output: playbackStart,
  }),
  "playback/cast": get({
    access: "optional",
    summary:
      "The signed media URLs of a whole episode for another screen, such as a Chromecast or an Apple TV. They end with the caller's session.",
    input: z.strictObject({ id: movieId, index: episodeIndex.optional() }),
    output: castStart,
  }),
  "playback/quality": post({
    access: "public",
    summary:
      "How well an episode has played so far, reported by its player. A later report of a sitting replaces an earlier one. No user is stored with it.",
    input: playbackQuality,
    output: z.strictObject({}),
  }),
  "progress/save": post({
    access: "session",
    summary:
      "Keeps how far the session's user has watched an episode. The latest place wins, and of one kept offline the furthest; while the history is paused, nothing is kept.",
    input: z.strictObject({
      id: movieId,
      index: episodeIndex,
      /** Not beyond the episode's own length. */
      positionS: seconds,
      /** From the player; the episode's own length is used if it is known. */
      durationS: seconds,
      /** When it was watched, for a position that could not be sent then. A future time counts as now. */
      at: iso.optional(),
      /**
       * The player has paused, has reached the end or is being left: the place is stored before the answer. Without it,
       * within 5 s.
       */
      settled: z.boolean().optional(),
    }),
    output: z.strictObject({}),
  }),
  "progress/list": get({
    access: "session",
    summary: "What the session's user has watched, latest first, one entry a movie.",
    input: z.strictObject({
      cursor: cursor.optional(),
      limit: limit.optional(),
      /** 'unfinished' = can be continued. */
      state: z.enum(["all", "unfinished"]).optional(),
      /** Part of a title, in any language of the movie. */
      q: z.string().trim().min(1).max(longestSearch).optional(),
    }),
    /** `paused`: nothing new is recorded (`profile/recording`). */
    output: page(progressItem).extend({ paused: z.boolean() }),
  }),
  "progress/of": get({
    access: "session",
    summary: "How far each episode of one movie was watched.",
    input: z.strictObject({ id: movieId }),
    output: z.strictObject({
      items: z.array(z.strictObject({ index: episodeIndex, positionS: seconds, durationS: seconds })),
    }),
  }),
};
