import { z } from "zod";
import { get, post } from "../call.ts";
import { episodeIndex, movieId } from "../fields.ts";
import { locales } from "../locales.ts";
import { magnetStates } from "./magnet-states.ts";
import { accessLevel, movieKind, page } from "../models.ts";
import { actor, iso, paging, reason } from "../admin-fields.ts";
import { rating, title, year } from "../catalogue/admin-movie-models.ts";
import { subtitleKind } from "./admin-subtitles.ts";

export const magnetState = z.enum(magnetStates);

/** Why nothing came of it, or not yet: a state other than `failed` with a problem is tried again by itself. */
export const magnetProblem = z.enum([
  /** Nobody could say what it holds. */
  "no_metadata",
  /** For long nobody has given anything. */
  "no_peers",
  /** Larger than a magnet may be. */
  "too_large",
  "too_many_files",
  "no_video",
  /** What it holds is described in a way that can't be used: a file outside its folder, lengths that can not be. */
  "bad_metadata",
  /** The disk would be full; it goes on once there is room. */
  "disk_full",
  /** What came is not what was promised. */
  "damaged",
  /** The title or the episode it was meant for is gone. */
  "target_gone",
  /** Nothing on this machine can download it. */
  "no_client",
  /** What downloads has failed, `detail` says how; it is begun again. */
  "client_failed",
]);
export type MagnetProblem = z.infer<typeof magnetProblem>;

/** Why a pasted line is no magnet that can be taken. */
export const magnetRefusal = z.enum([
  "not_a_magnet",
  "too_long",
  /** It has no infohash, or one that is none. */
  "bad_infohash",
  /** Of the second version of the format alone (`urn:btmh`). */
  "v2_only",
]);
export type MagnetRefusal = z.infer<typeof magnetRefusal>;

const magnetId = z.uuid();
/** SHA-1 in hex, small letters. */
const infohash = z.string().regex(/^[0-9a-f]{40}$/);
/** Number of a file in its magnet, from 0. */
const fileIndex = z.int().min(0).max(9999);
/** Most files a magnet may have, and most that are chosen at once. */
export const mostMagnetFiles = 2_000;
export const mostMagnetLines = 100;
/** A call takes 64 kB in all. */
export const longestMagnetText = 60_000;

export const magnet = z.strictObject({
  id: magnetId,
  infohash,
  /** As its metadata or its link names it, fit to be shown; the infohash where neither does. */
  name: z.string(),
  state: magnetState,
  problem: magnetProblem.nullable(),
  /** What the client said, in its own words. */
  detail: z.string().nullable(),
  /** Of what is taken of it, else of all it holds; null until that is known. */
  bytes: z.number().nullable(),
  doneBytes: z.number(),
  /** 0 to 1. */
  progress: z.number().min(0).max(1),
  peers: z.int(),
  /** Bytes a second. */
  downBps: z.number(),
  upBps: z.number(),
  /** Seconds; null where it can't be told. */
  leftS: z.number().nullable(),
  /** Bytes given to others. */
  sentBytes: z.number(),
  /** It is `done` and still gives to others. */
  seeding: z.boolean(),
  /** How many files it holds; null until that is known. */
  files: z.int().nullable(),
  /** The title it becomes, once that is there. */
  movie: movieId.nullable(),
  /** Of the link, and not used: what leads to addresses that may not be connected to, and web seeds. */
  dropped: z.strictObject({ trackers: z.int(), peers: z.int(), webSeeds: z.int() }),
  /** When it is tried again; null = as soon as its turn comes. */
  notBefore: iso.nullable(),
  /** Who has said, and when, that it may be downloaded and shown. */
  rights: z.strictObject({ by: actor, at: iso }),
  createdAt: iso,
  updatedAt: iso,
  finishedAt: iso.nullable(),
});
export type Magnet = z.infer<typeof magnet>;

/** Why a subtitle file has not become subtitles of its film. */
export const sidecarProblem = z.strictObject({
  why: z.enum([
    /** It is no longer among the stored files. */
    "missing",
    "empty",
    "tooLarge",
    /** No text, or a picture of some. */
    "noText",
    /** A text without subtitles. */
    "none",
    "tooMany",
    /** Line `number` is a page's code. */
    "code",
    /** The one of this number ends before it begins. */
    "backwards",
    /** The one of this number begins when the film is over. */
    "late",
  ]),
  number: z.int().nullable(),
});
export type SidecarProblem = z.infer<typeof sidecarProblem>;

