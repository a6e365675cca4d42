import type { PlayerStore } from "../player-store.ts";

/** What a lock screen, a headset or a keyboard's media keys show and do. */
export type SessionFacts = {
  title: string;
  /** Below the title: the episode, or the name of the service. */
  artist: string;
  /** URL of a picture, and its width and height in pixels. */
  picture: string;
  pictureSize: string;
  /** Missing = no previous episode. */
  previous?: () => void;
  next?: () => void;
};

const stepS = 10;

/**
 * Tells the system what is playing and at which position, and handles its buttons.
 * @returns a function that stops it
 */
export function shareSession(
  store: PlayerStore,
  facts: SessionFacts,
  session: MediaSession | undefined,
): () => void {
  if (!session) return () => undefined;
  const { title, artist, picture, pictureSize } = facts;
  session.metadata = new MediaMetadata({
    title,
    artist,
    artwork: [{ src: picture, sizes: pictureSize, type: "image/webp" }],
  });
  const actions: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => store.request("play"),
    pause: () => store.request("pause"),
    stop: () => store.request("pause"),
    seekbackward: ({ seekOffset }) => store.request("seekBy", -(seekOffset ?? stepS)),
    seekforward: ({ seekOffset }) => store.request("seekBy", seekOffset ?? stepS),
    seekto: ({ seekTime }) => seekTime !== undefined && store.request("seek", seekTime),
    previoustrack: facts.previous,
    nexttrack: facts.next,
  };
  const handle = (action: string, handler: MediaSessionActionHandler | null) => {
    try {
      session.setActionHandler(action as MediaSessionAction, handler);
    } catch {
      // Older browsers throw at actions they don't know.
    }
  };
  for (const [action, handler] of Object.entries(actions)) handle(action, handler ?? null);

  const place = () => {
    const { durationS, positionS, rate } = store.state();
    if (!session.setPositionState || !(durationS > 0) || !(rate > 0)) return;
    session.setPositionState({
      duration: durationS,
      playbackRate: rate,
      position: Math.min(positionS, durationS),
    });
  };
  // The system advances the position by itself between these.
  const telling = new Set(["duration", "play", "playing", "pause", "seeked", "ended", "reading"]);
  const unsubscribe = store.subscribe((state, fact) => {
    if (!telling.has(fact.type)) return;
    if (fact.type === "reading" && !("rate" in fact.values)) return;
    session.playbackState = state.phase === "playing" ? "playing" : state.started ? "paused" : "none";
    place();
  });
  return () => {
    unsubscribe();
    for (const action of Object.keys(actions)) handle(action, null);
    session.metadata = null;
    session.playbackState = "none";
  };
}
