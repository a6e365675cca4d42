import { z } from "zod";
import { iso, query, reason, revision } from "../admin-fields.ts";
import { get, post } from "../call.ts";
import { movieId } from "../fields.ts";
import { collectionName, movieKind } from "../models.ts";
import { year } from "../catalogue/admin-movie-models.ts";
import { longestName } from "../catalogue/values.ts";
import { mostTmdbFields } from "./values.ts";

/** Id of a film or a series in TMDB; the two are counted apart. */
const tmdb = z.int().min(1).max(999_999_999);
/** 0 = what TMDB calls specials. */
const season = z.int().min(0).max(9_999);
/** A field that TMDB can fill: `year`, `texts.de.title`, `season.2.de`, `episode.3.ja`, `episode.3.still`, `poster`. */
const field = z.string().regex(/^[a-z]{1,20}(\.[a-z0-9-]{1,12}){0,2}$/i);
/** In the form in which it is shown: a list has one entry a line. */
const value = z.union([z.string(), z.int(), z.array(z.string())]);

const hit = z.strictObject({
  tmdb,
  kind: movieKind,
  /** In the caller's language, where TMDB has it. */
  title: z.string(),
  originalTitle: z.string(),
  year: z.int().nullable(),
  overview: z.string(),
});
export type TmdbHit = z.infer<typeof hit>;

const difference = z.strictObject({
  field,
  /** Null = there is none yet. */
  current: value.nullable(),
  found: value,
  /** No admin has written this field since it was made or filled: it can be taken over without losing anything. */
  ticked: z.boolean(),
});
export type TmdbDifference = z.infer<typeof difference>;

const choice = { id: movieId, tmdb, kind: movieKind, season: season.optional() };

export const adminTmdbCalls = {
  "z/tmdb/search": get({
    access: "admin",
    permission: "catalogue.write",
    summary:
      "Films or series of TMDB by title and year; for a title here, both are guessed from its file's name.",
    input: z.strictObject({
      /** The title to be filled. */
      id: movieId.optional(),
      /** A title, or the name of a file. Left out = guessed. */
      q: query.optional(),
      year: year.optional(),
      kind: movieKind.optional(),
    }),
    output: z.strictObject({
      /** What was asked for, guesses included. */
      asked: z.strictObject({ q: z.string(), year: z.int().nullable(), kind: movieKind }),
      /** The entry that the title was filled from before. */
      link: z.strictObject({ tmdb, kind: movieKind, season: season.nullable(), filledAt: iso }).nullable(),
      /** The first page of TMDB's results, best match first. Empty without anything to search for. */
      items: z.array(hit),
    }),
  }),
  "z/tmdb/compare": get({
    access: "admin",
    permission: "catalogue.write",
    summary: "What differs between a title here and an entry of TMDB, field by field.",
    input: z.strictObject(choice),
    output: z.strictObject({
      revision,
      tmdb,
      kind: movieKind,
      /** TMDB's name of it. */
      title: z.string(),
      /** Its page at TMDB. */
      url: z.string(),
      filledAt: iso.nullable(),
      /** Whose episodes are compared; null for a film, and for a series without seasons. */
      season: season.nullable(),
      seasons: z.array(z.strictObject({ season, name: z.string(), episodes: z.int() })),
      differences: z.array(difference),
      /** Number of further differences, which appear once those above are filled in. */
      more: z.int(),
      /** TMDB's genres that have no counterpart here in any language, by their English names. `z/tmdb/fill` can add them. */
      unknownGenres: z.array(z.string()),
      /** The one of `collections` that is not there yet; filling the field makes it. Its name in English. */
      newCollection: collectionName.nullable(),
      /** TMDB's pictures among the differences, small, as `data:` addresses by field. */
      pictures: z.record(field, z.string()),
    }),
  }),
  "z/tmdb/fill": post({
    access: "admin",
    permission: "catalogue.write",
    summary:
      "Takes the named fields over from TMDB, and adds the named genres: all or nothing. Other fields stay.",
    input: z.strictObject({
      ...choice,
      revision,
      /** May be empty where there are new genres. */
      fields: z.array(field).max(mostTmdbFields),
      /** Of `unknownGenres`: made in every language that TMDB has a name in, and given to the title. */
      newGenres: z.array(z.string().min(1).max(longestName)).max(20).optional(),
      reason: reason.optional(),
    }),
    output: z.strictObject({ revision }),
  }),
};
