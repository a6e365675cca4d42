import {
  longestDescription,
  longestName,
  longestTitle,
  mostCollections,
  years,
} from "../../../../contract/catalogue/values.ts";
import { ageRating } from "../../../../contract/catalogue/admin-movie-models.ts";
import type { AdminMovie, Credit, OutputOf, TmdbDifference } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { SourceMovie, SourceNames, SourceSeason, SourceTexts } from "../../../ports/movie-source.ts";
import { collectionIdOf } from "../../catalogue/admin/add-collection.ts";
import { minimumAge } from "./age-rating.ts";
import { matchGenres } from "./match-genres.ts";

export type FieldValue = TmdbDifference["found"];
type Texts = Partial<Record<Locale, { title: string; description: string }>>;

/** What TMDB has for a movie, as the catalogue can store it. */
export type Proposal = {
  texts: Texts;
  year: number | null;
  rating: number | null;
  ageRatings: string[];
  originalLanguage: string | null;
  /** Together with those that the movie has. */
  genres: string[];
  unknownGenres: string[];
  /** Together with those that the movie has. */
  collections: string[];
  credits: Record<"director" | "cast", Credit[]>;
  poster: string | null;
  backdrop: string | null;
  /** The compared season of the movie; null if none is, or it is another one at TMDB. */
  season: { season: number; texts: Texts; year: number | null } | null;
  /** Texts of the movie's own episodes, by index. */
  episodes: Map<number, Texts>;
  /** Names of the pictures of those, by index. */
  stills: Map<number, string>;
};

export const mostGenres = 12;
const mostRatings = 60;
const mostPeople = { director: 10, cast: 30 };
type Genres = OutputOf<"z/genre/list">["items"];

/**
 * Translates what TMDB has into values of the catalogue: shortened where it is too long, left out where it does not
 * fit.
 */
export function proposeValues(
  found: SourceMovie,
  {
    movie,
    genres,
    season,
    genreWords,
  }: {
    movie: AdminMovie;
    genres: readonly Pick<Genres[number], "id" | "names">[];
    /** With the number that it has in the movie; `isNamed`: it is the same season. */
    season: (SourceSeason & { season: number; isNamed: boolean }) | null;
    /** Of the genres that have no counterpart by their English names. */
    genreWords: ReadonlyMap<string, SourceNames>;
  },
): Proposal {
  const { known, unknown } = matchGenres(found.genres, genres, genreWords);
  const { year } = found;
  const own = movie.episodes.filter((one) => one.season === season?.season);
  return {
    texts: cleanTexts(found.texts),
    year: year !== null && year >= years.first && year <= years.last ? year : null,
    rating: minimumAge(found.certificates),
    ageRatings: ratingsOf(found.certificates),
    originalLanguage: found.originalLanguage,
    genres: [...new Set([...movie.genres, ...known])].slice(0, mostGenres),
    unknownGenres: unknown,
    collections: collectionsOf(found, movie),
    credits: {
      director: people(found.directors.map((name) => ({ name, part: "" }))).slice(0, mostPeople.director),
      cast: people(found.cast, "cast").slice(0, mostPeople.cast),
    },
    poster: found.poster,
    backdrop: found.backdrop,
    season: season?.isNamed ? seasonOf(season, movie) : null,
    episodes: new Map(
      own.flatMap(({ index, number, texts }) => {
        const there = season!.episodes.get(number);
        return there ? [[index, filledUp(cleanTexts(there.texts), texts)] as const] : [];
      }),
    ),
    stills: new Map(
      own.flatMap(({ index, number }) => {
        const still = season!.episodes.get(number)?.still;
        return still ? [[index, still] as const] : [];
      }),
    ),
  };
}

function seasonOf(
  { season, texts, year }: SourceSeason & { season: number },
  movie: AdminMovie,
): Proposal["season"] {
  const had = movie.seasons.find((one) => one.season === season)?.texts ?? {};
  const own = Object.entries(had).map(([locale, { name, description = "" }]) => [
    locale,
    { title: name, description },
  ]);
  const isYear = year !== null && year >= years.first && year <= years.last;
  return {
    season,
    texts: filledUp(cleanTexts(texts), Object.fromEntries(own) as Texts),
    year: isYear ? year : null,
  };
}

/** A proposal by the names of its fields, in the form in which values are shown and compared. */
export function fieldsOf(proposal: Proposal): Map<string, FieldValue> {
  const { texts, year, rating, ageRatings, originalLanguage, genres, collections, credits } = proposal;
  const { poster, backdrop } = proposal;
  const fields: [string, FieldValue | null][] = [];
  for (const [locale, { title, description }] of Object.entries(texts))
    fields.push(
      [`texts.${locale}.title`, title || null],
      [`texts.${locale}.description`, description || null],
    );
  fields.push(
    ["year", year],
    ["originalLanguage", originalLanguage],
    ["rating", rating],
    ["ageRatings", listed(ageRatings)],
    ["genres", listed(genres)],
    ["collections", listed(collections)],
    ["credits.director", listed(credits.director.map(inWords))],
    ["credits.cast", listed(credits.cast.map(inWords))],
    ["poster", poster],
    ["backdrop", backdrop],
  );
  const { season } = proposal;
  if (season) {
    fields.push([`season.${season.season}.year`, season.year]);
    for (const [locale, { title, description }] of Object.entries(season.texts))
      fields.push([`season.${season.season}.${locale}`, [title, description]]);
  }
  for (const [index, words] of proposal.episodes)
    for (const [locale, { title, description }] of Object.entries(words))
      fields.push([`episode.${index}.${locale}`, [title, description]]);
  for (const [index, still] of proposal.stills) fields.push([stillField(index), still]);
  return new Map(fields.filter((one): one is [string, FieldValue] => one[1] !== null));
}

