import type { MovieCard } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { AccessLevel } from "../../../../contract/models.ts";
import type { Sort } from "../cards.ts";

/** One word of a query, or a run of a script written without spaces; folded as the catalogue is. */
export type Term = { text: string; unspaced: boolean };

/** Something a title can be found by. `open`: also what begins with it. */
export type Lexeme = { text: string; open: boolean };
/** Every group has to be met, each by one of its lexemes. */
export type Query = Lexeme[][];

/** What is asked of a movie's words; of several conditions, all. */
export type Match = {
  /** Of its titles. */
  title?: Query;
  /** Of its titles and descriptions. */
  words?: Query;
  /** Stand as they are in one of its titles. */
  runs?: string[];
  not?: Match[];
};

export type Filters = {
  kind?: "film" | "series" | undefined;
  access?: AccessLevel | undefined;
  genre?: string | undefined;
  year?: number | undefined;
  /** The ten years from this one. */
  decade?: number | undefined;
};

/** Which movies, in which order, and from which place of it. */
export type Wanted = {
  /** Null = any. */
  match: Match | null;
  filters: Filters;
  sort: Sort;
  /** Sort key and id of the last movie of the page before. */
  after: { key: string; id: string } | null;
  limit: number;
  /** Few movies can match: the order is not walked for them. */
  rare?: boolean;
};

export type FoundId = { id: string; key: string };

/** Words of the catalogue that have something of a term. */
export type WordsLike = {
  /** Hold it; those that begin with it first, the shorter first. At most four. */
  around: string[];
  /** Of about its length and alike by their trigrams, from 0 to 1; the most alike first. At most forty. */
  near: { word: string; alike: number }[];
};

/** The published titles, as far as a search asks about them: in the database, or in memory. Both answer the same. */
export type Titles = {
  /** A query's terms, cut as the titles are. Empty when there is no letter or digit in it. */
  terms: (q: string) => Promise<Term[]>;
  /** The first movies of an order that meet the conditions. */
  find: (wanted: Wanted) => Promise<FoundId[]>;
  /** Whether so few meet the conditions that `find` does best to fetch them all. */
  areRare: (wanted: Wanted) => Promise<boolean>;
  wordsLike: (text: string) => Promise<WordsLike>;
  /** Those of some movies that meet most of the groups, by their titles; then the more popular ones. */
  mostShared: (ids: string[], groups: Query, limit: number) => Promise<string[]>;
  /** Without those that were withdrawn. */
  cards: (ids: string[], locale: Locale) => Promise<Map<string, MovieCard>>;
};
