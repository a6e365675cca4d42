import type { z } from "zod";
import { locales, type Locale } from "../../../contract/locales.ts";
import type {
  MovieSource,
  SourceEpisode,
  SourceHit,
  SourceKind,
  SourceMovie,
  SourceNames,
  SourceSeason,
  SourceTexts,
} from "../../ports/movie-source.ts";
import {
  anyAnswer,
  collectionAnswer,
  genresAnswer,
  movieAnswer,
  searchAnswer,
  seasonAnswer,
  type MovieAnswer,
} from "./tmdb-answers.ts";
import { createTmdbClient } from "./tmdb-client.ts";
import { originalLanguageOf, tmdbTags, translationFor } from "./tmdb-languages.ts";

/** TMDB's name of a kind, which is part of its addresses. */
const pathOf = { film: "movie", series: "tv" } as const satisfies Record<SourceKind, string>;
/** Widths of TMDB's pictures: a thumbnail, and the next one above the largest that the catalogue draws. */
const widths = {
  poster: { thumbnail: "w154", full: "w780" },
  backdrop: { thumbnail: "w300", full: "w1280" },
  still: { thumbnail: "w185", full: "w780" },
} as const;
/** Parts of one request, which TMDB counts as one. */
const parts = {
  film: "translations,credits,release_dates",
  series: "translations,aggregate_credits,content_ratings",
} as const;

/** The Movie Database (themoviedb.org), version 3 of its API. */
export function createTmdbMovies(options: Parameters<typeof createTmdbClient>[0] = {}): MovieSource {
  const client = createTmdbClient(options);
  return {
    open(key) {
      const { json, picture } = client(key);
      return {
        async check() {
          await json("authentication", anyAnswer);
        },
        async search({ q, year, kind, locale }) {
          const yearName = kind === "film" ? "year" : "first_air_date_year";
          const language = tmdbTags[locale][0];
          const ask = (when: number | null) =>
            json(`search/${pathOf[kind]}`, searchAnswer, {
              query: q,
              language,
              include_adult: "false",
              [yearName]: when === null ? undefined : String(when),
            });
          const { results } = await ask(year);
          // A year in a file's name is often that of another country's release.
          const found = results.length === 0 && year !== null ? (await ask(null)).results : results;
          return found.map((one) => hitOf(one, kind));
        },
        async movie({ tmdb, kind }) {
          const answer = await json(`${pathOf[kind]}/${tmdb}`, movieAnswer, {
            language: "en-US",
            append_to_response: parts[kind],
          });
          return movieOf(answer, kind);
        },
        async collection({ tmdb }) {
          const { name, ...answer } = await json(`collection/${tmdb}`, collectionAnswer, {
            language: "en-US",
            append_to_response: "translations",
          });
          return textsOf(answer, { title: name, originalTitle: "", originalLanguage: null });
        },
        async season({ tmdb, season, locales: asked }) {
          const answers = await Promise.all(
            asked.map(async (locale) => ({
              locale,
              ...(await json(`tv/${tmdb}/season/${season}`, seasonAnswer, { language: tmdbTags[locale][0] })),
            })),
          );
          return seasonOf(answers, season);
        },
        async genreNames({ kind, genres }) {
          const lists = await Promise.all(
            locales.map(async (locale) => ({
              locale,
              ...(await json(`genre/${pathOf[kind]}/list`, genresAnswer, { language: tmdbTags[locale][0] })),
            })),
          );
          return namesOf(lists, genres);
        },
        picture: (name, role, size) => picture(`${widths[role][size]}${name}`),
      };
    },
  };
}

/** TMDB lists its genres in one language at a time, under the same ids. */
function namesOf(
  lists: readonly { locale: Locale; genres: readonly { id: number; name: string }[] }[],
  wanted: readonly string[],
): Map<string, SourceNames> {
  const english = lists.find(({ locale }) => locale === "en")?.genres ?? [];
  return new Map(
    english
      .filter(({ name }) => wanted.includes(name))
      .map(({ id, name: called }) => {
        const names = lists.flatMap(({ locale, genres }) => {
          const name = genres.find((one) => one.id === id)?.name;
          return name ? [[locale, name] as const] : [];
        });
        return [called, Object.fromEntries(names) as SourceNames];
      }),
  );
}

function hitOf(one: z.infer<typeof searchAnswer>["results"][number], kind: SourceKind): SourceHit {
  const originalTitle = one.original_title || one.original_name;
  const title = one.title || one.name || originalTitle;
  return { tmdb: one.id, kind, title, originalTitle, year: yearOf(one), overview: one.overview };
}

function yearOf(one: { release_date: string; first_air_date: string }): number | null {
  const year = Number((one.release_date || one.first_air_date).slice(0, 4));
  return Number.isInteger(year) && year > 0 ? year : null;
}