/** The field of an episode's picture. */
export const stillField = (index: number) => `episode.${index}.still`;

/** The episode whose picture a field is; null for other fields. */
export function stillOf(field: string): number | null {
  const index = /^episode\.(\d+)\.still$/.exec(field)?.[1];
  return index === undefined ? null : Number(index);
}

/** A movie's present value of such a field; null = it has none. */
export function currentValue(movie: AdminMovie, field: string): FieldValue | null {
  const [name = "", first = "", second = ""] = field.split(".");
  if (name === "year" || name === "originalLanguage" || name === "rating") return movie[name];
  if (name === "genres" || name === "collections") return listed(movie[name]);
  if (name === "ageRatings") return listed(movie.ageRatings.toSorted());
  if (name === "credits") return listed(movie.credits.filter(({ role }) => role === first).map(inWords));
  if (name === "texts") return movie.texts[first as Locale]?.[second as "title"] || null;
  if (name === "season") {
    const season = movie.seasons.find((one) => one.season === Number(first));
    if (second === "year") return season?.year ?? null;
    const text = season?.texts[second as Locale];
    return text ? [text.name, text.description ?? ""] : null;
  }
  if (name === "episode") {
    const episode = movie.episodes.find(({ index }) => index === Number(first));
    if (second === "still") return addressOf(episode?.still);
    const text = episode?.texts[second as Locale];
    return text ? [text.title, text.description ?? ""] : null;
  }
  const { version, path } = movie.artwork;
  const width = name === "poster" ? 160 : 640;
  return version === "0" ? null : `${path}/${name}-${width}.webp?v=${version}`;
}

/** The catalogue's id of the collection of films that a movie belongs to at TMDB; null if it belongs to none. */
export function collectionIdAt({ collection }: SourceMovie): string | null {
  return collection && (collectionIdOf(collection.name) || `tmdb-${collection.tmdb}`);
}

/** None where they are only those that the movie has, or too many. */
function collectionsOf(found: SourceMovie, movie: AdminMovie): string[] {
  const id = collectionIdAt(found);
  const all = [...new Set([...movie.collections, ...(id === null ? [] : [id])])];
  return id === null || all.length > mostCollections ? [] : all;
}

/** As the catalogue has them: `DE 12`. What it could not store is left out. */
function ratingsOf(certificates: Record<string, string>): string[] {
  const written = Object.entries(certificates).map(([country, label]) => `${country} ${label}`);
  return written
    .filter((one) => ageRating.safeParse(one).success)
    .sort()
    .slice(0, mostRatings);
}

function addressOf(still: AdminMovie["episodes"][number]["still"] | undefined): string | null {
  return still ? `${still.path}-320.webp?v=${still.version}` : null;
}

const listed = (list: string[]) => (list.length === 0 ? null : list);
const inWords = ({ name, part }: Credit) => (part ? `${name} (${part})` : name);

function people(list: { name: string; part: string }[], role: "director" | "cast" = "director"): Credit[] {
  return list.flatMap(({ name, part }) => {
    const words = { name: clean(name, longestName), part: clean(part, longestName) };
    return words.name === "" ? [] : [{ role, name: words.name, ...(words.part && { part: words.part }) }];
  });
}

export function cleanTexts(texts: SourceTexts): Texts {
  const cleaned = Object.entries(texts).map(([locale, { title, description }]) => [
    locale,
    { title: clean(title, longestTitle), description: clean(description, longestDescription) },
  ]);
  return Object.fromEntries(cleaned) as Texts;
}

/** Where TMDB has one of the two texts of an episode or a season, the other one stays. */
function filledUp(
  texts: Texts,
  own: Partial<Record<Locale, { title: string; description?: string | undefined }>>,
): Texts {
  const filled = Object.entries(texts).map(([locale, { title, description }]) => {
    const had = own[locale as Locale];
    return [
      locale,
      { title: title || (had?.title ?? ""), description: description || (had?.description ?? "") },
    ];
  });
  return Object.fromEntries(filled) as Texts;
}

/** Without control characters, which the database refuses, and not longer than allowed. */
function clean(text: string, longest: number): string {
  const plain = text.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\P{Cc}\n]/gu, " ");
  // A cut may not leave half of a character that takes two units.
  return plain
    .trim()
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
}
