/** Access levels that need a membership, by its tier: `vip` is that of tier 1. */
export const vipLevels = ["vip", "vip-2", "vip-3"] as const;
export type VipLevel = (typeof vipLevels)[number];
/**
 * Access levels for watching a whole movie, each including those before it: anyone, users with an account (not guests),
 * VIPs of each tier.
 */
export const accessLevels = ["free", "signed-in", ...vipLevels] as const;
export type AccessLevel = (typeof accessLevels)[number];

/** Whether a viewer of one level may watch a movie of another. */
export function opens(reached: AccessLevel, level: AccessLevel): boolean {
  return accessLevels.indexOf(reached) >= accessLevels.indexOf(level);
}

/** The tier of membership that a level needs; 0 = none. */
export function tierOf(level: AccessLevel): number {
  return (vipLevels as readonly AccessLevel[]).indexOf(level) + 1;
}

export function needsVip(level: AccessLevel): level is VipLevel {
  return tierOf(level) > 0;
}

/** The level that VIPs of a tier reach. @param tier from 1 */
export function levelOfTier(tier: number): VipLevel {
  return vipLevels[Math.min(tier, vipLevels.length) - 1] ?? "vip";
}

export const movieKinds = ["film", "series"] as const;
/**
 * `scheduled` = published from a future time, `waiting` = published or scheduled, but without a video and so not public,
 * `ended` = published until a past time.
 */
export const movieStates = ["draft", "scheduled", "waiting", "published", "ended", "deleted"] as const;
/** Of a row that is no title of its own, but the trailer of one. */
export const trailerState = "trailer";
/** An admin's choice; the state also depends on the time. */
export const movieStatuses = ["draft", "published"] as const;
/** A movie's pictures. */
export const artworkRoles = ["poster", "backdrop"] as const;
export const creditRoles = ["director", "writer", "cast", "music", "camera"] as const;

/** The longest teaser, in seconds. */
export const longestTeaserS = 600;
/** Years of movies; a search may look beyond. */
export const years = { first: 1870, last: 2100 };
/** Highest minimum age. */
export const mostRating = 21;
export const longestTitle = 200;
export const longestDescription = 2000;
/** Of a person, a part or a chapter. */
export const longestName = 120;
/** Largest number of seasons of a series, the specials among them. */
export const mostSeasons = 200;
/** Of a search for movies. */
export const longestSearch = 100;
export const mostTags = 20;
/** Collections that one movie may belong to. */
export const mostCollections = 20;
/** Movies of one collection, as its admins' page lists and orders them. */
export const mostCollectionMovies = 300;
/** Titles of one row of the home page that is picked by hand. */
export const mostRowMovies = 40;
/** Largest number of titles in one bulk action. */
export const mostMoviesAtOnce = 500;

/** `captions` also tell what is heard. */
export const subtitleKinds = ["subtitles", "captions"] as const;
/**
 * The movie's own file, a file beside it in a magnet, or an admin. `automatic` = made of the sound by a program, and
 * marked so for viewers; `checked` = so made, and then checked by an admin.
 */
export const subtitleSources = ["file", "sidecar", "uploaded", "automatic", "checked"] as const;
export type SubtitleSource = (typeof subtitleSources)[number];

/** Largest number of sounds of one video; further ones of a file are left out. */
export const mostSounds = 8;
export const longestSoundName = 80;

/** The largest CSV file of titles, in bytes, and its most lines. */
export const mostImportBytes = 64 * 1024 * 1024;
export const mostImportLines = 50_000;
/** Extensions of such a file. */
export const importExtensions = ["csv", "tsv", "txt"] as const;

/** `checked` waits for an admin's decision; in the three `…ing` states a job works on it. */
export const importStates = [
  "checking",
  "checked",
  "importing",
  "imported",
  "cancelled",
  "undoing",
  "undone",
  "failed",
] as const;
export type ImportState = (typeof importStates)[number];
/** Whether a job works on an import of this state. */
export const isMoving = (state: ImportState) => state.endsWith("ing");

/** Why a file can't be read as a table of titles. */
export const importProblems = ["empty", "binary", "columns", "quote", "lines", "gone", "broken"] as const;
export type ImportProblem = (typeof importProblems)[number];
/** What a line would do, after the check; then what it did. `kept`: an undo left it, as it was changed since. */
export const lineOutcomes = [
  "create",
  "change",
  "unchanged",
  "wrong",
  "created",
  "changed",
  "failed",
  "undone",
  "kept",
] as const;
export type LineOutcome = (typeof lineOutcomes)[number];

/** Names of encodings as `TextDecoder` knows them. */
export const importEncodings = ["utf-8", "windows-1252", "utf-16le", "utf-16be"] as const;
export type ImportEncoding = (typeof importEncodings)[number];
export const importSeparators = ["comma", "semicolon", "tab"] as const;
export type ImportSeparator = (typeof importSeparators)[number];

/** Pages in one part of the sitemap. The protocol allows 50,000; a part of this size takes a second and 10 MB. */
export const mostPerPart = 10_000;
