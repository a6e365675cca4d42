import { useEffect, useRef, useState, type RefObject } from "react";
import type { PlaybackStart } from "../../../contract/index.ts";
import { attachSource, type Source } from "./engine/source.ts";
import { createPlayerStore, type PlayerStore } from "./player-store.ts";
import {
  firstAudio,
  firstQuality,
  firstSubtitles,
  rememberRequests,
  type PreferenceStore,
} from "./preferences.ts";
import { createProgressSaver, type Place } from "./progress-saver.ts";

export type UsePlayerOptions = {
  media: RefObject<HTMLVideoElement>;
  /** The film with its controls. */
  box: RefObject<HTMLElement>;
  /** A later one is kept in reserve: to change the source would stop the film. */
  playback: PlaybackStart;
  preferences: PreferenceStore;
  /** Asks for a fresh `playback`, after its URLs have expired. */
  renew: () => void;
  /** Seconds between two saves of the place. */
  everyS: number;
  /** Fetch nothing of the film before somebody plays it. As it is when the page is opened. */
  dataSaver: boolean;
  /** The page's language. */
  locale: string;
  /** Keeps a place. */
  save: (place: Place, leaving: boolean) => void;
};

/**
 * Ties a video element to its store, its source and the keeping of its place, for as long as it is on the page.
 * One title and episode: another one needs another instance (a `key`).
 */
export function usePlayer(options: UsePlayerOptions): { store: PlayerStore; retry: () => void } {
  const { media, box, playback: latest, preferences, renew, everyS, save } = options;
  const [{ dataSaver, locale }] = useState(options);
  const [playback, setPlayback] = useState(latest);
  const [store] = useState(() => createPlayerStore(latest.positionS, latest.durationS));
  const source = useRef<Source | null>(null);
  /** Fresh URLs are on their way; and what is to be done when they have come. */
  const awaited = useRef<"renewal" | "retry" | null>(null);
  const keep = useRef({ save, renew });
  keep.current = { save, renew };

  useEffect(() => {
    const element = media.current;
    if (!element || !box.current) return;
    let gone = false;
    let attached: Source | undefined;
    const stop = store.observe({ media: element, box: box.current, document });
    const chosen = preferences.read();
    const quality = firstQuality(playback, chosen, dataSaver);
    begin(store, { ...chosen, quality, subtitles: firstSubtitles(playback, chosen, locale) });
    const forget = rememberRequests(store, preferences, playback);
    void attachSource({
      media: element,
      playback,
      startS: store.state().positionS,
      // Whoever came here by a tap meant to watch; a bookmark that starts to sound is rude, and browsers refuse it.
      autoplay: navigator.userActivation?.hasBeenActive ?? false,
      dataSaver,
      quality,
      audio: firstAudio(playback, chosen),
      tell: store.tell,
      needFresh: () => {
        if (awaited.current || gone) return;
        awaited.current = "renewal";
        keep.current.renew();
      },
    }).then((made) => {
      if (gone) return made.detach();
      source.current = attached = made;
      store.use(made);
    });
    return () => {
      gone = true;
      forget();
      stop();
      store.use(null);
      source.current = null;
      attached?.detach();
    };
  }, [media, box, playback, store, preferences, dataSaver, locale]);

  useEffect(() => {
    const saver = createProgressSaver({
      everyS,
      save: (place, leaving) => keep.current.save(place, leaving),
    });
    const leave = () => saver.leave(store.state());
    const hidden = () => document.visibilityState === "hidden" && leave();
    const unsubscribe = store.subscribe(saver.follow);
    document.addEventListener("visibilitychange", hidden);
    window.addEventListener("pagehide", leave);
    return () => {
      leave();
      unsubscribe();
      document.removeEventListener("visibilitychange", hidden);
      window.removeEventListener("pagehide", leave);
    };
  }, [store, everyS]);

  useEffect(() => {
    if (awaited.current) {
      if (latest === playback) return;
      source.current?.renew(latest);
      if (awaited.current === "retry") source.current?.retry();
      awaited.current = null;
      return;
    }
    if (latest.hls === playback.hls) return;
    // Start-up may find another person than the page was rendered for, with a place of their own.
    if (store.state().phase !== "idle" || latest.positionS === playback.positionS) return;
    store.tell({ type: "resume", resumeAtS: latest.positionS });
    setPlayback(latest);
  }, [latest, playback, store]);

  const retry = () => {
    const { failure } = store.state();
    store.tell({ type: "retry" });
    if (failure !== "expired" && failure !== "gone") return source.current?.retry();
    awaited.current = "retry";
    renew();
  };
  return { store, retry };
}

type Beginning = { volume: number; muted: boolean; rate: number; quality: string; subtitles: string | null };

/** Puts what was chosen before to the film, as if it were asked for now; only that nobody needs to remember it again. */
function begin(store: PlayerStore, { volume, muted, rate, quality, subtitles }: Beginning): void {
  if (store.state().can.volume && volume > 0) store.request("volume", volume);
  if (muted) store.request("mute", true);
  if (rate !== 1) store.request("rate", rate);
  if (subtitles) store.request("subtitles", subtitles);
  store.tell({ type: "reading", values: { quality } });
}
