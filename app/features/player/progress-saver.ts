import type { PlayerFact, PlayerState, PlayerStore } from "./player-store.ts";

/** Share of an episode that counts as all of it: the rest is the credits. */
export const finishedShare = 0.95;

export type Place = { positionS: number; durationS: number };

/** `settled`: playback does not just go on from here, so the server stores it at once. */
export type SavePlace = (place: Place, leaving: boolean, settled: boolean) => void;

export type ProgressSaverOptions = {
  /** Sends a position to the server. `leaving`: the page is being closed and the request has to outlive it. */
  save: SavePlace;
  /** Seconds between two saves while playing. */
  everyS: number;
  /** Seconds until the first save, so that the list to go on with has what was watched a moment ago. Default: `everyS`. */
  firstS?: number;
  /** Length of the whole episode in seconds, if only a teaser plays; null = the whole episode plays. */
  wholeS?: number | null;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
};

export type ProgressSaver = {
  /** Call it with every fact, and the state after it. */
  follow: (state: PlayerState, fact: PlayerFact) => void;
  /** Call it when the page is hidden or left. */
  leave: (state: PlayerState) => void;
};

/** Two positions nearer than this are the same. Seconds. */
const sameS = 1;
/** Milliseconds between two saves, in any case: dragging along the bar is one change, saved when this time is over. */
const calmMs = 1_500;

/**
 * Decides when to save a position: regularly while playing, at pauses, seeks, failures and the end, and at leaving. A
 * position counts only once playback has reached the resume position, so opening a page never loses one.
 */
export function createProgressSaver({
  save,
  everyS,
  firstS = everyS,
  wholeS = null,
  now = () => performance.now(),
}: ProgressSaverOptions): ProgressSaver {
  let savedS: number | null = null;
  // Counts from the first frame: there is nothing to save right after the start.
  let savedAt: number | null = null;
  let finished = false;
  /** Saves a pause or a seek that came too soon after the save before it. */
  let soon: ReturnType<typeof setTimeout> | undefined;
  let latest: PlayerState | null = null;

  const worthKeeping = (state: PlayerState) =>
    state.resumed &&
    state.started &&
    state.durationS > 0 &&
    (savedS === null ? state.positionS >= sameS : Math.abs(state.positionS - savedS) >= sameS);

  const entitlementOf = ({ positionS, durationS }: PlayerState) => positionS / (wholeS ?? durationS);

  const keep = (state: PlayerState, leaving: boolean, settled: boolean) => {
    clearTimeout(soon);
    soon = undefined;
    finished = entitlementOf(state) >= finishedShare;
    savedS = state.positionS;
    savedAt = now();
    const positionS = Math.min(state.phase === "ended" ? state.durationS : state.positionS, state.durationS);
    save({ positionS: round(positionS), durationS: round(wholeS ?? state.durationS) }, leaving, settled);
  };

  const keepSoon = (inMs: number) => {
    soon ??= setTimeout(() => {
      soon = undefined;
      if (latest && worthKeeping(latest)) keep(latest, false, true);
    }, inMs);
  };

  return {
    follow(state, fact) {
      latest = state;
      if (state.started) savedAt ??= now();
      if (savedAt === null || !worthKeeping(state)) return;
      const sinceMs = now() - savedAt;
      const due = {
        time: state.phase === "playing" && sinceMs >= (savedS === null ? firstS : everyS) * 1_000,
        pause: sinceMs >= calmMs,
        seeked: sinceMs >= calmMs,
        // A seek into an unavailable part never ends, and users reload a page that fails.
        failed: true,
        ended: true,
      }[fact.type as "time" | "pause" | "seeked" | "failed" | "ended"];
      // Saves the moment an episode counts as watched at once, so that no other device offers it again.
      const justFinished = !finished && entitlementOf(state) >= finishedShare;
      if (due || justFinished) keep(state, false, justFinished || fact.type !== "time");
      else if (fact.type === "pause" || fact.type === "seeked") keepSoon(calmMs - sinceMs);
    },
    leave(state) {
      clearTimeout(soon);
      soon = undefined;
      if (worthKeeping(state)) keep(state, true, true);
    },
  };
}

/** Saves the positions of a player until the returned function is called, which saves the last one. */
export function watchProgress(store: PlayerStore, options: ProgressSaverOptions): () => void {
  const saver = createProgressSaver(options);
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
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
