import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PlaybackStart } from "../../../../contract/index.ts";
import type { NowPlaying } from "../now-playing.ts";
import { trackFor, wantedTrack, type Preferences } from "../preferences.ts";
import { subtitleTracks } from "../store/owners.ts";
import { usePlayerState } from "../use-store.ts";
import "./captions.css";
import { usePreferences } from "./use-preferences.ts";

/**
 * Subtitles, drawn by the app so that they have the size and background the user chose, stay clear of the controls, and
 * run in their own direction. The browser reads the file and does the timing.
 */
export function Captions({ nowPlaying }: { nowPlaying: NowPlaying }) {
  const { t } = useTranslation();
  const { store, media, playback } = nowPlaying;
  const chosen = usePlayerState(store, (s) => s.subtitles);
  const { subtitleSize, subtitleGround } = usePreferences(nowPlaying.preferences);
  const [lines, setLines] = useState<string[]>([]);
  useEffect(() => {
    const track = subtitleTracks(media).find(({ id }) => id === chosen)?.track;
    if (!track) return setLines([]);
    const show = () => setLines([...(track.activeCues ?? [])].map(textOf));
    show();
    track.addEventListener("cuechange", show);
    return () => track.removeEventListener("cuechange", show);
  }, [media, chosen]);
  const locale = playback.subtitles.find(({ id }) => id === chosen)?.locale;
  return (
    <div
      className="captions"
      role="region"
      aria-label={t("controls.subtitles")}
      data-size={subtitleSize}
      data-ground={subtitleGround}
      hidden={chosen === null}
    >
      {lines.map((line, order) => (
        <p key={order} lang={locale} dir="auto">
          <span>{line}</span>
        </p>
      ))}
    </div>
  );
}

/** The text of a cue, without its markup. */
function textOf(cue: TextTrackCue): string {
  return (cue as VTTCue).getCueAsHTML().textContent ?? "";
}

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
