import { z } from "zod";
import { get, post } from "../call.ts";
import { collectionId, cursor, episodeIndex, iso, limit, movieId, seconds } from "../fields.ts";
import { accessLevel, collectionName, favouriteItem, movieKind, page } from "../models.ts";

const movieIds = z.array(movieId).min(1).max(100);

/** A stored favourite: `favourite/remove` returns it and `favourite/restore` takes it back. */
const keptFavourite = z.strictObject({ id: movieId, title: z.string().min(1).max(300), addedAt: iso });
export type KeptFavourite = z.infer<typeof keptFavourite>;

/** The stored position of one episode: `progress/remove` returns it and `progress/restore` takes it back. */
const keptProgress = z.strictObject({
  id: movieId,
  index: episodeIndex,
  positionS: seconds,
  durationS: seconds,
  updatedAt: iso,
});
export type KeptProgress = z.infer<typeof keptProgress>;

/** Collections that one user may follow. */
export const mostFollows = 200;

/** Fits into one body: enough for a hundred movies, or for one very long series. */
const restoredAtOnce = 300;

export const myListCalls = {
  "favourite/add": post({
    access: "session",
    summary: "Puts a published movie on the list. One that is there already stays where it is.",
    input: z.strictObject({ id: movieId }),
    output: z.strictObject({}),
  }),
  "favourite/remove": post({
    access: "session",
    summary: "Takes movies off the list. Answers what was taken off, for `favourite/restore`.",
    input: z.strictObject({ ids: movieIds }),
    output: z.strictObject({ removed: z.array(keptFavourite) }),
  }),
  "favourite/restore": post({
    access: "session",
    summary: "Undo: puts back what `favourite/remove` answered, where it was.",
    input: z.strictObject({ items: z.array(keptFavourite).min(1).max(100) }),
    output: z.strictObject({}),
  }),
  "favourite/list": get({
    access: "session",
    summary: "The list; with a filter, only what can still be watched.",
    input: z.strictObject({
      cursor: cursor.optional(),
      limit: limit.optional(),
      /** 'added' and 'year': newest first. 'title': in the caller's language. */
      sort: z.enum(["added", "title", "year"]).optional(),
      access: accessLevel.optional(),
      kind: movieKind.optional(),
    }),
    output: page(favouriteItem),
  }),
  "favourite/has": get({
    access: "session",
    summary: "Whether a movie is on the list.",
    input: z.strictObject({ id: movieId }),
    output: z.strictObject({ added: z.boolean() }),
  }),
  "follow/add": post({
    access: "session",
    summary: "Follows a collection: the user is told of new movies in it. One that is followed stays so.",
    input: z.strictObject({ id: collectionId }),
    output: z.strictObject({}),
  }),
  "follow/remove": post({
    access: "session",
    summary: "Follows a collection no longer.",
    input: z.strictObject({ id: collectionId }),
    output: z.strictObject({}),
  }),
  "follow/list": get({
    access: "session",
    summary: "The collections that the user follows and that have published movies, by id.",
    input: z.strictObject({}),
    output: z.strictObject({ items: z.array(collectionName).max(mostFollows) }),
  }),
  "follow/has": get({
    access: "session",
    summary: "Whether the user follows a collection.",
    input: z.strictObject({ id: collectionId }),
    output: z.strictObject({ followed: z.boolean() }),
  }),
  "progress/remove": post({
    access: "session",
    summary: "Takes movies out of the history. Answers what was taken out, for `progress/restore`.",
    input: z.strictObject({ ids: movieIds }),
    output: z.strictObject({ removed: z.array(keptProgress) }),
  }),
  "progress/restore": post({
    access: "session",
    summary: "Undo: puts back what `progress/remove` answered; a later place in the same episode stays.",
    input: z.strictObject({ items: z.array(keptProgress).min(1).max(restoredAtOnce) }),
    output: z.strictObject({}),
  }),
  "progress/clear": post({
    access: "session",
    summary: "Deletes the whole history, for good.",
    input: z.strictObject({}),
    output: z.strictObject({}),
  }),
  "profile/recording": post({
    access: "session",
    summary: "Pauses the history: `progress/save` then answers as ever and keeps nothing.",
    input: z.strictObject({ paused: z.boolean() }),
    output: z.strictObject({}),
  }),
};
