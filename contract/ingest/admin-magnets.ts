import { z } from "zod";
import { get, post } from "../call.ts";
import { episodeIndex, episodeNumber, locale, movieId, seasonNumber } from "../fields.ts";
import { magnetActions, magnetStates } from "./values.ts";
import { accessLevel, movieKind, page } from "../models.ts";
import { actor, iso, paging, reason } from "../admin-fields.ts";
import { rating, title, year } from "../catalogue/admin-movie-models.ts";
import { subtitleKind } from "./admin-subtitles.ts";

export const magnetState = z.enum(magnetStates);

/**
 * Why a magnet failed or is delayed: one with a problem in another state than `failed` is tried again automatically.
 */
export const magnetProblem = z.enum([
  /** No peer has supplied the metadata. */
  "no_metadata",
  /** No peer has sent data for a long time. */
  "no_peers",
  /** Larger than a magnet may be. */
  "too_large",
  "too_many_files",
  "no_video",
  /** Its metadata is unusable: a file outside its folder, impossible lengths. */
  "bad_metadata",
  /** The disk would be full; it continues once there is room. */
  "disk_full",
  /** The downloaded data does not match its hashes. */
  "damaged",
  /** Its target, a title or an episode, was deleted. */
  "target_gone",
  /** No torrent client works on this machine. */
  "no_client",
  /** The torrent client failed, with the reason in `detail`; it is started again. */
  "client_failed",
]);
export type MagnetProblem = z.infer<typeof magnetProblem>;

/** Why a pasted line is not an acceptable magnet. */
export const magnetRefusal = z.enum([
  "not_a_magnet",
  "too_long",
  /** The infohash is missing or invalid. */
  "bad_infohash",
  /** Only the second version of the format (`urn:btmh`). */
  "v2_only",
]);
export type MagnetRefusal = z.infer<typeof magnetRefusal>;

const magnetId = z.uuid();
/** SHA-1 in lower-case hex. */
const infohash = z.string().regex(/^[0-9a-f]{40}$/);
/** Number of a file in its magnet, from 0. */
const fileIndex = z.int().min(0).max(9999);
/** Largest number of files in a magnet, and of files chosen at once. */
export const mostMagnetFiles = 2_000;
export const mostMagnetLines = 100;
/** A call takes 64 kB in total. */
export const longestMagnetText = 60_000;

export const magnet = z.strictObject({
  id: magnetId,
  infohash,
  /** The name in its metadata or its link, safe to show; the infohash when neither has one. */
  name: z.string(),
  state: magnetState,
  problem: magnetProblem.nullable(),
  /** The client's own message. */
  detail: z.string().nullable(),
  /** Size of the chosen files, else of all its files; null until known. */
  bytes: z.number().nullable(),
  doneBytes: z.number(),
  /** 0 to 1. */
  progress: z.number().min(0).max(1),
  peers: z.int(),
  /** Bytes a second. */
  downBps: z.number(),
  upBps: z.number(),
  /** Seconds; null when unknown. */
  leftS: z.number().nullable(),
  /** Bytes uploaded to peers. */
  sentBytes: z.number(),
  /** It is `done` and still uploads to peers. */
  seeding: z.boolean(),
  /** Number of files in it; null until known. */
  files: z.int().nullable(),
  /** The title made from it, once it exists. */
  movie: movieId.nullable(),
  /** Unused parts of the link: addresses it may not connect to, and web seeds. */
  dropped: z.strictObject({ trackers: z.int(), peers: z.int(), webSeeds: z.int() }),
  /** When it is tried again; null = as soon as possible. */
  notBefore: iso.nullable(),
  /** The admin who confirmed the right to download and show it, and when. */
  rights: z.strictObject({ by: actor, at: iso }),
  createdAt: iso,
  updatedAt: iso,
  finishedAt: iso.nullable(),
});
export type Magnet = z.infer<typeof magnet>;

/** Why a subtitle file did not become subtitles of its movie. */
export const sidecarProblem = z.strictObject({
  why: z.enum([
    /** It is no longer stored. */
    "missing",
    "empty",
    "tooLarge",
    /** Not text, or subtitles stored as pictures. */
    "noText",
    /** A text without subtitles. */
    "none",
    "tooMany",
    /** Line `number` is code of a web page. */
    "code",
    /** The subtitle of this number ends before it begins. */
    "backwards",
    /** The subtitle of this number begins after the end of the movie. */
    "late",
  ]),
  number: z.int().nullable(),
});
export type SidecarProblem = z.infer<typeof sidecarProblem>;

