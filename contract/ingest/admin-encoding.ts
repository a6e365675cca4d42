import { z } from "zod";
import { get, post } from "../call.ts";
import { episodeIndex, movieId } from "../fields.ts";
import { page } from "../models.ts";
import { iso, paging, reason } from "../admin-fields.ts";
import { addedCodecs, encodingPhases, encodingStates, longestFileName } from "./values.ts";

export const encodingState = z.enum(encodingStates);

/** Why an encoding failed or is delayed: a `waiting` one with a problem is tried again. */
export const encodingProblem = z.enum([
  "unsupported",
  "no_video",
  "too_large",
  "no_tone_mapping",
  "no_encoder",
  "damaged",
  "source_missing",
  "storage_away",
  "timeout",
  "disk_full",
  "no_tool",
  "encode_failed",
  "worker_died",
]);
export type EncodingProblem = z.infer<typeof encodingProblem>;

/** A higher number runs earlier. */
const priority = z.int().min(-100).max(100);
const encodingId = z.uuid();

/** A stored file being encoded as the movie of an episode. */
export const encoding = z.strictObject({
  id: encodingId,
  movie: movieId,
  index: episodeIndex,
  /** Name of the stored file. */
  source: z.string(),
  state: encodingState,
  /** Null: it makes the episode's asset; else it adds renditions to one, in these codecs, and holds those still to be done. */
  codecs: z.array(z.enum(addedCodecs)).nullable(),
  /**
   * `reading` = probing the file; `preview` = only the smallest rendition; `ladder` = all of them; `added` = those of
   * `codecs`.
   */
  phase: z.enum(encodingPhases).nullable(),
  /** 0 to 1. */
  progress: z.number().min(0).max(1),
  /** Seconds; null when unknown. */
  leftS: z.number().nullable(),
  problem: encodingProblem.nullable(),
  /** The tool's own message. */
  detail: z.string().nullable(),
  priority,
  attempts: z.int(),
  /** When it is tried again; null = as soon as possible. */
  notBefore: iso.nullable(),
  /** The smallest rendition is already playable. */
  preview: z.boolean(),
  createdAt: iso,
  updatedAt: iso,
  startedAt: iso.nullable(),
  finishedAt: iso.nullable(),
});
export type Encoding = z.infer<typeof encoding>;

const ofEncoding = { id: encodingId, reason: reason.optional() };
const write = { access: "admin", permission: "catalogue.write" } as const;

export const adminEncodingCalls = {
  "z/encoding/list": get({
    access: "admin",
    permission: "catalogue.read",
    summary: "Encodings, newest first: all of them, or those of a title or an episode.",
    input: z.strictObject({
      ...paging,
      movie: movieId.optional(),
      index: episodeIndex.optional(),
      state: encodingState.optional(),
    }),
    output: page(encoding),
  }),
  "z/encoding/detail": get({
    access: "admin",
    permission: "catalogue.read",
    summary: "One encoding: how far it is, or why it failed.",
    input: z.strictObject({ id: encodingId }),
    output: encoding,
  }),
  "z/encoding/start": post({
    ...write,
    summary:
      "Encodes a stored file as an episode's next asset, in its turn; a running encoding of the same episode is cancelled for it.",
    input: z.strictObject({
      /** The id of the encoding: a repeated call starts it only once. */
      key: encodingId,
      movie: movieId,
      index: episodeIndex,
      /** Name of the stored upload. */
      source: z.string().regex(/^[0-9a-f]{64}\.[a-z0-9]{2,4}$/),
      /** The file's own name, to show it. */
      fileName: z.string().trim().min(1).max(longestFileName).optional(),
      priority: priority.optional(),
      reason: reason.optional(),
    }),
    output: encoding,
  }),
  "z/encoding/pause": post({
    ...write,
    summary: "Stops an encoding until it is resumed; it then begins anew.",
    input: z.strictObject(ofEncoding),
    output: encoding,
  }),
  "z/encoding/resume": post({
    ...write,
    summary: "Lets a paused encoding go on in its turn.",
    input: z.strictObject(ofEncoding),
    output: encoding,
  }),
  "z/encoding/retry": post({
    ...write,
    summary: "Tries a failed encoding again, or one that waits for its next attempt at once.",
    input: z.strictObject(ofEncoding),
    output: encoding,
  }),
  "z/encoding/cancel": post({
    ...write,
    summary: "Gives an encoding up, with its preview. The file stays stored.",
    input: z.strictObject(ofEncoding),
    output: encoding,
  }),
  "z/encoding/priority": post({
    ...write,
    summary: "Puts an encoding before others that wait, or behind them.",
    input: z.strictObject({ ...ofEncoding, priority }),
    output: encoding,
  }),
};
