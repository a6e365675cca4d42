import { z } from "zod";
import { post } from "../call.ts";
import { episodeIndex, movieId, seconds } from "../fields.ts";
import { accessLevel, still } from "../models.ts";
import { before, pictureKey, revision } from "../admin-fields.ts";
import { undoing } from "../service/admin-audit.ts";
import { chapter, episodeText, teaserS, textsOf } from "./admin-movie-models.ts";

/** Every save belongs to the title, so its revision is sent along. */
const changed = z.strictObject({ revision });
const ofEpisode = { id: movieId, revision, index: episodeIndex };

export const adminEpisodeCalls = {
  "z/episode/create": post({
    access: "admin",
    permission: "catalogue.write",
    summary: "One more episode at a title's end.",
    input: z.strictObject({ id: movieId, revision, texts: textsOf(episodeText).optional() }),
    output: changed.extend({ index: episodeIndex }),
  }),
  "z/episode/save": post({
    access: "admin",
    permission: "catalogue.write",
    summary: "An episode's texts, markers, chapters and who may watch it; what is left out stays.",
    input: z.strictObject({
      ...ofEpisode,
      /** All of the episode, with `asset`: a save with it does not conflict while the episode is still like this. */
      before: before.optional(),
      texts: textsOf(episodeText.nullable()).optional(),
      /** Seconds; both or neither. */
      introFromS: seconds.nullable().optional(),
      introToS: seconds.nullable().optional(),
      creditsFromS: seconds.nullable().optional(),
      chapters: z.array(chapter).max(100).optional(),
      /** Null = same as its title. */
      access: accessLevel.nullable().optional(),
      teaserS: teaserS.nullable().optional(),
    }),
    output: changed,
  }),
  "z/episode/still": post({
    access: "admin",
    permission: "catalogue.write",
    summary:
      "Makes a picture that was uploaded just now an episode's still, in every size; or goes back to the frame of its video.",
    input: z.strictObject({
      ...ofEpisode,
      /** Name of the stored upload; null = the frame of its video, or none. */
      key: pictureKey.nullable(),
    }),
    output: changed.extend({ still: still.nullable(), ...undoing }),
  }),
  "z/episode/order": post({
    access: "admin",
    permission: "catalogue.write",
    summary:
      "Moves an episode to another place; those between move up or down, and the users' progress moves with it.",
    input: z.strictObject({ ...ofEpisode, to: episodeIndex }),
    output: changed,
  }),
  "z/episode/delete": post({
    access: "admin",
    permission: "catalogue.write",
    summary: "Takes an episode out; those behind it move up.",
    input: z.strictObject(ofEpisode),
    output: changed,
  }),
};
