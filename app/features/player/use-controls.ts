import { startTransition, useEffect, useState, type ComponentType, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { NowPlaying } from "./now-playing.ts";

const texts = import.meta.glob<string>("../../../locales/*/player.json", {
  query: "?url",
  import: "default",
  eager: true,
});

export type ControlsComponent = ComponentType<{ nowPlaying: NowPlaying }>;

/**
 * Loads the controls and their texts, which no other page needs.
 * @returns null until they can be rendered; until then, and without scripts, the browser's own stay
 */
export function useControls(media: RefObject<HTMLVideoElement>): ControlsComponent | null {
  const { i18n } = useTranslation();
  const [controls, setControls] = useState<{ Controls: ControlsComponent } | null>(null);
  useEffect(() => {
    let gone = false;
    const locale = i18n.language;
    const fetchWords = async () => {
      if (i18n.exists("controls.play")) return;
      const answer = await fetch(texts[`../../../locales/${locale}/player.json`]!);
      i18n.addResourceBundle(locale, "common", await answer.json(), true);
    };
    void firstFrame(media.current)
      .then(() => Promise.all([import("./controls/controls.tsx"), fetchWords()]))
      // In pieces: they are many, and on a slow phone a tap meanwhile would wait.
      .then(([{ Controls }]) =>
        startTransition(() => {
          if (!gone) setControls({ Controls });
        }),
      )
      // Without a network they can't be loaded: the browser's own controls stay, and work.
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [i18n, media]);
  return controls?.Controls ?? null;
}

// Fetched while the page is hydrated, unless a video is starting that needs the line.
if (
  typeof document !== "undefined" &&
  document.querySelector<HTMLVideoElement>("[data-player-video]")?.paused
)
  void import("./controls/controls.tsx").catch(() => undefined);

/** Resolves at once, unless playback is starting: on a slow network, the first picture comes before the controls. */
function firstFrame(media: HTMLMediaElement | null): Promise<void> {
  if (!media || media.paused || media.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA)
    return Promise.resolve();
  return new Promise((resolve) => {
    for (const event of ["loadeddata", "pause", "error"])
      media.addEventListener(event, () => resolve(), { once: true, capture: true });
  });
}
