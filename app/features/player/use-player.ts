import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from "react";
import type { PlaybackStart } from "../../../contract/index.ts";
import { playsHls } from "./engine/native-source.ts";
import { attachSource, type Source } from "./engine/source.ts";
import { createPlayerStore, type PlayerState } from "./player-store.ts";
import { createProgressSaver, type Place } from "./progress-saver.ts";

export type UsePlayerOptions = {
  media: RefObject<HTMLVideoElement>;
  /** A later one is kept in reserve: to change the source would stop the film. */
  playback: PlaybackStart;
  /** Asks for a fresh `playback`, after its URLs have expired. */
  renew: () => void;
  /** Seconds between two saves of the place. */
  everyS: number;
  /** Fetch nothing of the film before somebody plays it. As it is when the page is opened. */
  dataSaver: boolean;
  /** Keeps a place. */
  save: (place: Place, leaving: boolean) => void;
};

export type PlayerView = Pick<PlayerState, "phase" | "waiting" | "failure"> & { retry: () => void };

/**
 * Ties a video element to its store, its source and the keeping of its place, for as long as it is on the page.
 * One title and episode: another one needs another instance (a `key`).
 */
export function usePlayer(options: UsePlayerOptions): PlayerView {
  const { media, playback: latest, renew, everyS, save } = options;
  const [dataSaver] = useState(options.dataSaver);
  const [playback, setPlayback] = useState(latest);
  const [renewing, setRenewing] = useState(false);
  const [store] = useState(() => createPlayerStore(latest.positionS));
  const [source, setSource] = useState<Source | null>(null);
  const keep = useRef(save);
  keep.current = save;

  useEffect(() => {
    const element = media.current;
    if (!element) return;
    let gone = false;
    let attached: Source | undefined;
    const stop = store.observe(element);
    // Whoever came here by a tap meant to watch; a bookmark that starts to sound is rude, and browsers refuse it.
    const autoplay = navigator.userActivation?.hasBeenActive ?? false;
    // At once where the browser can; elsewhere it would begin with the small MP4, and be stopped again.
    if (autoplay && playsHls(element)) void element.play().catch(() => undefined);
    void attachSource({
      media: element,
      playback,
      startS: store.state().positionS,
      autoplay,
      dataSaver,
      quality: "auto",
      audio: null,
      tell: store.tell,
      needFresh: () => undefined,
    }).then((made) => {
      if (gone) made.detach();
      else setSource((attached = made));
    });
    return () => {
      gone = true;
      stop();
      attached?.detach();
    };
  }, [media, playback, store, dataSaver]);

  useEffect(() => {
    const saver = createProgressSaver({ everyS, save: (place, leaving) => keep.current(place, leaving) });
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

  const view = (select: (state: PlayerState) => unknown) => () => select(store.state());
  const phase = useSyncExternalStore(
    store.subscribe,
    view((s) => s.phase),
    view((s) => s.phase),
  ) as PlayerState["phase"];
  const waiting = useSyncExternalStore(
    store.subscribe,
    view((s) => s.waiting),
    view((s) => s.waiting),
  ) as boolean;
  const failure = useSyncExternalStore(
    store.subscribe,
    view((s) => s.failure),
    view((s) => s.failure),
  ) as PlayerState["failure"];
  useEffect(() => {
    if (latest.hls === playback.hls) return;
    // Start-up may find another person than the page was rendered for, with a place of their own.
    const elsewhere = store.state().phase === "idle" && latest.positionS !== playback.positionS;
    if (elsewhere) store.tell({ type: "resume", resumeAtS: latest.positionS });
    if (!renewing && !elsewhere) return;
    setRenewing(false);
    setPlayback(latest);
  }, [renewing, latest, playback, store]);

  const retry = () => {
    store.tell({ type: "retry" });
    if (Date.now() < Date.parse(playback.expiresAt)) return source?.retry();
    setRenewing(true);
    renew();
  };
  return { phase, waiting, failure, retry };
}
