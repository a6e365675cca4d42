import { z } from "zod";
import { get, post } from "../call.ts";
import { genreId, locale, movieId } from "../fields.ts";
import { mostRowMovies } from "./values.ts";
import { reason, revision } from "../admin-fields.ts";

const names = z.partialRecord(locale, z.string().trim().min(1).max(60));

export const rowKind = z.enum(["new", "popular", "trending", "series", "vip", "genre", "picked"]);

/** A row of the home page, in the order shown. */
export const rowPlan = z.strictObject({
  kind: rowKind,
  on: z.boolean(),
  /** For `genre`. */
  genre: genreId.nullable(),
  /** For `picked`: its name by language, and its titles in order. */
  names,
  movies: z.array(movieId).max(mostRowMovies),
});
export type RowPlan = z.infer<typeof rowPlan>;

const genreRow = z.strictObject({
  id: genreId,
  names,
  /** Number of titles with this genre, counted up to a thousand; null when it was not requested. */
  movies: z.int().nullable(),
});

export const adminCatalogueCalls = {
  "z/genre/list": get({
    access: "admin",
    permission: "catalogue.read",
    summary: "Genres with their names in every language.",
    input: z.strictObject({
      /** Also count the titles of each. */
      count: z.boolean().optional(),
    }),
    output: z.strictObject({ items: z.array(genreRow) }),
  }),
  "z/genre/save": post({
    access: "admin",
    permission: "catalogue.write",
    summary: "Adds a genre, or names one anew. Languages that are left out have no name of their own.",
    input: z.strictObject({
      id: genreId,
      names,
      /** The names when the editor began; null = a new genre. If they have changed: `conflict`. */
      before: names.nullable(),
      reason: reason.optional(),
    }),
    output: z.strictObject({}),
  }),
  "z/genre/delete": post({
    access: "admin",
    permission: "catalogue.write",
    summary:
      "Takes a genre away, from every title and from the home page. `dryRun` says how many titles have it.",
    input: z.strictObject({ id: genreId, dryRun: z.boolean(), reason: reason.optional() }),
    output: z.strictObject({ movies: z.int() }),
  }),
  "z/row/list": get({
    access: "admin",
    permission: "catalogue.read",
    summary: "The rows of the home page as they are planned.",
    input: z.strictObject({}),
    output: z.strictObject({
      revision,
      rows: z.array(rowPlan.extend({ titles: z.array(z.strictObject({ id: movieId, title: z.string() })) })),
    }),
  }),
  "z/row/save": post({
    access: "admin",
    permission: "catalogue.write",
    summary: "The rows of the home page, all of them in order; visitors see it at once.",
    input: z.strictObject({ revision, rows: z.array(rowPlan).max(40), reason: reason.optional() }),
    output: z.strictObject({ revision }),
  }),
};
