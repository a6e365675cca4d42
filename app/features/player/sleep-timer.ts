import type { PlayerStore } from "./player-store.ts";

/** After how many minutes playback pauses, or "end": with the video. */
export type SleepAfter = number | "end";

/** `atMs`: when it pauses, if minutes were chosen. `slept`: it has paused, and playback has not gone on since. */
export type Sleep = { after: SleepAfter | null; atMs: number | null; slept: boolean };

export type SleepTimer = {
  read: () => Sleep;
  /** @param after null = off */
  set: (after: SleepAfter | null) => void;
  subscribe: (listener: () => void) => () => void;
  /** Pauses this player, in place of the one before, until the returned function is called. */
  follow: (store: PlayerStore) => () => void;
  /** Call it when the page is left. */
  stop: () => void;
};

/** The choices, in minutes. */
export const sleepMinutes = [15, 30, 45, 60] as const;

const off: Sleep = { after: null, atMs: null, slept: false };

/** Pauses playback after a time, which goes on over several episodes, or lets it end with the episode it was set in. */
export function createSleepTimer(now: () => number = Date.now): SleepTimer {
  const listeners = new Set<() => void>();
  let sleep = off;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let store: PlayerStore | null = null;
  const change = (to: Sleep) => {
    sleep = to;
    for (const listener of listeners) listener();
  };
  const due = () => {
    const plays = store?.state().phase === "playing";
    change({ ...off, slept: plays });
    if (plays) store!.request("pause");
  };
  const set = (after: SleepAfter | null) => {
    clearTimeout(timer);
    const ms = typeof after === "number" ? after * 60_000 : null;
    if (ms !== null) timer = setTimeout(due, ms);
    change({ after, atMs: ms === null ? null : now() + ms, slept: false });
  };
  return {
    read: () => sleep,
    set,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    follow(given) {
      store = given;
      // The next episode was begun by hand: the choice was for the one before.
      if (sleep.after === "end") set(null);
      const unsubscribe = given.subscribe((_state, { type }) => {
        if (type === "play" && sleep.slept) change(off);
      });
      return () => {
        unsubscribe();
        if (store === given) store = null;
      };
    },
    stop: () => clearTimeout(timer),
  };
}

/** @returns whole minutes left, rounded up; null = no time was chosen */
export function minutesLeft({ atMs }: Sleep, nowMs: number): number | null {
  return atMs === null ? null : Math.max(0, Math.ceil((atMs - nowMs) / 60_000));
}
