import type { PlaybackStart } from "../../../../contract/index.ts";
import { trackFor, wantedTrack, type Preferences } from "../preferences.ts";

/**
 * What a switch for subtitles turns to: off where there are some, else the language chosen last, the page's, the first.
 * @param now id of what is shown; null = none
 */
export function nextSubtitles(
  { subtitles }: PlaybackStart,
  now: string | null,
  { subtitles: wanted }: Preferences,
  locale: string,
): string | null {
  if (now !== null) return null;
  const chosen = wanted && wanted !== "off" ? wantedTrack(subtitles, wanted) : undefined;
  return (chosen ?? trackFor(subtitles, locale) ?? subtitles[0])?.id ?? null;
}
