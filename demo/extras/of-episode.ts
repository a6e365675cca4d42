import type { NewSubtitle } from "../../api/domain/ingest/subtitles/put-subtitles.ts";
import { AURORA } from "./aurora.ts";
import type { Extras, Line } from "./extras.ts";
import { HARROW_VALE } from "./harrow-vale.ts";
import { LANTERNS } from "./lanterns.ts";
import { STATIONS } from "./stations.ts";

const EXTRAS: Readonly<Record<string, readonly Extras[]>> = {
  "lanterns-over-lake-suwa": [LANTERNS],
  "a-house-under-the-aurora": [AURORA],
  "last-train-to-harrow-vale": [HARROW_VALE],
  "small-stations": STATIONS,
};

const none: Extras = {};

/** Parts of a demo episode besides picture and music; empty for most. */
export function extrasOf(id: string, index: number): Extras {
  return EXTRAS[id]?.[index - 1] ?? none;
}

/** The columns of an episode that hold its markers. */
export function markersOf({ intro, creditsFromS, chapters = [] }: Extras) {
  return {
    introFromS: intro?.fromS ?? null,
    introToS: intro?.toS ?? null,
    creditsFromS: creditsFromS ?? null,
    chapters: chapters.map(({ startS, titles }) => ({ startS, titles: { ...titles } })),
  };
}

/** The lines as subtitle files, one for each of their languages, and the captions. */
export function subtitlesOf({ lines = [], captions }: Extras): NewSubtitle[] {
  const locales = Object.keys(lines[0]?.[2] ?? {});
  const tracks: NewSubtitle[] = locales.map((locale) => ({
    locale,
    kind: "subtitles",
    text: fileOf(lines, locale),
  }));
  if (!captions) return tracks;
  const told = [...lines, ...captions.sounds].sort((a, b) => a[0] - b[0]);
  return [...tracks, { locale: captions.locale, kind: "captions", text: fileOf(told, captions.locale) }];
}

function fileOf(lines: readonly Line[], locale: string): string {
  const cues = lines.map(
    ([fromS, toS, words]) => `${clock(fromS)} --> ${clock(toS)}\n${words[locale] ?? ""}\n`,
  );
  return `WEBVTT\n\n${cues.join("\n")}`;
}

/** Demo movies are shorter than a minute. */
function clock(seconds: number): string {
  return `00:${seconds.toFixed(3).padStart(6, "0")}`;
}
