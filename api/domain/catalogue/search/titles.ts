import type { MovieCard } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { AccessLevel } from "../../../../contract/models.ts";
import type { Sort } from "../cards.ts";

/** One word of a query, or a run of a script without spaces; folded as the catalogue is. */
export type Term = { text: string; unspaced: boolean };

/** A search word. `open`: also matches words that begin with it. */
export type Lexeme = { text: string; open: boolean };
/** Every group has to match, each by one of its lexemes. */
export type Query = Lexeme[][];

/** Conditions on a movie's words; all have to match. */
export type Match = {
  /** Lexemes of its titles. */
  title?: Query;
  /** Lexemes of its titles and descriptions. */
  words?: Query;
  /** Strings that one of its titles contains unchanged. */
  runs?: string[];
  not?: Match[];
};

export type Filters = {
  kind?: "film" | "series" | undefined;
  access?: AccessLevel | undefined;
  genre?: string | undefined;
  year?: number | undefined;
  /** The ten years that begin with this one. */
  decade?: number | undefined;
};

/** The requested movies, their order, and the position to start from. */
export type Wanted = {
  /** Null = any. */
  match: Match | null;
  filters: Filters;
  sort: Sort;
  /** Sort key and id of the previous page's last movie. */
  after: { key: string; id: string } | null;
  limit: number;
  /** Few movies can match, so the order is not walked. */
  rare?: boolean;
};

export type FoundId = { id: string; key: string };

/** Words of the catalogue that resemble a term. */
export type WordsLike = {
  /** Words that contain it; those that begin with it first, shorter ones first. At most four. */
  around: string[];
  /** Words of about its length with similar trigrams, from 0 to 1; the most similar first. At most forty. */
  near: { word: string; alike: number }[];
};

/** The search operations on published titles: in the database, or in memory. Both return the same. */
export type Titles = {
  /** Splits a query into terms as the titles are split. Empty if it has no letter or digit. */
  terms: (q: string) => Promise<Term[]>;
  /** The first movies of an order that match. */
  find: (wanted: Wanted) => Promise<FoundId[]>;
  /** Whether so few movies match that `find` should fetch them all. */
  areRare: (wanted: Wanted) => Promise<boolean>;
  wordsLike: (text: string) => Promise<WordsLike>;
  /** Of some movies, those whose titles match most groups; ties by popularity. */
  mostShared: (ids: string[], groups: Query, limit: number) => Promise<string[]>;
  /** Omits withdrawn movies. */
  cards: (ids: string[], locale: Locale) => Promise<Map<string, MovieCard>>;
};
