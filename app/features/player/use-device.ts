import { useEffect, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { shareSession } from "./device/media-session.ts";
import { turnWithFullscreen } from "./device/orientation.ts";
import { keepAwake } from "./device/wake-lock.ts";
import { neighbour, type Series } from "./now-playing.ts";
import type { PlayerStore } from "./player-store.ts";

export type UseDeviceOptions = {
  store: PlayerStore;
  media: RefObject<HTMLVideoElement>;
  poster: string;
  title: string;
  episodeTitle: string | null;
  series: Series | null;
  goTo: (index: number) => unknown;
};

/** Connects the player with the device: screen, its orientation, media keys and the lock screen. */
export function useDevice({
  store,
  media,
  poster,
  title,
  episodeTitle,
  series,
  goTo,
}: UseDeviceOptions): void {
  const { t } = useTranslation();
  const artist = episodeTitle ?? t("app.name");
  const previous = neighbour(series, -1);
  const after = neighbour(series, 1);
  useEffect(() => keepAwake(store, document, navigator), [store]);
  useEffect(
    () => (media.current ? turnWithFullscreen(store, media.current, screen.orientation) : undefined),
    [store, media],
  );
  useEffect(
    () =>
      shareSession(
        store,
        {
          title,
          artist,
          picture: new URL(poster, location.href).href,
          pictureSize: /backdrop-640/.test(poster) ? "640x360" : "1280x720",
          previous: previous === null ? undefined : () => goTo(previous),
          next: after === null ? undefined : () => goTo(after),
        },
        navigator.mediaSession,
      ),
    [store, title, artist, poster, previous, after, goTo],
  );
}