export const magnetFile = z.strictObject({
  index: fileIndex,
  /** The path in the metadata, safe to show: parts joined by `/`. */
  path: z.string(),
  bytes: z.number(),
  doneBytes: z.number(),
  /**
   * Derived from its name. Only movies can be chosen; subtitles beside a chosen movie are imported with it
   * (`subtitles`).
   */
  kind: z.enum(["video", "subtitles", "other"]),
  /** Read from its name: `S01E02` and similar. Null when the name has none. */
  guess: z.strictObject({ season: z.int().nullable(), episode: episodeNumber.nullable() }),
  /** A small extra beside the movie, not proposed for import. */
  sample: z.boolean(),
  chosen: z.boolean(),
  /** Index of the episode it becomes; null when it is not chosen. */
  episode: episodeIndex.nullable(),
  /** Season and number of that episode; null for a film. */
  season: seasonNumber.nullable(),
  number: episodeNumber.nullable(),
  /** The encoding of this file for that episode (`z/encoding/detail`), once it has begun. */
  encoding: z.uuid().nullable(),
  /** Data of a subtitle file, from its name and folder; else null. */
  subtitles: z
    .strictObject({
      /** BCP 47 tag; `und` when unknown. */
      locale: z.string(),
      kind: subtitleKind,
      /** The movies beside it: it is imported with the first of them that is chosen. */
      videos: z.array(fileIndex),
      /** Why it is imported with none; `double` = a larger file has the same language and kind. */
      left: z.enum(["forced", "empty", "too_large", "double", "surplus"]).nullable(),
      /** The problem with it when its movie was encoded; the movie itself is playable. */
      problem: sidecarProblem.nullable(),
    })
    .nullable(),
});
export type MagnetFile = z.infer<typeof magnetFile>;

/** Target of the chosen files: a new draft, or episodes of an existing title. */
export const magnetTarget = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("new"),
    title,
    originalLanguage: locale,
    movieKind,
    access: accessLevel,
    year,
    rating,
  }),
  z.strictObject({ kind: z.literal("existing"), movie: movieId }),
]);
export type MagnetTarget = z.infer<typeof magnetTarget>;

export const magnetDetail = magnet.extend({
  list: z.array(magnetFile),
  /** Guessed from its name, to prefill a form. */
  guess: z.strictObject({ title: z.string(), year: z.int().nullable(), kind: movieKind }),
  target: magnetTarget.nullable(),
});
export type MagnetDetail = z.infer<typeof magnetDetail>;

/** Data about this machine in every answer. */
const service = z.strictObject({
  /** Enabled by the operator. If off, existing magnets can only be viewed. */
  on: z.boolean(),
  disk: z.strictObject({
    freeBytes: z.number(),
    /** Free bytes for new work: the rest stays reserved. */
    usableBytes: z.number(),
  }),
  /** Largest magnet, in bytes. */
  maxBytes: z.number(),
  /** Bytes a second; null = no limit. */
  rateBps: z.number().nullable(),
  parallel: z.int(),
});
export type MagnetService = z.infer<typeof service>;

const one = z.strictObject({ magnet: magnetDetail, service });
const write = { access: "admin", permission: "catalogue.write" } as const;

export const adminMagnetCalls = {
  "z/magnet/list": get({
    access: "admin",
    permission: "catalogue.read",
    summary: "Magnets, newest first; also while they are switched off.",
    input: z.strictObject({ ...paging, state: magnetState.optional() }),
    output: page(magnet).extend({ service }),
  }),
  "z/magnet/read": get({
    access: "admin",
    permission: "catalogue.read",
    summary: "One magnet with its files, the facts read from their names, and their import.",
    input: z.strictObject({ id: magnetId }),
    output: one,
  }),
  "z/magnet/add": post({
    ...write,
    summary:
      "Takes magnet links, one a line, of which who sends them says that they may be downloaded and shown. Each line has its own answer.",
    input: z.strictObject({
      /** As pasted. Empty lines are ignored; more than a hundred lines are refused. */
      text: z.string().max(longestMagnetText),
      /** If false, the call is refused with `rights`. */
      rights: z.boolean(),
    }),
    output: z.strictObject({
      lines: z.array(
        z.strictObject({
          /** Line number in the pasted text, from 1. */
          line: z.int().min(1),
          /** The beginning of the line, safe to show. */
          text: z.string(),
          outcome: z.enum(["added", "duplicate", "invalid"]),
          /** Why it is invalid. */
          refusal: magnetRefusal.nullable(),
          /** The added or already existing magnet, with its present name and state. */
          magnet: z.strictObject({ id: magnetId, name: z.string(), state: magnetState }).nullable(),
        }),
      ),
      service,
    }),
  }),
  "z/magnet/choose": post({
    ...write,
    summary:
      "Says which files are taken, and which episodes they become; then the download begins in its turn.",
    input: z.strictObject({
      id: magnetId,
      target: magnetTarget,
      /** Each file and each episode once, by its number in its season. A film is episode 1. */
      files: z
        .array(z.strictObject({ file: fileIndex, season: seasonNumber.default(1), episode: episodeNumber }))
        .min(1)
        .max(mostMagnetFiles),
      /** Whether the subtitle files beside the chosen movies are imported too. */
      subtitles: z.boolean().default(true),
      reason: reason.optional(),
    }),
    output: one,
  }),
  "z/magnet/change": post({
    ...write,
    summary:
      "Pauses, resumes, retries, cancels or removes a magnet, or stops its upload to other peers. Removing deletes the downloaded files, never the imported episodes.",
    input: z.strictObject({
      id: magnetId,
      action: z.enum(magnetActions),
      reason: reason.optional(),
    }),
    /** `magnet` is null once it was removed. */
    output: z.strictObject({ magnet: magnetDetail.nullable(), service }),
  }),
};
