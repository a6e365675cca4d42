import { succeeded, type Envelope } from "../../../contract/envelope.ts";
import type { PlaybackStart } from "../../../contract/index.ts";
import type { Source } from "./engine/feed.ts";
import { createPlayerStore } from "./player-store.ts";
import { renewalOf } from "./renew-urls.ts";

export type SessionOptions = {
  playback: PlaybackStart;
  /** Requests `playback/start`; undefined = not possible yet. */
  ask: (episode: { id: string; index: number }) => Promise<Envelope<PlaybackStart>> | undefined;
  /** Called with fresh URLs during playback. */
  onFresh: (playback: PlaybackStart) => void;
};

export type PlayerSession = ReturnType<typeof createPlayerSession>;

/**
 * Milliseconds without a new request after the server has refused one: a source may want fresh URLs for each of its
 * requests.
 */
const refusedMs = 5_000;
/** Milliseconds between two requests for fresh URLs if the server refuses the fresh ones as well. */
const againMs = 10_000;

/** One episode in a player: its store, its source, and the renewal of its URLs. */
export function createPlayerSession({ playback, ask, onFresh }: SessionOptions) {
  const { id, index, positionS, durationS } = playback;
  const store = createPlayerStore(positionS, durationS);
  let source: Source | null = null;
  let pending: Promise<boolean> | null = null;
  let refusedAt = -Infinity;
  let askedAt = -Infinity;

  /**
   * Replaces the URLs during playback. Without an answer, the source keeps retrying. It does not reload the page's
   * data: if that fails, an error replaces the page, and the position is lost.
   */
  const askAnew = async (): Promise<boolean> => {
    const renewal = renewalOf(playback, await ask({ id, index }));
    if (renewal.kind === "fresh") {
      source?.renew(renewal.playback);
      onFresh(renewal.playback);
    }
    if (renewal.kind === "gone") {
      const { needs } = renewal;
      refusedAt = performance.now();
      source?.rest();
      if (needs) store.request("pause");
      store.tell({ type: "failed", failure: "gone", ...(needs && { needs }) });
    }
    return renewal.kind === "fresh";
  };
  /** @returns whether there are fresh URLs */
  const renew = (): Promise<boolean> => {
    const now = performance.now();
    if (pending) return pending;
    if (now - refusedAt < refusedMs || now - askedAt < againMs) return Promise.resolve(false);
    askedAt = now;
    pending = askAnew().finally(() => {
      pending = null;
    });
    return pending;
  };

  return {
    store,
    renew,
    /** Sets the source that feeds the media element; null = none. */
    use(given: Source | null): void {
      source = given;
      store.use(given);
    },
    /** After a failure, from the position of the failure. */
    async retry(): Promise<void> {
      const { failure } = store.state();
      store.tell({ type: "retry" });
      const refused = failure === "expired" || failure === "gone";
      refusedAt = askedAt = -Infinity;
      if (!refused || (await renew())) return source?.retry();
      // A refusal is reported already, with the level needed.
      if (store.state().phase !== "failed") store.tell({ type: "failed", failure });
    },
    /** Asks whether the user may watch the whole episode by now; changes nothing. */
    async isWhole(): Promise<boolean> {
      const answer = await ask({ id, index });
      return answer !== undefined && succeeded(answer) && answer.d.teaser === null;
    },
  };
}
