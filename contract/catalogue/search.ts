import { z } from "zod";
import { get } from "../call.ts";
import { cursor, genreId, limit } from "../fields.ts";
import { longestSearch, years } from "./values.ts";
import { accessLevel, genre, movieCard, movieKind, page, person } from "../models.ts";

const words = z.string().trim().min(1).max(longestSearch);
const year = z.int().min(years.first).max(2200);

export const searchSort = z.enum(["relevance", "popular", "new"]);
export type SearchSort = z.infer<typeof searchSort>;

export const searchCalls = {
  "movie/search": get({
    access: "public",
    summary:
      "Published movies by words and filters; tolerant of typos, accents, scripts and Latin spellings. Without words: all that pass the filters.",
    input: z.strictObject({
      q: words.optional(),
      genre: genreId.optional(),
      year: year.optional(),
      /** First of ten years. */
      decade: year.multipleOf(10).optional(),
      kind: movieKind.optional(),
      access: accessLevel.optional(),
      /** 'relevance', the default, means 'popular' when there are no words. */
      sort: searchSort.optional(),
      cursor: cursor.optional(),
      limit: limit.optional(),
    }),
    output: page(movieCard).extend({
      /** True: nothing matches the words as typed, and these results are similar. */
      near: z.boolean(),
      /** The corrected words of the search, folded; null when nothing was corrected. */
      corrected: z.string().nullable(),
      /** People with a name of these words. Left out without words, and on further pages. */
      people: z.array(person).optional(),
    }),
  }),
  "movie/suggest": get({
    access: "public",
    summary: "At most eight titles for what has been typed so far.",
    input: z.strictObject({ q: words }),
    output: z.strictObject({ items: z.array(movieCard) }),
  }),
  "movie/trending": get({
    access: "public",
    summary: "Titles whose audience grows, then the most watched ones: suggestions before anything is typed.",
    input: z.strictObject({}),
    output: z.strictObject({ items: z.array(movieCard) }),
  }),
  "search/filters": get({
    access: "public",
    summary: "What a search can be narrowed to.",
    input: z.strictObject({}),
    output: z.strictObject({
      genres: z.array(genre),
      /** First years of the decades with movies, latest first. */
      decades: z.array(z.int()),
    }),
  }),
};
