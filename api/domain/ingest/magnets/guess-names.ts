import { filenameParse } from "@ctrl/video-filename-parser";

/** Longer names are not read: the parser's patterns have many alternatives. */
const longest = 250;
const videos = /\.(?:mp4|m4v|mkv|mov|webm|avi|ts)$/i;
const texts = /\.(?:srt|vtt|ass)$/i;
/** A checksum, as in `Show - 05 [A1B2C3D4].mkv`: hexadecimal digits and letters, which are no `E01E02`. */
const checksums =
  /(?<![a-z0-9])(?!(?:e\d{1,4})+(?![a-z0-9]))(?=[a-f]*\d)(?=\d*[a-f])[a-f0-9]{6,64}(?![a-z0-9])/gi;
const extras = /(?:^|[^a-z])(?:sample|trailer|featurette|extras?|behind.the.scenes)(?:[^a-z]|$)/i;

/** What a file may become, by its name. */
export function kindOf(path: string): "video" | "subtitles" | "other" {
  if (videos.test(path)) return "video";
  return texts.test(path) ? "subtitles" : "other";
}

/** Whether a file is a sample instead of the movie itself, by its name and its size next to the largest file. */
export function isSample(path: string, { bytes, largest }: { bytes: number; largest: number }): boolean {
  return (extras.test(path) && bytes < largest / 2) || bytes < largest / 50;
}

/**
 * Reads season and episode from a file's name: `S01E02`, `1x02`, `Season 1 Episode 2`, ` - 02 ` and similar. If its own
 * name says nothing, its folder's name is read.
 */
export function guessEpisode(path: string): { season: number | null; episode: number | null } {
  const parts = path.split("/").map((part) => plain(part).replaceAll(checksums, ""));
  const own = read(parts.at(-1)!, true);
  if (own.episode !== null) return own;
  // `Season 2/05 - A name.mkv`
  const alone = /^(?:e|ep|episode)?[ ._-]*(\d{1,3})(?:[ ._-]|$)/i.exec(parts.at(-1)!)?.[1];
  const season = parts
    .slice(0, -1)
    .map((part) => /(?:^|[^a-z])(?:s|season|staffel|temporada)[ ._-]*(\d{1,2})(?:[^0-9]|$)/i.exec(part)?.[1])
    .find(Boolean);
  if (!alone || Number(alone) === 0) return { season: season ? Number(season) : null, episode: null };
  return { season: season ? Number(season) : null, episode: Number(alone) };
}

/** Title and year in a torrent's or a file's name. */
export function guessTitle(name: string): { title: string; year: number | null } {
  const text = plain(name.split("/").at(-1)!);
  const video = filenameParse(text.replace(videos, ""));
  const series = filenameParse(text, true);
  const isSeries = "isTv" in series && (series.episodeNumbers?.length || series.seasons?.length);
  const year = Number(video.year);
  const found = !video.year && isSeries ? series.title : video.title;
  const title = (found || text.replace(videos, "")).replaceAll(/[._]+/g, " ").replaceAll(/\s+/g, " ").trim();
  return { title: title.slice(0, 200), year: year >= 1870 && year <= 2100 ? year : null };
}

function read(name: string, isTv: true): { season: number | null; episode: number | null } {
  const found = filenameParse(name, isTv);
  const none = { season: null, episode: null };
  if (!("isTv" in found)) return none;
  const season = found.seasons?.[0] ?? null;
  const episode = found.episodeNumbers?.[0] ?? null;
  // Number 0 is an episode only beside a season.
  if (episode === null || episode < (season === null ? 1 : 0) || episode > 9999) return none;
  // `Film.2012.mkv` is not the 12th episode of a 20th season.
  const { year } = filenameParse(name);
  if (year && season !== null && season * 100 + episode === Number(year)) return none;
  return { season, episode };
}

function plain(part: string): string {
  return part.normalize("NFKC").slice(0, longest);
}
