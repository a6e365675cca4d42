import type { MovieCard } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import { cardOf } from "../cards.ts";
import { pick } from "../../kernel/localised.ts";
import { mostTerms } from "./terms.ts";
import type { IndexedMovie, TitleIndex } from "./title-index.ts";
import type { Filters, Lexeme, Match, Query, Term, Titles, Wanted } from "./titles.ts";

/**
 * Searches titles in the in-memory index. The database folds and splits texts. Only plain ASCII, where folding means
 * lower case, is handled here.
 */
export function createIndexedTitles(index: TitleIndex, database: Titles): Titles {
  return {
    terms: async (q) => (/^[ -~]*$/.test(q) ? plainTerms(q) : database.terms(q)),
    find: async (wanted) =>
      find(index, wanted).map((movie) => ({ id: movie.id, key: keyOf(movie, wanted.sort) })),
    areRare: async () => true,
    wordsLike: async (text) => (/^[a-z0-9]+$/.test(text) ? index.words.like(text) : database.wordsLike(text)),
    mostShared: async (ids, groups, limit) => mostShared(index, { ids: new Set(ids), groups, limit }),
    cards: async (ids, locale) =>
      new Map(
        ids.flatMap((id) => {
          const movie = index.byId.get(id);
          return movie ? [[id, cardIn(movie, locale)]] : [];
        }),
      ),
  };
}

/** Splits as `fold()` and `search_terms()` do. */
function plainTerms(q: string): Term[] {
  const words = q
    .toLowerCase()
    .replaceAll("'", "")
    .split(/[^a-z0-9]+/);
  return words
    .filter((word) => word !== "")
    .slice(0, mostTerms)
    .map((text) => ({ text, unspaced: false }));
}

function find(index: TitleIndex, { match, filters, sort, after, limit }: Wanted): IndexedMovie[] {
  const found: IndexedMovie[] = [];
  const isLater = after ? laterThan(index, sort, after) : () => true;
  for (const movie of index[sort]) {
    if (found.length === limit) break;
    if (passes(movie, filters) && isLater(movie) && (match === null || meets(movie, match)))
      found.push(movie);
  }
  return found;
}

function keyOf(movie: IndexedMovie, sort: Wanted["sort"]): string {
  return sort === "new" ? movie.publishedKey : String(movie.popularity);
}

/** Whether a movie comes after a position of the order. The movie at the position may be gone. */
function laterThan(index: TitleIndex, sort: Wanted["sort"], { key, id }: NonNullable<Wanted["after"]>) {
  const rank = index.byId.get(id)?.rank;
  const lowerId = (movie: IndexedMovie) => (rank === undefined ? movie.id < id : movie.rank < rank);
  if (sort === "popular") {
    const popularity = Number(key);
    return (movie: IndexedMovie) =>
      movie.popularity < popularity || (movie.popularity === popularity && lowerId(movie));
  }
  const [seconds, fraction = ""] = key.slice(0, -1).split(".");
  const published = `${seconds}.${fraction.padEnd(6, "0")}Z`;
  return (movie: IndexedMovie) =>
    movie.publishedKey < published || (movie.publishedKey === published && lowerId(movie));
}

function passes(movie: IndexedMovie, { kind, access, genre, year, decade }: Filters): boolean {
  return (
    (kind === undefined || movie.kind === kind) &&
    (access === undefined || movie.access === access) &&
    (genre === undefined || movie.genres.includes(genre)) &&
    (year === undefined || movie.year === year) &&
    (decade === undefined || (movie.year >= decade && movie.year <= decade + 9))
  );
}

function meets(movie: IndexedMovie, { title, words, runs = [], not = [] }: Match): boolean {
  return (
    (!title || hasEach(movie.titleWords, title)) &&
    (!words || hasEach(movie.allWords, words)) &&
    runs.every((run) => movie.searchTitle.includes(run)) &&
    !not.some((one) => meets(movie, one))
  );
}

function hasEach(sorted: readonly string[], query: Query): boolean {
  return query.every((group) => group.some((lexeme) => has(sorted, lexeme)));
}

/** Binary search: words that begin with a text are sorted to the text's own position. */
function has(sorted: readonly string[], { text, open }: Lexeme): boolean {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]! < text) from = middle + 1;
    else to = middle;
  }
  const found = sorted[from];
  return found !== undefined && (open ? found.startsWith(text) : found === text);
}

function mostShared(
  index: TitleIndex,
  { ids, groups, limit }: { ids: ReadonlySet<string>; groups: Query; limit: number },
): string[] {
  return index.popular
    .filter(({ id }) => ids.has(id))
    .map((movie) => ({
      id: movie.id,
      shared: groups.filter((group) => hasEach(movie.titleWords, [group])).length,
    }))
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, limit)
    .map(({ id }) => id);
}

function cardIn({ titles, ...movie }: IndexedMovie, locale: Locale): MovieCard {
  return cardOf({ ...movie, title: (titles && pick(titles, locale)) ?? movie.id, description: "" });
}
