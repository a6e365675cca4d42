import { z } from "zod";
import { get, post } from "../call.ts";
import { cursor, episodeIndex, iso, limit, movieId, seconds } from "../fields.ts";
import { page, progressItem } from "../models.ts";

export const playbackStart = z.strictObject({
  id: movieId,
  index: episodeIndex,
  /** Signed URL of the HLS multivariant playlist. */
  hls: z.string(),
  /** The same, but its delivery is recorded as progress: for a player without JavaScript. */
  hlsTracked: z.string(),
  /** Signed URL of one small MP4, for what cannot play HLS. */
  progressive: z.string(),
  /** When the URLs stop working. */
  expiresAt: iso,
  durationS: seconds,
  /** Where to resume; 0 = from the start. */
  positionS: seconds,
});
export type PlaybackStart = z.infer<typeof playbackStart>;

export const playbackCalls = {
  "playback/start": get({
    access: "optional",
    summary: "The signed media URLs of an episode and where to resume. VIP titles: VIP sessions only.",
    input: z.strictObject({ id: movieId, index: episodeIndex.optional() }),
    output: playbackStart,
  }),
  "progress/save": post({
    access: "session",
    summary:
      "Keeps how far the session's user has watched an episode. The last write wins; while the history is paused, nothing is kept.",
    input: z.strictObject({ id: movieId, index: episodeIndex, positionS: seconds, durationS: seconds }),
    output: z.strictObject({}),
  }),
  "progress/list": get({
    access: "session",
    summary: "What the session's user has watched, latest first, one entry a movie.",
    input: z.strictObject({
      cursor: cursor.optional(),
      limit: limit.optional(),
      /** 'unfinished' = what can be continued. */
      state: z.enum(["all", "unfinished"]).optional(),
      /** Part of a title, in any language the movie has. */
      q: z.string().trim().min(1).max(100).optional(),
    }),
    /** `paused`: nothing new is kept (`profile/recording`). */
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
