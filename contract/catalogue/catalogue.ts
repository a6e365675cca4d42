import { z } from "zod";
import { get } from "../call.ts";
import { cursor, genreId, limit, movieId, personId, shortCode } from "../fields.ts";
import { accessLevel, genre, heroCard, movie, movieCard, movieKind, page, person } from "../models.ts";

const homeRow = z.strictObject({
  kind: z.enum(["new", "popular", "trending", "series", "genre", "vip", "picked"]),
  /** Set when kind is 'genre'. */
  genre: genre.nullable(),
  /** Set when kind is 'picked': the admin's name for this selection. */
  name: z.string().nullable(),
  items: z.array(movieCard),
});
export type HomeRow = z.infer<typeof homeRow>;

export const catalogueCalls = {
  "home/rows": get({
    access: "public",
    summary: "The home page: the hero's titles and the rows below, the same for everyone of a language.",
    input: z.strictObject({}),
    output: z.strictObject({ hero: z.array(heroCard), rows: z.array(homeRow) }),
  }),
  "movie/list": get({
    access: "public",
    summary: "Published movies, filtered and sorted.",
    input: z.strictObject({
      cursor: cursor.optional(),
      limit: limit.optional(),
      genre: genreId.optional(),
      kind: movieKind.optional(),
      access: accessLevel.optional(),
      /** `trending` lists only movies whose audience has grown of late. */
      sort: z.enum(["new", "popular", "trending"]).optional(),
      /** Also count them: `total` is then the number. */
      count: z.boolean().optional(),
    }),
    /** `total` is null when it was not requested, and 1,000 for that many or more. */
    output: page(movieCard).extend({ total: z.int().nullable() }),
  }),
  "movie/detail": get({
    access: "public",
    summary: "One published movie with its episodes.",
    input: z.strictObject({ id: movieId }),
    output: movie,
  }),
  "movie/short": get({
    access: "public",
    summary: "The published movie that a short address names.",
    input: z.strictObject({ code: shortCode }),
    output: z.strictObject({ id: movieId }),
  }),
  "person/detail": get({
    access: "public",
    summary: "A person, and the published movies that name them, latest first.",
    input: z.strictObject({ id: personId, cursor: cursor.optional(), limit: limit.optional() }),
    output: page(movieCard).extend({ person }),
  }),
};
