import { mostSubtitleBytes } from "../../../../contract/ingest/values.ts";
import { guessLanguage } from "./guess-language.ts";
import type { MagnetFileRow } from "./magnet-row.ts";

type Row = Pick<MagnetFileRow, "index" | "path" | "bytes" | "kind" | "season" | "guess" | "sample">;

/** Why a subtitle file is left out: `double` = a larger one has the same language and kind. */
export type LeftOut = "forced" | "empty" | "too_large" | "double" | "surplus";

/** Longer names are not read. */
const longestName = 250;
/** More tracks are never needed, and all of them are in memory at once. */
const mostTracks = 64;

/** What is known of a subtitle file before it is read. */
export type SubtitleGuess = {
  /** BCP 47 tag; `und` if its name does not say. */
  locale: string;
  kind: "subtitles" | "captions";
  /** Numbers of the video files it may belong to; it goes to the first of them that is taken. */
  videos: readonly number[];
  left: LeftOut | null;
};

/**
 * Guesses the content of each subtitle file and the video it belongs to, by names and folders alone.
 * @param name of the magnet
 * @returns by the number of the file
 */
export function matchSubtitles(rows: readonly Row[], name: string): Map<number, SubtitleGuess> {
  const videos = rows.filter(({ kind }) => kind === "video").map((row) => ({ ...row, ...placeOf(row.path) }));
  const guesses = new Map<number, SubtitleGuess>();
  for (const row of rows) {
    if (row.kind !== "subtitles") continue;
    const beside = videosOf(row, videos);
    const about = [beside[0]?.stem ?? "", name];
    const { locale, kind, forced } = guessLanguage(row.path, about);
    const left =
      row.bytes === 0 ? "empty" : row.bytes > mostSubtitleBytes ? "too_large" : forced ? "forced" : null;
    guesses.set(row.index, { locale, kind, videos: beside.map(({ index }) => index), left });
  }
  return withoutDoubles(rows, guesses, ({ videos }) => videos.join());
}

/**
 * Selects the subtitle files of the taken video files.
 * @param videos numbers of the taken video files
 * @returns by the number of each selected file, the number of its video file
 */
export function subtitlesOf(
  rows: readonly Row[],
  { name, videos }: { name: string; videos: ReadonlySet<number> },
): Map<number, number> {
  const meant = new Map<number, SubtitleGuess>();
  for (const [index, guess] of matchSubtitles(rows, name)) {
    const video = guess.videos.find((one) => videos.has(one));
    if (video !== undefined && guess.left === null) meant.set(index, { ...guess, videos: [video] });
  }
  const kept = [...withoutDoubles(rows, meant, ({ videos: [video] }) => String(video))];
  return new Map(
    kept.flatMap(
      ([
        index,
        {
          videos: [video],
          left,
        },
      ]) => (left === null ? [[index, video!]] : []),
    ),
  );
}

/**
 * A video has one track per language and kind: the largest file is the complete one. The number of tracks is limited.
 */
function withoutDoubles(
  rows: readonly Row[],
  guesses: ReadonlyMap<number, SubtitleGuess>,
  filmOf: (guess: SubtitleGuess) => string,
): Map<number, SubtitleGuess> {
  const bytes = new Map(rows.map((row) => [row.index, row.bytes]));
  const largest = new Map<string, number>();
  const trackOf = (guess: SubtitleGuess) => `${filmOf(guess)} ${guess.locale.toLowerCase()} ${guess.kind}`;
  for (const [index, guess] of guesses) {
    if (guess.left !== null || guess.videos.length === 0) continue;
    const before = largest.get(trackOf(guess));
    if (before === undefined || bytes.get(index)! > bytes.get(before)!) largest.set(trackOf(guess), index);
  }
  const count = new Map<string, number>();
  return new Map(
    [...guesses].map(([index, guess]) => {
      if (guess.left !== null || guess.videos.length === 0) return [index, guess];
      if (largest.get(trackOf(guess)) !== index) return [index, { ...guess, left: "double" }];
      const number = (count.get(filmOf(guess)) ?? 0) + 1;
      count.set(filmOf(guess), number);
      return [index, number > mostTracks ? { ...guess, left: "surplus" } : guess];
    }),
  );
}

/** `folder` = all folders as one text, each with its separator. */
type Place = { folders: readonly string[]; folder: string; stem: string };
type Video = Row & Place;

