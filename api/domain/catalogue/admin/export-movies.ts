import { and, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { episodes, movies, movieTexts } from "../../../db/schema.ts";
import { continuedBy, partOf, recordExport } from "../../service/audit/record-export.ts";
import { csvOf } from "../../kernel/csv.ts";
import { decodeCursor, encodeCursor } from "../../kernel/cursor.ts";
import type { User } from "../../kernel/user.ts";
import { findMovieIds } from "./list-movies.ts";
import { asMovie, csvColumns, levelColumns, listMark, textColumns } from "./movie-csv.ts";

/** Movies of one part. */
const partSize = 200;
const anyKey = /^id$/;

/**
 * The movies that a filter finds as CSV, by id, each followed by its episodes: of a series that counts otherwise than by
 * one season without gaps all of them, else those with a level of their own. An import can read it again. Each export is written to the audit log
 * once.
 */
export async function exportMovies(
  db: Db,
  input: ParsedOf<"z/movie/export"> & { admin: User; now: Date },
): Promise<OutputOf<"z/movie/export">> {
  const { cursor, admin, now, ...filter } = input;
  const { entry, place } = partOf(cursor);
  const after = place === undefined ? undefined : decodeCursor(place, anyKey).id;
  const ids = await findMovieIds(db, { filter, most: partSize + 1, after });
  const page = ids.slice(0, partSize);
  const noted = { action: "z/movie/export", kind: "movie", filter, entry, admin, now } as const;
  const exported = await recordExport(db, noted);
  const rows = page.length === 0 ? [] : await cellsOf(db, page);
  const last = page.at(-1);
  return {
    name: `titles-${now.toISOString().slice(0, 10)}.csv`,
    csv: csvOf(rows, after === undefined ? csvColumns : undefined),
    rows: rows.length,
    next: ids.length > partSize && last ? continuedBy(exported, encodeCursor({ key: "id", id: last })) : null,
  };
}

/** Whether an episode is of a series whose numbers are not its indexes. */
const isCountedApart = sql`exists (select 1 from episode other join movie on movie.id = other.movie_id
  where other.movie_id = episode.movie_id and movie.kind = 'series'
    and (other.season <> 1 or coalesce(other.number, other.index) <> other.index))`;

async function cellsOf(db: Db, ids: string[]): Promise<(string | number | null)[][]> {
  const rows = await db.select().from(movies).where(inArray(movies.id, ids)).orderBy(movies.id);
  const texts = await db.select().from(movieTexts).where(inArray(movieTexts.movieId, ids));
  const byCell = new Map<string, string>();
  for (const { movieId, locale, title, description } of texts) {
    byCell.set(`${movieId} title.${locale}`, title);
    byCell.set(`${movieId} description.${locale}`, description);
  }
  const own = await db
    .select()
    .from(episodes)
    .where(
      and(
        inArray(episodes.movieId, ids),
        or(isNotNull(episodes.access), isNotNull(episodes.teaserS), isCountedApart),
      ),
    )
    .orderBy(episodes.movieId, episodes.index);
  const levels = Map.groupBy(own, ({ movieId }) => movieId);
  const rest = csvColumns.length - levelColumns;
  const kinds = new Map(rows.map(({ id, kind }) => [id, kind]));
  const levelOf = ({ movieId, index, season, number, access, teaserS }: (typeof own)[number]) => [
    movieId,
    index,
    ...(kinds.get(movieId) === "series" ? [season, number ?? index] : [null, null]),
    null,
    null,
    access ?? asMovie,
    teaserS ?? asMovie,
    ...Array<null>(rest).fill(null),
  ];
  const movieOf = (row: (typeof rows)[number]) => [
    row.id,
    null,
    null,
    null,
    row.kind,
    row.status === "waiting" ? "published" : row.status,
    row.access,
    row.teaserS,
    row.year,
    row.rating,
    row.ageRatings.join(listMark),
    row.originalLanguage,
    row.genres.join(listMark),
    row.tags.join(listMark),
    row.collections.join(listMark),
    row.everPublished || row.status !== "draft" ? row.publishedAt.toISOString() : null,
    row.hideAt?.toISOString() ?? null,
    row.premiereOn,
    ...textColumns.map((column) => guarded(byCell.get(`${row.id} ${column}`) ?? null)),
  ];
  return rows.flatMap((row) => [movieOf(row), ...(levels.get(row.id) ?? []).map(levelOf)]);
}

/** An import removes an apostrophe before what a spreadsheet would compute, so one that was there gets a second. */
function guarded(text: string | null): string | null {
  return text !== null && /^'+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
}
