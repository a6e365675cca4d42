import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { AdminMovie, OutputOf, ParsedOf, TmdbDifference } from "../../../../contract/index.ts";
import { mostTmdbFields } from "../../../../contract/ingest/values.ts";
import { defaultLocale, type Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { genreNames, movieTmdb } from "../../../db/schema.ts";
import type { OpenSource, SourceMovie, SourceNames, SourceRole } from "../../../ports/movie-source.ts";
import { collectionNames } from "../../catalogue/collections.ts";
import { readMovie } from "../../catalogue/admin/read-movie.ts";
import { pictureFormat } from "../../service/files/picture-format.ts";
import { askTmdb, type TmdbDeps } from "./ask-tmdb.ts";
import { matchGenres } from "./match-genres.ts";
import {
  collectionIdAt,
  currentValue,
  fieldsOf,
  proposeValues,
  stillOf,
  type FieldValue,
  type Proposal,
} from "./propose-values.ts";

export type Link = typeof movieTmdb.$inferSelect;
type Entry = Omit<ParsedOf<"z/tmdb/compare">, "id">;
/** Pictures of episodes in one comparison: a fill of them all has to end before the call's deadline. */
const mostStills = 20;
/** Larger thumbnails are left out of the answer. */
const mostThumbnailBytes = 150_000;

export type Facts = {
  found: SourceMovie;
  season: number | null;
  proposal: Proposal;
  /** TMDB's names, in our languages, of the genres that were not found by their English ones. */
  genreWords: ReadonlyMap<string, SourceNames>;
};

/**
 * Compares a movie with an entry of TMDB. Nothing is written.
 * @throws Failure not_found · those of `askTmdb`
 */
export async function compareTmdb(
  deps: TmdbDeps & { db: Db },
  { id, ...entry }: ParsedOf<"z/tmdb/compare">,
): Promise<OutputOf<"z/tmdb/compare">> {
  const movie = await readMovie(deps.db, { id });
  const link = await readLink(deps.db, { id, ...entry });
  return askTmdb(deps, async (tmdb) => {
    const { found, season, proposal } = await readFacts(deps.db, tmdb, { movie, link, entry });
    const all = differencesOf(movie, { proposal, link });
    const later = new Set(all.filter(({ field }) => stillOf(field) !== null).slice(mostStills));
    const differences = all.filter((one) => !later.has(one)).slice(0, mostTmdbFields);
    return {
      revision: movie.revision,
      tmdb: entry.tmdb,
      kind: entry.kind,
      title: found.title,
      url: found.url,
      filledAt: link?.filledAt.toISOString() ?? null,
      season,
      seasons: movie.kind === "series" ? found.seasons : [],
      differences,
      more: all.length - differences.length,
      unknownGenres: proposal.unknownGenres,
      newCollection: await newCollection(deps.db, found),
      pictures: await thumbnails(tmdb, differences),
    };
  });
}

/** The collection of a movie at TMDB, if the catalogue does not have it. */
async function newCollection(db: Db, found: SourceMovie) {
  const id = collectionIdAt(found);
  if (id === null) return null;
  const [known] = await collectionNames(db, { ids: [id], locale: defaultLocale });
  return known ? null : { id, name: found.collection!.name };
}

/** What is remembered of filling a movie from this entry; null for another one. */
export async function readLink(db: Db, { id, tmdb, kind }: Entry & { id: string }): Promise<Link | null> {
  const [link] = await db.select().from(movieTmdb).where(eq(movieTmdb.movieId, id));
  return link?.tmdbId === tmdb && link.kind === kind ? link : null;
}

/** Reads an entry, with the episodes of one season where the movie is a series with episodes. */
export async function readFacts(
  db: Db,
  tmdb: OpenSource,
  { movie, link, entry }: { movie: AdminMovie; link: Link | null; entry: Entry },
): Promise<Facts> {
  const found = await tmdb.movie(entry);
  const hasEpisodes = movie.kind === "series" && movie.episodes.length > 0;
  const season = hasEpisodes ? chosenSeason(found.seasons, movie, entry.season ?? link?.season) : null;
  const locales = Object.keys(found.texts) as Locale[];
  const read = season === null ? null : await tmdb.season({ tmdb: entry.tmdb, season, locales });
  const genres = await readGenres(db);
  const { unknown } = matchGenres(found.genres, genres);
  const asked = { kind: entry.kind, genres: unknown };
  const genreWords = unknown.length > 0 ? await tmdb.genreNames(asked) : new Map<string, SourceNames>();
  const compared = read && {
    ...read,
    season: ownSeason(movie, season!),
    isNamed: ownSeason(movie, season!) === season,
  };
  const proposal = proposeValues(found, { movie, genres, season: compared, genreWords });
  return { found, season, proposal, genreWords };
}

/** The season that is asked for, else the first one that the movie has, or that is not of specials. */
function chosenSeason(
  seasons: SourceMovie["seasons"],
  movie: AdminMovie,
  wanted: number | null | undefined,
): number | null {
  const asked = seasons.find(({ season }) => season === wanted);
  const own = seasons.find(({ season }) => season > 0 && movie.seasons.some((one) => one.season === season));
  return (asked ?? own ?? seasons.find(({ season }) => season > 0) ?? seasons[0])?.season ?? null;
}

/** The movie's season that is compared with one of TMDB: the only one of a catalogue that has a title a season. */
function ownSeason({ seasons }: AdminMovie, season: number): number {
  const [first] = seasons;
  return seasons.length === 1 && first ? first.season : season;
}

async function readGenres(db: Db) {
  const genres = new Map<string, Record<string, string>>();
  for (const { genre, locale, name } of await db.select().from(genreNames))
    genres.set(genre, { ...genres.get(genre), [locale]: name });
  return [...genres].map(([id, names]) => ({ id, names }));
}

/** A value in a few letters, to recognise it. */
export function digestOf(value: FieldValue): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 16);
}