const inFolder = (part: string) => `${part}/`;

function placeOf(path: string): Place {
  const parts = path.normalize("NFKC").toLowerCase().split("/");
  const folders = parts.slice(0, -1);
  return {
    folders,
    folder: folders.map(inFolder).join(""),
    stem: parts.at(-1)!.replace(/\.[a-z0-9]{2,4}$/, ""),
  };
}

/** The most reliable sign first: its name, its folder, the episode, and that only one video file is possible. */
function videosOf(row: Row, videos: readonly Video[]): readonly Video[] {
  const { folders, stem } = placeOf(row.path);
  const real = videos.filter(({ sample }) => !sample);
  const signs = [
    () => longest(videos.filter((video) => isNamedAfter(stem, video.stem))),
    () => videos.filter((video) => video.stem !== "" && folders.includes(video.stem)),
    () => ofEpisode(episodeOf(row), real),
    () => onlyOne(row, real, folders),
  ];
  for (const sign of signs) {
    const found = sign();
    if (found.length > 0) return nearest(found, folders);
  }
  return [];
}

/** `Film.en` is named after `Film`, but `Filmed` is not. */
const isNamedAfter = (stem: string, video: string) =>
  video !== "" && stem.startsWith(video) && !/^[\p{L}\p{N}]/u.test(stem.slice(video.length));

function longest(videos: readonly Video[]): Video[] {
  const most = Math.max(0, ...videos.map(({ stem }) => stem.length));
  return videos.filter(({ stem }) => stem.length === most);
}

/** Of video files with the same name in several folders, those that share the most folders with it. */
function nearest(videos: readonly Video[], folders: readonly string[]): readonly Video[] {
  const shared = (video: Video) => {
    const differs = folders.findIndex((folder, at) => folder !== video.folders[at]);
    return differs < 0 ? folders.length : differs;
  };
  const most = Math.max(...videos.map(shared));
  return videos.filter((video) => shared(video) === most);
}

function ofEpisode({ season, episode }: Episode, videos: readonly Video[]): Video[] {
  return episode === null ? [] : videos.filter((video) => video.guess === episode && video.season === season);
}

type Episode = { season: number | null; episode: number | null };

/** Uses the folder's name, as in `S01E02/2_English.srt`, if its own name has no season. */
function episodeOf({ path, season, guess }: Row): Episode {
  const parts = path.split("/");
  const told = parts.toReversed().map(toldEpisode).find(Boolean);
  if (told) return told;
  // A number before a language counts languages.
  return /^\d{1,3}_\p{L}/u.test(parts.at(-1)!) ? { season: null, episode: null } : { season, episode: guess };
}

const marks = [
  /(?:^|[^\p{L}\p{N}])s(\d{1,2})[ ._-]?e(\d{1,4})(?!\d)/u,
  /(?:^|[^\p{L}\p{N}])(\d{1,2})x(\d{2,3})(?![\p{L}\p{N}])/u,
  /(?:^|[^\p{L}\p{N}])season[ ._-]?(\d{1,2})[ ._-]+episode[ ._-]?(\d{1,4})(?!\d)/u,
];

/** Finds only unmistakable forms. The parser for all other forms is slow, and has read each name once. */
function toldEpisode(part: string): Episode | null {
  const name = part.slice(0, longestName).normalize("NFKC").toLowerCase();
  const found = marks.map((mark) => mark.exec(name)).find(Boolean);
  return found ? { season: Number(found[1]), episode: Number(found[2]) } : null;
}

/** The only video file in the nearest folder around it that contains any. */
function onlyOne(row: Row, videos: readonly Video[], folders: readonly string[]): readonly Video[] {
  for (let depth = folders.length; depth >= 0; depth--) {
    const around = folders.slice(0, depth).map(inFolder).join("");
    const within = videos.filter(({ folder }) => folder.startsWith(around));
    if (within.length > 1) return [];
    if (within.length === 1) return isOtherEpisode(row, within[0]!) ? [] : within;
  }
  return [];
}

function isOtherEpisode({ path }: Row, video: Video): boolean {
  const told = toldEpisode(path.split("/").at(-1)!);
  if (told === null || video.guess === null) return false;
  return told.episode !== video.guess || (video.season !== null && told.season !== video.season);
}