function movieOf(answer: MovieAnswer, kind: SourceKind): SourceMovie {
  const originalTitle = answer.original_title || answer.original_name;
  const title = answer.title || answer.name || originalTitle;
  const originalLanguage = originalLanguageOf(answer.original_language);
  return {
    title,
    url: `https://www.themoviedb.org/${pathOf[kind]}/${answer.id}`,
    year: yearOf(answer),
    originalLanguage,
    texts: textsOf(answer, { title, originalTitle, originalLanguage }),
    certificates: certificatesOf(answer),
    genres: answer.genres.map(({ name }) => name).filter(Boolean),
    collection: collectionOf(answer),
    ...peopleOf(answer),
    poster: answer.poster_path,
    backdrop: answer.backdrop_path,
    seasons: answer.seasons
      .filter(({ season_number: season }) => season >= 0)
      .map((one) => ({
        season: one.season_number,
        name: one.name,
        episodes: one.episode_count ?? 0,
      })),
  };
}

/** A translation without a title has the original one in its own language, else the English one. */
function collectionOf({ belongs_to_collection: found }: MovieAnswer): SourceMovie["collection"] {
  return found?.name ? { tmdb: found.id, name: found.name } : null;
}

function textsOf(
  { translations, overview }: Pick<MovieAnswer, "translations" | "overview">,
  names: { title: string; originalTitle: string; originalLanguage: string | null },
): SourceTexts {
  const texts: SourceTexts = {};
  for (const locale of locales) {
    const found = translationFor(translations?.translations ?? [], locale)?.data;
    const isOriginal = locale === names.originalLanguage;
    const description = found?.overview || (locale === "en" ? overview : "");
    const own = found?.title || found?.name || (isOriginal ? names.originalTitle : "");
    const title = own || (locale === "en" || description ? names.title : "");
    if (title) texts[locale] = { title, description };
  }
  return texts;
}

/** A film may have several ratings in a country: that of the cinema (type 3) counts most. */
function certificatesOf({ release_dates: releases, content_ratings: ratings }: MovieAnswer) {
  const found: Record<string, string> = {};
  for (const { iso_3166_1: country, release_dates: dates } of releases?.results ?? []) {
    const rated = dates.filter(({ certification }) => certification !== "");
    const best = rated.find(({ type }) => type === 3) ?? rated[0];
    if (best) found[country] = best.certification;
  }
  for (const { iso_3166_1: country, rating } of ratings?.results ?? []) if (rating) found[country] ??= rating;
  return found;
}

function peopleOf({ credits, aggregate_credits: aggregate }: MovieAnswer) {
  const cast = [
    ...(credits?.cast ?? []).map((one) => ({ ...one, part: one.character })),
    ...(aggregate?.cast ?? []).map((one) => ({ ...one, part: one.roles[0]?.character ?? "" })),
  ];
  const crew = [
    ...(credits?.crew ?? []).map((one) => ({ name: one.name, jobs: [one.job] })),
    ...(aggregate?.crew ?? []).map((one) => ({ name: one.name, jobs: one.jobs.map(({ job }) => job) })),
  ];
  const directors = crew.filter(({ jobs, name }) => name !== "" && jobs.includes("Director"));
  return {
    directors: [...new Set(directors.map(({ name }) => name))],
    cast: cast
      .filter(({ name }) => name !== "")
      .sort((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity))
      .map(({ name, part }) => ({ name, part })),
  };
}

type SeasonTexts = z.infer<typeof seasonAnswer> & { locale: Locale };

/** The specials have no name of their own. */
function seasonOf(answers: readonly SeasonTexts[], season: number): SourceSeason {
  const english = answers.find(({ locale }) => locale === "en")?.name;
  const texts: SourceTexts = {};
  for (const { locale, name, overview } of answers) {
    const borrowed = locale !== "en" && name === english;
    const isNamed = season > 0 && !borrowed && !isNumberOnly(name, season);
    if (overview !== "" || (isNamed && name !== ""))
      texts[locale] = { title: isNamed ? name : "", description: overview };
  }
  const year = Number(answers.map(({ air_date: day }) => day.slice(0, 4)).find(Boolean) ?? "");
  return { texts, year: Number.isInteger(year) && year > 0 ? year : null, episodes: episodesOf(answers) };
}

/** Where there is no translation TMDB answers the English name, or "Episode 3" in that language. */
function episodesOf(answers: readonly SeasonTexts[]): Map<number, SourceEpisode> {
  const english = new Map(
    answers.find(({ locale }) => locale === "en")?.episodes.map((one) => [one.episode_number, one.name]),
  );
  const found = new Map<number, SourceEpisode>();
  for (const { locale, episodes } of answers)
    for (const { episode_number: number, name, overview, still_path: still } of episodes) {
      const known = found.get(number) ?? { texts: {}, still: null };
      const borrowed = locale !== "en" && name === english.get(number);
      const isKnown = overview !== "" || (name !== "" && !borrowed && !isNumberOnly(name, number));
      const texts = isKnown ? { [locale]: { title: name, description: overview } } : {};
      found.set(number, { texts: { ...known.texts, ...texts }, still: known.still ?? still });
    }
  return found;
}

/** Whether a name says no more than an episode's number: `Episode 3`, `第3話`. */
function isNumberOnly(name: string, number: number): boolean {
  const words = name.split(String(number));
  return words.length === 2 && words.join("").length <= 12 && !/\p{N}/u.test(words.join(""));
}
