import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { movies } from "../../../db/schema.ts";
import { cardColumns, published } from "../cards.ts";
import { keyText } from "./database-titles.ts";
import { createWordList, type WordList } from "./word-list.ts";

/** A published movie with all a search looks at, as the database has worked it out. */
export type IndexedMovie = Awaited<ReturnType<typeof readMovies>>[number] & {
  /** Place among the ids as the database sorts them. */
  rank: number;
};

export type TitleIndex = {
  byId: ReadonlyMap<string, IndexedMovie>;
  /** In the orders a list can have. */
  popular: readonly IndexedMovie[];
  new: readonly IndexedMovie[];
  words: WordList;
};

type Known = { version: string; movie: Awaited<ReturnType<typeof readMovies>>[number] };

/** Movies read in one statement. */
const batch = 200;

/**
 * Keeps an index of a small catalogue in step with the database: what has changed since the last look is read anew,
 * also when another process or an operator wrote it. Rows are told apart by the transaction that wrote them (`xmin`); a
 * movie's own row is written anew with each of its texts, by the trigger that works out its words.
 */
export function createIndexReader(db: Db, { mostTitles }: { mostTitles: number }) {
  let known = new Map<string, Known>();
  let index: TitleIndex | null = null;

  /** @returns the index as of now; null where the catalogue is too large for one */
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

/** What every published movie, its episodes and their films were last written by, in the order of the ids. */
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
  // The title in each language instead of the one in the reader's.
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
  // The database sorts lexemes by their length first; here they are looked up by their letters.
  return rows.map((row) => ({
    ...row,
    titleWords: row.titleWords.sort(compare),
    allWords: row.allWords.sort(compare),
  }));
}

/** Trigrams of plain words are worked out here; of others, what counts as a letter is the database's to say. */
async function readWords(db: Db): Promise<WordList> {
  const answer = await db.execute(sql`select word, case when word ~ '^[a-z0-9]+$' then null
    else array_to_json(show_trgm(word)) end as trigrams from search_word order by word`);
  const rows = Array.isArray(answer) ? answer : (answer as unknown as { rows: unknown[] }).rows;
  return createWordList(rows as { word: string; trigrams: string[] | null }[]);
}
