import { z } from "zod";
import { post } from "../call.ts";
import { episodeIndex, episodeNumber, movieId, seasonNumber, seconds } from "../fields.ts";
import { accessLevel, still } from "../models.ts";
import { before, pictureKey, revision } from "../admin-fields.ts";
import { undoing } from "../service/admin-audit.ts";
import { chapter, episodeText, seasonText, teaserS, textsOf, year } from "./admin-movie-models.ts";

/** Every save belongs to the title, so its revision is sent along. */
const changed = z.strictObject({ revision });
const ofEpisode = { id: movieId, revision, index: episodeIndex };
const ofSeason = { id: movieId, revision, season: seasonNumber };
/** A change that may give episodes another index: the answer has the new one. */
const placed = changed.extend({ index: episodeIndex });

export const adminEpisodeCalls = {
  "z/episode/create": post({
    access: "admin",
    permission: "catalogue.write",
    summary: "One more episode at the end of a season.",
    input: z.strictObject({
      id: movieId,
      revision,
      /** Left out = the last one that is not the specials. */
      season: seasonNumber.optional(),
      /** Left out = one more than the highest of its season. */
      number: episodeNumber.optional(),
      texts: textsOf(episodeText).optional(),
    }),
    output: placed,
  }),
  "z/episode/save": post({
    access: "admin",
    permission: "catalogue.write",
    summary:
      "An episode's season and number, texts, markers, chapters and who may watch it; what is left out stays.",
    input: z.strictObject({
      ...ofEpisode,
      /** Each number once in a season. The users' progress moves with the episode. */
      season: seasonNumber.optional(),
      number: episodeNumber.optional(),
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
    output: placed,
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
      "Moves an episode to the place of another one of its season; those between move up or down, and the users' progress moves with it.",
    input: z.strictObject({ ...ofEpisode, to: episodeIndex }),
    output: changed,
  }),
  "z/episode/delete": post({
    access: "admin",
    permission: "catalogue.write",
    summary: "Takes an episode out. The others keep their numbers; the indexes of those behind it move up.",
    input: z.strictObject(ofEpisode),
    output: changed,
  }),
  "z/season/save": post({
    access: "admin",
    permission: "catalogue.write",
    summary:
      "A season's number, name, description and year; makes it where there is none. What is left out stays.",
    input: z.strictObject({
      ...ofSeason,
      before: before.optional(),
      /** Its new number, which no other season may have. Its episodes keep theirs. */
      to: seasonNumber.optional(),
      /** By language; null removes a language. */
      texts: textsOf(seasonText.nullable()).optional(),
      year: year.nullable().optional(),
    }),
    output: changed,
  }),
  "z/season/delete": post({
    access: "admin",
    permission: "catalogue.write",
    summary:
      "Takes a season out, with its episodes and the users' progress in them. The other seasons keep their numbers.",
    input: z.strictObject(ofSeason),
    output: changed.extend({ episodes: z.int() }),
  }),
};
