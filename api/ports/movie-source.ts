import type { Locale } from "../../contract/locales.ts";

export type SourceKind = "film" | "series";

export type SourceHit = {
  tmdb: number;
  kind: SourceKind;
  title: string;
  originalTitle: string;
  year: number | null;
  overview: string;
};

/** Texts by language; an empty one is not known. */
export type SourceTexts = Partial<Record<Locale, { title: string; description: string }>>;

/** An episode of a season; `still` is the name of a picture, for `picture`. */
export type SourceEpisode = { texts: SourceTexts; still: string | null };

/** A season with its episodes by their numbers; a name that only counts it is left out. */
export type SourceSeason = {
  texts: SourceTexts;
  year: number | null;
  episodes: Map<number, SourceEpisode>;
};

export type SourceRole = "poster" | "backdrop" | "still";

/** One name by language. */
export type SourceNames = Partial<Record<Locale, string>>;

/** What is known about a film or a series. Fields that are not known are null or empty. */
export type SourceMovie = {
  /** In English, else the original one. */
  title: string;
  /** Its page on the web. */
  url: string;
  year: number | null;
  /** A language tag in the form in which the catalogue stores it. */
  originalLanguage: string | null;
  texts: SourceTexts;
  /** Age ratings as their countries write them: `{ DE: "12" }`. */
  certificates: Record<string, string>;
  /** In English. */
  genres: string[];
  /** The collection of films that it belongs to; its name in English. Null for a series. */
  collection: { tmdb: number; name: string } | null;
  directors: string[];
  /** Most important first. */
  cast: { name: string; part: string }[];
  /** Names of pictures, for `picture`. */
  poster: string | null;
  backdrop: string | null;
  seasons: { season: number; name: string; episodes: number }[];
};

/**
 * Why a source could not be asked: it refuses the key · it has no such entry · it takes no requests for `waitS` seconds ·
 * it did not answer, or not in time · its answer can't be read · a picture is too large.
 */
export type SourceFailure = Error & {
  problem: "refused" | "gone" | "busy" | "away" | "broken" | "too_large";
  waitS?: number;
};

/** One conversation with the source; all its requests end at the same deadline. Each may fail with `SourceFailure`. */
export type OpenSource = {
  /** Whether the key is good. */
  check: () => Promise<void>;
  search: (asked: {
    q: string;
    year: number | null;
    kind: SourceKind;
    locale: Locale;
  }) => Promise<SourceHit[]>;
  movie: (entry: { tmdb: number; kind: SourceKind }) => Promise<SourceMovie>;
  /** A season, with texts in the given languages. */
  season: (entry: { tmdb: number; season: number; locales: readonly Locale[] }) => Promise<SourceSeason>;
  /** The names of genres in our languages, by their English ones; one that is not known is left out. */
  genreNames: (asked: { kind: SourceKind; genres: readonly string[] }) => Promise<Map<string, SourceNames>>;
  /** Name and description of a collection in our languages; English is there at least. */
  collection: (entry: { tmdb: number }) => Promise<SourceTexts>;
  /** @param size `thumbnail`: for a page; `full`: at least as large as the catalogue needs */
  picture: (name: string, role: SourceRole, size: "thumbnail" | "full") => Promise<Buffer>;
};

/** A third party that knows films and series. */
export type MovieSource = { open: (key: string) => OpenSource };
