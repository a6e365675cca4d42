import { z } from "zod";
import { get, post } from "../call.ts";
import { collectionId, cursor, limit, locale, movieId } from "../fields.ts";
import { collection, movieCard, page } from "../models.ts";
import { before, reason, revision } from "../admin-fields.ts";
import { description, movieState } from "./admin-movie-models.ts";
import { longestName, mostCollectionMovies } from "./values.ts";

const text = z.strictObject({
  name: z.string().trim().min(1).max(longestName),
  description: description.optional(),
});
/** Name and description by language. */
const texts = z.partialRecord(locale, text);

export const collectionCalls = {
  "collection/list": get({
    access: "public",
    summary: "The collections that have published movies, each with its first ones.",
    input: z.strictObject({ cursor: cursor.optional(), limit: limit.optional() }),
    /** `first` = up to four movies, in the collection's order. */
    output: page(collection.extend({ first: z.array(movieCard).min(1) })),
  }),
  "collection/detail": get({
    access: "public",
    summary: "A collection and its published movies, in its admins' order, the others by year.",
    input: z.strictObject({ id: collectionId, cursor: cursor.optional(), limit: limit.optional() }),
    output: page(movieCard).extend({ collection }),
  }),
};

const adminCollectionMovie = z.strictObject({
  id: movieId,
  title: z.string(),
  year: z.int(),
  state: movieState,
});

export const adminCollectionCalls = {
  "z/collection/list": get({
    access: "admin",
    permission: "catalogue.read",
    summary: "Collections with their names in every language, by id.",
    input: z.strictObject({}),
    output: z.strictObject({
      items: z.array(
        z.strictObject({
          id: collectionId,
          texts,
          /** Number of titles in it, drafts too; counted up to a thousand. */
          movies: z.int(),
        }),
      ),
    }),
  }),
  "z/collection/detail": get({
    access: "admin",
    permission: "catalogue.read",
    summary: `One collection with its titles in order, the first ${mostCollectionMovies}.`,
    input: z.strictObject({ id: collectionId }),
    output: z.strictObject({
      id: collectionId,
      revision,
      texts,
      movies: z.array(adminCollectionMovie),
      /** Number of titles in it. */
      total: z.int(),
    }),
  }),
  "z/collection/save": post({
    access: "admin",
    permission: "catalogue.write",
    summary:
      "Adds a collection, or changes its texts; languages that are left out stay, and null removes one.",
    input: z.strictObject({
      id: collectionId,
      /** Null = a new collection. */
      revision: revision.nullable(),
      before: before.optional(),
      texts: z.partialRecord(locale, text.nullable()),
      reason: reason.optional(),
    }),
    output: z.strictObject({ revision }),
  }),
  "z/collection/movies": post({
    access: "admin",
    permission: "catalogue.write",
    summary: "The titles of a collection, all of them in order; those left out are taken out of it.",
    input: z.strictObject({
      id: collectionId,
      revision,
      movies: z.array(movieId).max(mostCollectionMovies),
      reason: reason.optional(),
    }),
    output: z.strictObject({ revision }),
  }),
  "z/collection/delete": post({
    access: "admin",
    permission: "catalogue.write",
    summary: "Takes a collection away; its titles stay. `dryRun` says how many it has.",
    input: z.strictObject({ id: collectionId, dryRun: z.boolean(), reason: reason.optional() }),
    output: z.strictObject({ movies: z.int() }),
  }),
};