/** What kind of picture a field is; null for a field of another kind. */
export function roleOf(field: string): SourceRole | null {
  if (field === "poster" || field === "backdrop") return field;
  return stillOf(field) === null ? null : "still";
}

export const isPicture = (field: string) => field === "poster" || field === "backdrop";
/** What is remembered of a picture of an episode: its name at TMDB, and what was drawn of it. */
export const stillMark = (name: string, version: string) => `${name} ${version}`;

/** Where the version of the artwork after the last fill is remembered. */
export const artworkMark = "artwork";

function differencesOf(
  movie: AdminMovie,
  { proposal, link }: { proposal: Proposal; link: Link | null },
): TmdbDifference[] {
  const filled = link?.filled ?? {};
  const bare = isBare(movie);
  const sameArtwork = filled[artworkMark] === movie.artwork.version;
  return [...fieldsOf(proposal)].flatMap(([field, found]) => {
    const current = currentValue(movie, field);
    const before = filled[field];
    const index = stillOf(field);
    if (index !== null) {
      const still = movie.episodes.find((one) => one.index === index)?.still;
      if (still && before === stillMark(String(found), still.version)) return [];
      const asFilled = !still?.sent || before?.split(" ")[1] === still.version;
      return [{ field, current, found, ticked: asFilled }];
    }
    if (isPicture(field) ? before === found && sameArtwork : isSame(current, found)) return [];
    const asFilled = isPicture(field)
      ? before !== undefined && sameArtwork
      : current !== null && before === digestOf(current);
    return [{ field, current, found, ticked: bare || current === null || asFilled }];
  });
}

/** A draft that has only what was needed to make it. */
function isBare({ revision, texts, episodes }: AdminMovie): boolean {
  const described = Object.values(texts).some(({ description }) => description !== "");
  return revision === 0 && !described && episodes.every((one) => Object.keys(one.texts).length === 0);
}

/** Whether two values are shown alike. */
export function isSame(some: FieldValue | null, others: FieldValue): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}

/** One that can't be had is left out: the text of the difference is there. */
async function thumbnails(tmdb: OpenSource, differences: readonly TmdbDifference[]) {
  const pictures: Record<string, string> = {};
  const shown = differences.flatMap(({ field, found }) => {
    const role = roleOf(field);
    return role && typeof found === "string" ? [{ field, role, name: found }] : [];
  });
  await Promise.all(
    shown.map(async ({ field, role, name }) => {
      const bytes = await tmdb.picture(name, role, "thumbnail").catch(() => null);
      const format = bytes && bytes.length <= mostThumbnailBytes ? pictureFormat(bytes) : null;
      if (bytes && format) pictures[field] = `data:image/${format};base64,${bytes.toString("base64")}`;
    }),
  );
  return pictures;
}
