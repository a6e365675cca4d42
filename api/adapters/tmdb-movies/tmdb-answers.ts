import { z } from "zod";

/** Absent and null are the same: nothing is known. */
const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() ?? "");
const listOf = <T extends z.ZodType>(one: T) =>
  z
    .array(one)
    .nullish()
    .transform((list) => list ?? []);
/** A name such as `/aBc1.jpg`: nothing else becomes part of an address. */
const picture = z
  .string()
  .nullish()
  .transform((name) => (name && /^\/[\w-]{1,100}\.(jpe?g|png|webp)$/i.test(name) ? name : null));
const id = z.int().min(1);

const country = { iso_3166_1: z.string() };
const people = { name: text, order: z.number().nullish() };

/** What films and series have in common; a film has a `title`, a series a `name`. */
const common = {
  id,
  title: text,
  name: text,
  original_title: text,
  original_name: text,
  original_language: text,
  overview: text,
  release_date: text,
  first_air_date: text,
};

export const searchAnswer = z.object({ results: z.array(z.object(common)) });

const translations = z
  .object({
    translations: listOf(
      z.object({
        iso_639_1: z.string(),
        ...country,
        data: z.object({ title: text, name: text, overview: text }).nullish(),
      }),
    ),
  })
  .nullish();

export const movieAnswer = z.object({
  ...common,
  poster_path: picture,
  backdrop_path: picture,
  genres: listOf(z.object({ name: text })),
  seasons: listOf(z.object({ season_number: z.int(), name: text, episode_count: z.int().nullish() })),
  belongs_to_collection: z.object({ id, name: text }).nullish(),
  translations,
  credits: z
    .object({
      cast: listOf(z.object({ ...people, character: text })),
      crew: listOf(z.object({ ...people, job: text })),
    })
    .nullish(),
  aggregate_credits: z
    .object({
      cast: listOf(z.object({ ...people, roles: listOf(z.object({ character: text })) })),
      crew: listOf(z.object({ ...people, jobs: listOf(z.object({ job: text })) })),
    })
    .nullish(),
  release_dates: z
    .object({
      results: listOf(
        z.object({
          ...country,
          release_dates: listOf(z.object({ certification: text, type: z.int().nullish() })),
        }),
      ),
    })
    .nullish(),
  content_ratings: z.object({ results: listOf(z.object({ ...country, rating: text })) }).nullish(),
});
export type MovieAnswer = z.infer<typeof movieAnswer>;

export const collectionAnswer = z.object({ name: text, overview: text, translations });

export const seasonAnswer = z.object({
  name: text,
  overview: text,
  air_date: text,
  episodes: listOf(z.object({ episode_number: z.int(), name: text, overview: text, still_path: picture })),
});

export const genresAnswer = z.object({ genres: listOf(z.object({ id, name: text })) });

export const anyAnswer = z.object({});
