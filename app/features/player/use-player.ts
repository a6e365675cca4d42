import { useEffect, useRef, useState, type RefObject } from "react";
import { succeeded } from "../../../contract/envelope.ts";
import type { PlaybackStart } from "../../../contract/index.ts";
import type { ApiClient } from "../../api-client/create-client.ts";
import type { Source } from "./engine/feed.ts";
import { attachSource } from "./engine/source.ts";
import { createPlayerStore, type PlayerStore } from "./player-store.ts";
import {
  firstAudio,
  firstQuality,
  firstSubtitles,
  rememberRequests,
  type PreferenceStore,
} from "./preferences.ts";
import { createProgressSaver, type Place } from "./progress-saver.ts";
import { renewalOf } from "./renew-urls.ts";

export type UsePlayerOptions = {
  media: RefObject<HTMLVideoElement>;
  /** The video with its controls. */
  box: RefObject<HTMLElement>;
  /** A later value is kept in reserve: changing the source would stop playback. */
  playback: PlaybackStart;
  preferences: PreferenceStore;
  /** The client that requests fresh URLs; null = none. */
  api: Pick<ApiClient, "get"> | null;
  /** Seconds between two saves of the position. */
  everyS: number;
  /** Fetch no media before the user plays it. The value when the page was opened. */
  dataSaver: boolean;
  /** The page's language. */
  locale: string;
  /** Saves a position. */
  save: (place: Place, leaving: boolean) => void;
};

export type PlayerHandle = {
  store: PlayerStore;
  /** With the latest URLs. */
  playback: PlaybackStart;
  /** After a failure, from the position of the failure. */
  retry: () => void;
  /** Asks whether the user may watch the whole episode by now; changes nothing. */
  isWhole: () => Promise<boolean>;
};

/**
 * Milliseconds without a new request after the server has refused one: a source may want fresh URLs for each of its
 * requests.
 */
const refusedMs = 5_000;
/** Milliseconds between two requests for fresh URLs if the server refuses the fresh ones as well. */
const againMs = 10_000;

/** Sources being attached: before an element goes to the next episode, the one before releases it. */
const attaching = new WeakMap<HTMLVideoElement, Promise<void>>();

/**
 * Connects a video element with its store, its source and the saving of its position, while it is on the page. One
 * episode: another one needs another instance (a `key`).
 */
export function usePlayer(options: UsePlayerOptions): PlayerHandle {
  const { media, box, playback: latest, preferences, api, everyS, save } = options;
  const [{ dataSaver, locale }] = useState(options);
  const [playback, setPlayback] = useState(latest);
  const [store] = useState(() => createPlayerStore(latest.positionS, latest.durationS));
  const source = useRef<Source | null>(null);
  const [fresh, setFresh] = useState<PlaybackStart | null>(null);
  const wholeS = latest.preview?.wholeS ?? null;
  const keep = useRef({ save, api });
  keep.current = { save, api };
  const pending = useRef<Promise<boolean> | null>(null);
  const refusedAt = useRef(-Infinity);
  const askedAt = useRef(-Infinity);
  const [ask] = useState(() => () => {
    const { id, index } = latest;
    return keep.current.api?.get("playback/start", { id, index }, { loading: false, toast: false });
  });
  /**
   * Replaces the URLs during playback. Without an answer, the source keeps retrying. It does not reload the page's
   * data: if that fails, an error replaces the page, and the position is lost.
   */
  const [askAnew] = useState(() => async () => {
    const renewal = renewalOf(latest, await ask());
    if (renewal.kind === "fresh") {
      source.current?.renew(renewal.playback);
      setFresh(renewal.playback);
    }
    if (renewal.kind === "gone") {
      const { needs } = renewal;
      refusedAt.current = performance.now();
      source.current?.rest();
      if (needs) store.request("pause");
      store.tell({ type: "failed", failure: "gone", ...(needs && { needs }) });
    }
    return renewal.kind === "fresh";
  });
  const [renew] = useState(() => () => {
    const now = performance.now();
    if (pending.current) return pending.current;
    if (now - refusedAt.current < refusedMs || now - askedAt.current < againMs) return Promise.resolve(false);
    askedAt.current = now;
    pending.current = askAnew().finally(() => {
      pending.current = null;
    });
    return pending.current;
  });

  useEffect(() => {
    const element = media.current;
    if (!element || !box.current) return;
    let gone = false;
    let attached: Source | undefined;
    const stop = store.observe({ media: element, box: box.current, document });
    // A preview that loops would never show the offer at its end.
    if (playback.preview && store.state().loop) store.request("loop", false);
    const chosen = preferences.read();
    const quality = firstQuality(playback, chosen, dataSaver);
    begin(store, { ...chosen, quality, subtitles: firstSubtitles(playback, chosen, locale) });
    const forget = rememberRequests(store, preferences, playback);
    const before = attaching.get(element) ?? Promise.resolve();
    const attach = () =>
      attachSource({
        media: element,
        playback,
        startS: store.state().positionS,
        // Autoplay only after a tap: a bookmark that starts to play sound is rude, and browsers refuse it.
        autoplay: navigator.userActivation?.hasBeenActive ?? false,
        dataSaver,
        quality,
        audio: firstAudio(playback, chosen),
        tell: store.tell,
        needFresh: () => void (gone || renew()),
      });
    const done = before.then(async () => {
      if (gone) return;
      const made = await attach();
      if (gone) return made.detach();
      source.current = attached = made;
      store.use(made);
    });
    attaching.set(
      element,
      done.catch(() => undefined),
    );
    return () => {
      gone = true;
      forget();
      stop();
      store.use(null);
      source.current = null;
      attached?.detach();
    };
  }, [media, box, playback, store, preferences, dataSaver, locale, renew]);

  useEffect(() => {
    const saver = createProgressSaver({
      everyS,
      wholeS,
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
  }, [store, everyS, wholeS]);

  useEffect(() => {
    if (latest.hls === playback.hls) return;
    // Start-up may find another user than the page was rendered for, with a saved position of their own.
    if (store.state().phase !== "idle" || latest.positionS === playback.positionS) return;
    store.tell({ type: "resume", resumeAtS: latest.positionS });
    setPlayback(latest);
  }, [latest, playback, store]);

  const [retry] = useState(() => async () => {
    const { failure } = store.state();
    store.tell({ type: "retry" });
    const refused = failure === "expired" || failure === "gone";
    refusedAt.current = askedAt.current = -Infinity;
    if (!refused || (await renew())) return source.current?.retry();
    // A refusal is reported already, with the level needed.
    if (store.state().phase !== "failed") store.tell({ type: "failed", failure });
  });
  const [isWhole] = useState(() => async () => {
    const answer = await ask();
    return answer !== undefined && succeeded(answer) && answer.d.preview === null;
  });
  return { store, playback: fresh ?? playback, retry, isWhole };
}

type Beginning = { volume: number; muted: boolean; rate: number; quality: string; subtitles: string | null };

/** Applies the stored choices to the player, as requests that need not be stored again. */
function begin(store: PlayerStore, { volume, muted, rate, quality, subtitles }: Beginning): void {
  // Full volume is the default; requesting it would unmute a video that the user has started muted.
  if (store.state().can.volume && volume > 0 && volume < 1) store.request("volume", volume);
  if (muted) store.request("mute", true);
  if (rate !== 1) store.request("rate", rate);
  if (subtitles) store.request("subtitles", subtitles);
  store.tell({ type: "reading", values: { quality } });
}
