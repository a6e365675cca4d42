import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type RefObject } from "react";
import type { PlaybackStart } from "../../../contract/index.ts";
import { attachSource, type Source } from "./hls-source.ts";
import { createPlayerStore, type PlayerState } from "./player-store.ts";
import { createProgressSaver, type Place } from "./progress-saver.ts";

export type UsePlayerOptions = {
  media: RefObject<HTMLVideoElement>;
  playback: PlaybackStart;
  /** Seconds between two saves of the place. */
  everyS: number;
  /** Keeps a place. */
  save: (place: Place, leaving: boolean) => void;
};

export type PlayerView = Pick<PlayerState, "phase" | "waiting" | "failure"> & { retry: () => void };

/**
 * Ties a video element to its store, its source and the keeping of its place, for as long as it is on the page.
 * One title and episode: another one needs another instance (a `key`).
 */
export function usePlayer({ media, playback, everyS, save }: UsePlayerOptions): PlayerView {
  const store = useMemo(() => createPlayerStore(playback.positionS), [playback.positionS]);
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
    if (navigator.userActivation?.hasBeenActive) void element.play().catch(() => undefined);
    void attachSource({
      media: element,
      url: playback.hls,
      startS: playback.positionS,
      onFailed: (failure) => store.tell({ type: "failed", failure }),
    }).then((made) => {
      if (gone) made.detach();
      else setSource((attached = made));
    });
    return () => {
      gone = true;
      stop();
      attached?.detach();
    };
  }, [media, playback.hls, playback.positionS, store]);

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
  const phase = useSyncExternalStore(store.subscribe, view((s) => s.phase), view((s) => s.phase)) as PlayerState["phase"];
  const waiting = useSyncExternalStore(store.subscribe, view((s) => s.waiting), view((s) => s.waiting)) as boolean;
  const failure = useSyncExternalStore(store.subscribe, view((s) => s.failure), view((s) => s.failure)) as PlayerState["failure"];
  const retry = () => {
    store.tell({ type: "retry" });
    source?.retry();
  };
  return { phase, waiting, failure, retry };
}
