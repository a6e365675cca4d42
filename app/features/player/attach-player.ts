import type { PlaybackStart } from "../../../contract/index.ts";
import type { Source } from "./engine/feed.ts";
import { attachSource } from "./engine/source.ts";
import type { PlayerSession } from "./player-session.ts";
import type { PlayerStore } from "./player-store.ts";
import {
  firstAudio,
  firstQuality,
  firstSubtitles,
  rememberRequests,
  type PreferenceStore,
} from "./preferences.ts";

export type AttachOptions = {
  media: HTMLVideoElement;
  /** The video with its controls. */
  box: HTMLElement;
  playback: PlaybackStart;
  preferences: PreferenceStore;
  dataSaver: boolean;
  /** The page's language. */
  locale: string;
  /** Whether another screen plays it. */
  elsewhere: () => boolean;
  /** Requests the URL of the episode for a receiver; null = there is none. */
  receiverUrl: () => Promise<string | null>;
};

/** Sources being attached: before an element goes to the next episode, the one before releases it. */
const attaching = new WeakMap<HTMLVideoElement, Promise<void>>();

/**
 * Feeds a video element by a source, and a session's store by the element, with the user's stored choices.
 * @returns releases the element
 */
export function attachPlayer(session: PlayerSession, options: AttachOptions): () => void {
  const { media, box, playback, preferences, dataSaver, locale, elsewhere, receiverUrl } = options;
  const { store } = session;
  let gone = false;
  let attached: Source | undefined;
  const stop = store.observe({ media, box, document });
  // A teaser that loops would never show the offer at its end.
  if (playback.teaser && store.state().loop) store.request("loop", false);
  const chosen = preferences.read();
  const quality = firstQuality(playback, chosen, dataSaver);
  begin(store, { ...chosen, quality, subtitles: firstSubtitles(playback, chosen, locale) });
  const forget = rememberRequests(store, preferences, playback);
  const before = attaching.get(media) ?? Promise.resolve();
  const attach = () =>
    attachSource({
      media,
      playback,
      startS: store.state().positionS,
      // Autoplay only after a tap: a bookmark that starts to play sound is rude, and browsers refuse it.
      autoplay: !elsewhere() && (navigator.userActivation?.hasBeenActive ?? false),
      dataSaver,
      quality,
      audio: firstAudio(playback, chosen),
      tell: store.tell,
      receiverUrl,
      needFresh: () => void (gone || session.renew()),
    });
  const done = before.then(async () => {
    if (gone) return;
    const made = await attach();
    if (gone) return made.detach();
    attached = made;
    session.use(made);
  });
  attaching.set(
    media,
    done.catch(() => undefined),
  );
  return () => {
    gone = true;
    forget();
    stop();
    session.use(null);
    attached?.detach();
  };
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