export const magnetFile = z.strictObject({
  index: fileIndex,
  /** As the metadata has it, fit to be shown: parts joined by `/`. */
  path: z.string(),
  bytes: z.number(),
  doneBytes: z.number(),
  /** By its name. Only films can be chosen; subtitles beside a chosen film come along (`subtitles`). */
  kind: z.enum(["video", "subtitles", "other"]),
  /** What its name says: `S01E02` and its like. Null where it says nothing. */
  guess: z.strictObject({ season: z.int().nullable(), episode: episodeIndex.nullable() }),
  /** Small extras beside the film: not worth being proposed. */
  sample: z.boolean(),
  chosen: z.boolean(),
  /** The episode it becomes; null where it is not chosen. */
  episode: episodeIndex.nullable(),
  /** A film's way to being that episode's (`z/encoding/detail`), once it has begun. */
  encoding: z.uuid().nullable(),
  /** Of a subtitle file, what its name and place say of it; else null. */
  subtitles: z
    .strictObject({
      /** BCP 47 tag; `und` where it does not say. */
      locale: z.string(),
      kind: subtitleKind,
      /** The films it lies beside: it comes along with the first of them that is chosen. */
      films: z.array(fileIndex),
      /** Why it comes along with none; `double` = a larger file has the same language and kind. */
      left: z.enum(["forced", "empty", "too_large", "double", "surplus"]).nullable(),
      /** What stood in its way when its film was encoded; the film is there all the same. */
      problem: sidecarProblem.nullable(),
    })
    .nullable(),
});
export type MagnetFile = z.infer<typeof magnetFile>;

/** What is made of the chosen files: a new draft, or episodes of a title that is there. */
export const magnetTarget = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("new"),
    title,
    originalLanguage: z.enum(locales),
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
  /** Of its name: what a form may begin with. */
  guess: z.strictObject({ title: z.string(), year: z.int().nullable(), kind: movieKind }),
  target: magnetTarget.nullable(),
});
export type MagnetDetail = z.infer<typeof magnetDetail>;

/** What every answer says of the machine. */
const service = z.strictObject({
  /** Switched on by the operator. Off, magnets can be looked at and nothing else. */
  on: z.boolean(),
  disk: z.strictObject({
    freeBytes: z.number(),
    /** Of them for new work: the rest is left alone. */
    usableBytes: z.number(),
  }),
  /** Largest magnet, in bytes. */
  maxBytes: z.number(),
  /** Bytes a second; null = as fast as it goes. */
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
    summary: "One magnet with its files, what their names say, and what becomes of them.",
    input: z.strictObject({ id: magnetId }),
    output: one,
  }),
  "z/magnet/add": post({
    ...write,
    summary:
      "Takes magnet links, one a line, of which who sends them says that they may be downloaded and shown. Each line has its own answer.",
    input: z.strictObject({
      /** As it was pasted. Empty lines are none; more than a hundred are refused. */
      text: z.string().max(longestMagnetText),
      /** Not true: refused with `rights`. */
      rights: z.boolean(),
    }),
    output: z.strictObject({
      lines: z.array(
        z.strictObject({
          /** As pasted, from 1. */
          line: z.int().min(1),
          /** Its beginning, fit to be shown. */
          text: z.string(),
          outcome: z.enum(["added", "duplicate", "invalid"]),
          /** Why it is invalid. */
          refusal: magnetRefusal.nullable(),
          /** The one added, or the one that was there; its name and state as they are now. */
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
      /**
       * Each file and each episode once. A film takes episode 1; of a series, episodes that are not there yet have to
       * follow the last one.
       */
      files: z
        .array(z.strictObject({ file: fileIndex, episode: episodeIndex }))
        .min(1)
        .max(mostMagnetFiles),
      /** Whether the subtitle files beside the chosen films come along. */
      subtitles: z.boolean().default(true),
      reason: reason.optional(),
    }),
    output: one,
  }),
  "z/magnet/change": post({
    ...write,
    summary:
      "Pauses, resumes, tries again, gives up or removes a magnet, or lets it give nothing more to others. Removing takes what was downloaded away, never what became of it.",
    input: z.strictObject({
      id: magnetId,
      action: z.enum(["pause", "resume", "retry", "cancel", "remove", "stop-seeding"]),
      reason: reason.optional(),
    }),
    /** `magnet` is null once it was removed. */
    output: z.strictObject({ magnet: magnetDetail.nullable(), service }),
  }),
};
