import type { PlaybackStart } from "../../../../contract/index.ts";
import { trackFor, wantedTrack, type Preferences } from "../preferences.ts";

/**
 * The track a subtitle switch turns to: off if subtitles are shown, else the language chosen last, the page's, the
 * first.
 * @param now id of the track shown; null = none
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
