import { useEffect, useRef, useState, type RefObject } from "react";
import { succeeded } from "../../../contract/envelope.ts";
import type { PlaybackStart } from "../../../contract/index.ts";
import type { ApiClient } from "../../api-client/create-client.ts";
import { attachPlayer } from "./attach-player.ts";
import { createPlayerSession } from "./player-session.ts";
import type { PlayerStore } from "./player-store.ts";
import type { PreferenceStore } from "./preferences.ts";
import { watchProgress, type SavePlace } from "./progress-saver.ts";

/** For calls that the user has not made. */
const quietly = { loading: false, toast: false };

/** Seconds until the first save of a position. */
const firstS = 5;

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
  save: SavePlace;
  /** Whether another screen plays it. The function when the page was opened. */
  elsewhere: () => boolean;
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
 * Connects a video element with its store, its source and the saving of its position, while it is on the page. One
 * episode: another one needs another instance (a `key`).
 */
export function usePlayer(options: UsePlayerOptions): PlayerHandle {
  const { media, box, playback: latest, preferences, api, everyS, save } = options;
  const [{ dataSaver, locale, elsewhere }] = useState(options);
  const [playback, setPlayback] = useState(latest);
  const [fresh, setFresh] = useState<PlaybackStart | null>(null);
  const keep = useRef({ save, api });
  keep.current = { save, api };
  const [session] = useState(() =>
    createPlayerSession({
      playback: latest,
      ask: (episode) => keep.current.api?.get("playback/start", episode, quietly),
      onFresh: setFresh,
    }),
  );
  const { store, retry, isWhole } = session;
  const wholeS = latest.teaser?.wholeS ?? null;

  useEffect(() => {
    if (!media.current || !box.current) return;
    const elements = { media: media.current, box: box.current };
    const { id, index } = playback;
    const receiverUrl = async () => {
      const answer = await keep.current.api?.get("playback/cast", { id, index }, quietly);
      return answer && succeeded(answer) ? answer.d.hls : null;
    };
    const chosen = { playback, preferences, dataSaver, locale };
    return attachPlayer(session, { ...elements, ...chosen, elsewhere, receiverUrl });
  }, [media, box, playback, session, preferences, dataSaver, locale, elsewhere]);

  useEffect(
    () => watchProgress(store, { everyS, firstS, wholeS, save: (...given) => keep.current.save(...given) }),
    [store, everyS, wholeS],
  );

  useEffect(() => {
    if (latest.hls === playback.hls) return;
    // Start-up may find another user than the page was rendered for, with a saved position of their own.
    if (store.state().phase !== "idle" || latest.positionS === playback.positionS) return;
    store.tell({ type: "resume", resumeAtS: latest.positionS });
    setPlayback(latest);
  }, [latest, playback, store]);

  return { store, playback: fresh ?? playback, retry, isWhole };
}
