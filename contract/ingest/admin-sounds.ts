import { z } from "zod";
import { get, post } from "../call.ts";
import { episodeIndex, movieId } from "../fields.ts";
import { revision } from "../admin-fields.ts";
import { soundChoice } from "../catalogue/admin-movie-models.ts";
import { mostSounds } from "../catalogue/values.ts";

const ofEpisode = { id: movieId, index: episodeIndex };
const assetId = z.string().min(1).max(128);

/** A sound of an episode's video. */
export const adminSound = z.strictObject({
  ...soundChoice.shape,
  /** What viewers read where no name is given, in the reader's language. */
  ownLabel: z.string(),
  /** BCP 47 tag; `und` when the file does not tell. */
  locale: z.string(),
  /** As it was in the file; null for videos encoded before this was stored. */
  codec: z.string().nullable(),
  channels: z.int().nullable(),
});

/** What an episode's video is made of. */
export const adminVideo = z.strictObject({
  asset: assetId,
  /** Name of the file as its sender called it; null when unknown. */
  file: z.string().nullable(),
  /** In the order they are offered. */
  sounds: z.array(adminSound),
  /** Smallest first. `codec` in the words of its makers, such as H.264; `bitrate` at its peak, in bits a second. */
  renditions: z.array(
    z.strictObject({
      name: z.string(),
      codec: z.string(),
      width: z.int(),
      height: z.int(),
      bitrate: z.int(),
    }),
  ),
});
export type AdminVideo = z.infer<typeof adminVideo>;

export const adminSoundCalls = {
  "z/sound/list": get({
    access: "admin",
    permission: "catalogue.read",
    summary: "The sounds and qualities of an episode's video, and the file it was made of.",
    input: z.strictObject(ofEpisode),
    /** Null while the episode has no playable video. */
    output: z.strictObject({ video: adminVideo.nullable() }),
  }),
  "z/sound/save": post({
    access: "admin",
    permission: "catalogue.write",
    summary:
      "Names the sounds of an episode's video, orders them, and says which one is the default and which are audio descriptions. Nothing is encoded anew.",
    input: z.strictObject({
      ...ofEpisode,
      revision,
      /** The video they belong to: another one has other sounds (`conflict`). */
      asset: assetId,
      /** Each sound once, exactly one of them the default. */
      sounds: z.array(soundChoice).min(2).max(mostSounds),
    }),
    output: z.strictObject({ revision }),
  }),
};
