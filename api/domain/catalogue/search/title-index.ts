import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { movies } from "../../../db/schema.ts";
import { cardColumns, published } from "../cards.ts";
import { keyText } from "./database-titles.ts";
import { createWordList, type WordList } from "./word-list.ts";

/** A published movie with all its search data, as the database computed it. */
export type IndexedMovie = Awaited<ReturnType<typeof readMovies>>[number] & {
  /** Position among the ids in the database's sort order. */
  rank: number;
};

export type TitleIndex = {
  byId: ReadonlyMap<string, IndexedMovie>;
  /** Sorted in each order of a list. */
  popular: readonly IndexedMovie[];
  new: readonly IndexedMovie[];
  words: WordList;
};

type Known = { version: string; movie: Awaited<ReturnType<typeof readMovies>>[number] };

/** Movies read in one statement. */
const batch = 200;

/**
 * Keeps an index of a small catalogue in sync with the database: rows changed since the last check are read again, also
 * if another process or an operator wrote them. A row's version is the transaction that wrote it (`xmin`). The trigger
 * that computes a movie's words rewrites the movie's row with each of its texts.
 */
export function createIndexReader(db: Db, { mostTitles }: { mostTitles: number }) {
  let known = new Map<string, Known>();
  let index: TitleIndex | null = null;

  /** @returns the current index; null if the catalogue is too large for one */
  return async function read(): Promise<TitleIndex | null> {
    const versions = await readVersions(db, mostTitles + 1);
    if (versions.length > mostTitles) {
      known = new Map();
      index = null;
      return null;
    }
    const changed = versions.filter(({ id, version }) => known.get(id)?.version !== version);
    if (index && changed.length === 0 && versions.length === known.size) return index;
    const fresh = new Map<string, Known["movie"]>();
    for (let at = 0; at < changed.length; at += batch) {
      const ids = changed.slice(at, at + batch).map(({ id }) => id);
      for (const movie of await readMovies(db, ids)) fresh.set(movie.id, movie);
    }
    const now = new Map<string, Known>();
    for (const { id, version } of versions) {
      const movie = known.get(id)?.version === version ? known.get(id)!.movie : fresh.get(id);
      if (movie) now.set(id, { version, movie });
    }
    known = now;
    index = arrange(
      [...now.values()].map(({ movie }) => movie),
      await readWords(db),
    );
    return index;
  };
}

function arrange(inOrderOfId: Known["movie"][], words: WordList): TitleIndex {
  const ranked = inOrderOfId.map((movie, rank) => ({ ...movie, rank }));
  return {
    byId: new Map(ranked.map((movie) => [movie.id, movie])),
    popular: ranked.toSorted((a, b) => b.popularity - a.popularity || b.rank - a.rank),
    new: ranked.toSorted((a, b) => compare(b.publishedKey, a.publishedKey) || b.rank - a.rank),
    words,
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Versions of every published movie, its episodes and their assets, in the order of the ids. */
async function readVersions(db: Db, most: number): Promise<{ id: string; version: string }[]> {
  const parts = sql`(select string_agg(e.xmin::text || ':' || coalesce(a.xmin::text, ''), ',' order by e.index)
    from episode e left join asset a on a.id = e.asset_id where e.movie_id = movie.id)`;
  return db
    .select({
      id: movies.id,
      version: sql<string>`concat_ws(' ', movie.xmin::text, ${parts})`,
    })
    .from(movies)
    .where(published)
    .orderBy(movies.id)
    .limit(most);
}

async function readMovies(db: Db, ids: string[]) {
  // The title in each language replaces the one in the reader's.
  const { title: _title, description: _description, ...card } = cardColumns("en");
  const rows = await db
    .select({
      ...card,
      popularity: movies.popularity,
      publishedKey: keyText("new"),
      titles: sql<Record<string, string> | null>`(select json_object_agg(t.locale, t.title order by t.locale)
        from movie_text t where t.movie_id = movie.id)`,
      searchTitle: movies.searchTitle,
      titleWords: sql<string[]>`array_to_json(tsvector_to_array(${movies.searchTitleWords}))`,
      allWords: sql<string[]>`array_to_json(tsvector_to_array(${movies.searchWords}))`,
    })
    .from(movies)
    .where(sql`${eq(movies.status, "published")} and ${inArray(movies.id, ids)}`);
  // The database sorts lexemes by their length first; the index needs them in alphabetical order.
  return rows.map((row) => ({
    ...row,
    titleWords: row.titleWords.sort(compare),
    allWords: row.allWords.sort(compare),
  }));
}

/** Trigrams of plain words are computed here; for other words the database decides what counts as a letter. */
async function readWords(db: Db): Promise<WordList> {
  const answer = await db.execute(sql`select word, case when word ~ '^[a-z0-9]+$' then null
    else array_to_json(show_trgm(word)) end as trigrams from search_word order by word`);
  const rows = Array.isArray(answer) ? answer : (answer as unknown as { rows: unknown[] }).rows;
  return createWordList(rows as { word: string; trigrams: string[] | null }[]);
}
