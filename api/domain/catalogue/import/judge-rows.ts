import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { LineError } from "../../../../contract/catalogue/admin-imports.ts";
import type { LineOutcome } from "../../../../contract/catalogue/values.ts";
import { localeOfCode, type Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import {
  collections,
  episodes,
  genreNames,
  movieImportLines,
  movies,
  movieTexts,
} from "../../../db/schema.ts";
import { isPast } from "../admin/save-movie.ts";
import type { MovieRow } from "../admin/write-movie.ts";
import { placeColumns } from "./places.ts";
import type { EpisodeFields, MovieFields, ReadRow } from "./read-cells.ts";

/** What a line would do. */
export type Judged = {
  line: number;
  outcome: LineOutcome;
  movieId: string | null;
  episode: number | null;
  fields: MovieFields | EpisodeFields | null;
  errors: LineError[];
  /** Of the movie now; null for one that the file creates. */
  revision: number | null;
};

/** What the lines before have said; movies by their ids. */
export type Before = {
  seen: Set<string>;
  created: Map<string, MovieFields["kind"]>;
  genres: Set<string>;
  collections: Set<string>;
};

type KnownEpisode = {
  index: number;
  season: number;
  number: number;
  access: MovieRow["access"] | null;
  teaserS: number | null;
};
type Known = {
  movies: Map<string, MovieRow>;
  texts: Map<string, Map<string, { title: string; description: string }>>;
  episodes: Map<string, KnownEpisode[]>;
};

/** What is known before the first line, or after those of an interrupted check. */
export async function beforeLines(db: Db, importId: string): Promise<Before> {
  const genres = await db.selectDistinct({ genre: genreNames.genre }).from(genreNames);
  const known = await db.select({ id: collections.id }).from(collections);
  const mine = and(
    eq(movieImportLines.importId, importId),
    eq(movieImportLines.outcome, "create"),
    isNotNull(movieImportLines.movieId),
  );
  const lines = await db.select().from(movieImportLines).where(mine);
  return {
    seen: new Set(),
    created: new Map(lines.map(({ movieId, fields }) => [movieId!, (fields as MovieFields).kind])),
    genres: new Set(genres.map(({ genre }) => genre)),
    collections: new Set(known.map(({ id }) => id)),
  };
}

/** Notes whom a row is about. @returns whether an earlier row was about the same */
export function isRepeated(row: RowName, { seen }: Before): boolean {
  if (row.id === undefined) return false;
  const seat = row.seat ? `S${row.seat.season}E${row.seat.number}` : "";
  const name = `${row.id} ${row.episode ?? seat}`;
  const repeated = seen.has(name);
  seen.add(name);
  return repeated;
}

/** Compares rows with the movies as they are. Writes nothing. */
export async function judgeRows(
  db: Db,
  rows: readonly { line: number; read: ReadRow }[],
  before: Before,
): Promise<Judged[]> {
  const known = await readKnown(db, [...new Set(rows.flatMap(({ read }) => read.id ?? []))]);
  return rows.map(({ line, read }) => {
    const movie = read.id === undefined ? undefined : known.movies.get(read.id);
    const { seat } = read;
    const seated = seat && known.episodes.get(read.id ?? "")?.find((one) => isSeat(one, seat));
    const about = { line, movieId: read.id ?? null, episode: read.episode ?? seated?.index ?? null };
    const wrong = (errors: LineError[]): Judged => ({
      ...about,
      errors,
      outcome: "wrong",
      fields: null,
      revision: movie?.revision ?? null,
    });
    const errors: LineError[] = isRepeated(read, before) ? [{ field: "id", reason: "repeated" }] : [];
    if ("errors" in read) return wrong([...errors, ...read.errors]);
    if (movie?.status === "deleted") errors.push({ field: "id", reason: "deleted" });
    if (movie?.status === "trailer") errors.push({ field: "id", reason: "choice" });
    if (seat && !seated) return wrong([...errors, { field: "number", reason: "missing" }]);
    // One line by its index and another by its number may be about the same episode.
    if (seated && isRepeated({ id: read.id, episode: seated.index }, before))
      errors.push({ field: "id", reason: "repeated" });
    const { id, fields } = read;
    const episode = read.episode ?? seated?.index;
    const left =
      episode === undefined
        ? movieChange(fields as MovieFields, { movie, known, before, errors })
        : episodeChange(fields as EpisodeFields, { id: id!, episode, known, before, errors });
    if (errors.length > 0) return wrong(errors);
    if (episode === undefined && !movie && id !== undefined)
      before.created.set(id, (fields as MovieFields).kind);
    const changes = Object.keys(left).length > 0;
    const outcome = !movie && episode === undefined ? "create" : changes ? "change" : "unchanged";
    return {
      ...about,
      outcome,
      errors,
      revision: movie?.revision ?? null,
      fields: outcome === "unchanged" ? null : left,
    };
  });
}

/** Whom a row is about. */
type RowName = Pick<ReadRow, "id" | "episode" | "seat">;

type At = { known: Known; before: Before; errors: LineError[] };

/** @returns the fields that differ; of a new movie all */
function movieChange(fields: MovieFields, at: At & { movie: MovieRow | undefined }): MovieFields {
  const { movie, known, before, errors } = at;
  if (fields.genres?.some((genre) => !before.genres.has(genre)))
    errors.push({ field: "genres", reason: "choice" });
  if (fields.collections?.some((id) => !before.collections.has(id)))
    errors.push({ field: "collections", reason: "choice" });
  const texts = movie ? known.texts.get(movie.id) : undefined;
  for (const [locale, text] of Object.entries(fields.texts ?? {}))
    if (text.title === undefined && !texts?.has(locale))
      errors.push({ field: `title.${locale}`, reason: "required" });
  const from = fields.publishAt ? new Date(fields.publishAt) : movie?.publishedAt;
  const to = fields.hideAt ? new Date(fields.hideAt) : movie?.hideAt;
  if (from && to && to <= from && (fields.publishAt || fields.hideAt))
    errors.push({ field: "hideAt", reason: "too_small" });
  if (lacksVideo(fields, movie)) errors.push({ field: "status", reason: "video" });
  const { premiereOn } = fields;
  if (premiereOn && premiereOn !== movie?.premiereOn && isPast(premiereOn, new Date()))
    errors.push({ field: "premiereOn", reason: "too_small" });
  if (!movie) {
    requireNew(fields, errors);
    return fields;
  }
  if (fields.kind === "film" && (known.episodes.get(movie.id)?.length ?? 0) > 1)
    errors.push({ field: "kind", reason: "choice" });
  return differing(fields, movie, texts);
}

/** Whether it would be public at once, with nothing to play and without a date. */
function lacksVideo(fields: MovieFields, movie: MovieRow | undefined): boolean {
  if (fields.status !== "published" || (movie && movie.status !== "draft")) return false;
  const from = fields.publishAt ? new Date(fields.publishAt) : movie?.publishedAt;
  const isLater = from !== undefined && from > new Date();
  return !isLater && !movie?.hasVideo && !(fields.premiereOn ?? movie?.premiereOn);
}

function requireNew({ originalLanguage = "en", year, texts }: MovieFields, errors: LineError[]): void {
  const locale = localeOfCode(originalLanguage);
  if (!locale) errors.push({ field: "originalLanguage", reason: "choice" });
  else if (!texts?.[locale]?.title) errors.push({ field: `title.${locale}`, reason: "required" });
  if (year === undefined) errors.push({ field: "year", reason: "required" });
}

function differing(
  { texts = {}, ...fields }: MovieFields,
  movie: MovieRow,
  before: Map<string, { title: string; description: string }> | undefined,
): MovieFields {
  const isDated = movie.everPublished || movie.status !== "draft" || movie.publishedAt > new Date();
  const current: Record<string, unknown> = {
    ...movie,
    status: movie.status === "waiting" ? "published" : movie.status,
    publishAt: isDated ? movie.publishedAt.toISOString() : null,
    hideAt: movie.hideAt?.toISOString() ?? null,
  };
  const plain = (field: string, value: unknown) =>
    field === "publishAt" || field === "hideAt"
      ? new Date(String(value)).toISOString()
      : JSON.stringify(Array.isArray(value) ? [...new Set(value)] : value);
  const same = ([field, value]: [string, unknown]) => {
    const now = current[field];
    return now !== null && now !== undefined && plain(field, now) === plain(field, value);
  };
  const changed = Object.entries(fields).filter((one) => !same(one));
  const newTexts = Object.entries(texts).filter(([locale, { title, description }]) => {
    const text = before?.get(locale);
    const differs = (value: string | undefined, now = "") => value !== undefined && value !== now.trim();
    return !text || differs(title, text.title) || differs(description, text.description);
  });
  return {
    ...(Object.fromEntries(changed) as MovieFields),
    ...(newTexts.length > 0 && { texts: Object.fromEntries(newTexts) as MovieFields["texts"] & {} }),
  };
}

function episodeChange(fields: EpisodeFields, at: At & { id: string; episode: number }): EpisodeFields {
  const { id, episode, known, before, errors } = at;
  const found = known.episodes.get(id)?.find(({ index }) => index === episode);
  // A new film has one episode from the start.
  const made = episode === 1 && before.created.has(id) && before.created.get(id) !== "series";
  if (!found && !made) {
    errors.push({ field: "episode", reason: "missing" });
    return {};
  }
  const { access = null, teaserS = null, season = 1, number = 1 } = found ?? {};
  const now = { access, teaserS, season, number };
  const changed = Object.entries(fields).filter(([field, value]) => now[field as keyof typeof now] !== value);
  const left = Object.fromEntries(changed) as EpisodeFields;
  const isSeries = known.movies.get(id)?.kind === "series";
  for (const field of ["season", "number"] as const)
    if (!isSeries && left[field] !== undefined) errors.push({ field, reason: "choice" });
  return changed.length > 0 && isSeries ? { ...left, at: { season, number } } : left;
}

const isSeat = (one: KnownEpisode, { season, number }: { season: number; number: number }) =>
  one.season === season && one.number === number;

async function readKnown(db: Db, ids: string[]): Promise<Known> {
  const known: Known = { movies: new Map(), texts: new Map(), episodes: new Map() };
  if (ids.length === 0) return known;
  for (const row of await db.select().from(movies).where(inArray(movies.id, ids)))
    known.movies.set(row.id, row);
  const texts = await db.select().from(movieTexts).where(inArray(movieTexts.movieId, ids));
  for (const { movieId, locale, title, description } of texts) {
    const all = known.texts.get(movieId) ?? new Map<Locale, { title: string; description: string }>();
    known.texts.set(movieId, all.set(locale as Locale, { title, description }));
  }
  const { access, teaserS } = episodes;
  const list = await db
    .select({ ...placeColumns, access, teaserS })
    .from(episodes)
    .where(inArray(episodes.movieId, ids));
  known.episodes = Map.groupBy(list, (one) => one.movieId);
  return known;
}
