import { LeaseLost } from "../domain/kernel/lease.ts";

export type Follower<P extends string> = {
  /** Begins a part of the work, which is this share of the whole. */
  begin: (phase: P, share: { from: number; to: number }) => void;
  /** Sets the finished fraction of the part, 0 to 1. */
  at: (fraction: number) => void;
  /** Fires when this worker loses the work: it was paused, cancelled, or taken by another worker. */
  lost: AbortSignal;
  stop: () => Promise<void>;
};

/** How far work is. `progress` 0 to 1; `leftS` seconds, null while that can't be estimated. */
export type Progress<P extends string> = { phase: P; progress: number; leftS: number | null };

/** Milliseconds between updates: short enough for a live display and a quick pause. */
const everyMs = 1_000;
/** Share of the work after which the remaining time can be estimated. */
const tellFrom = 0.03;

/**
 * Records the progress of work once a second, and learns at the same time whether this worker still holds it.
 * @param first phase of the work
 * @param report writes it; throws LeaseLost
 */
export function followProgress<P extends string>(
  first: P,
  report: (progress: Progress<P>) => Promise<void>,
): Follower<P> {
  const lost = new AbortController();
  let phase = first;
  let share = { from: 0, to: 0 };
  let progress = 0;
  let begun = performance.now();
  let begunAt = 0;
  let writing = Promise.resolve();

  const write = async () => {
    const done = progress - begunAt;
    const elapsedS = (performance.now() - begun) / 1_000;
    const leftS = done >= tellFrom ? Math.round((elapsedS / done) * (1 - progress)) : null;
    try {
      await report({ phase, progress: Math.min(1, progress), leftS });
    } catch (error) {
      // A short loss of the database takes no job away; the job's own signal reports a longer one.
      if (error instanceof LeaseLost) lost.abort();
    }
  };
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    writing = write().finally(() => (busy = false));
  }, everyMs);
  timer.unref();

  return {
    begin(next, part) {
      phase = next;
      share = part;
      progress = part.from;
      begun = performance.now();
      begunAt = part.from;
    },
    at: (fraction) => void (progress = share.from + (share.to - share.from) * fraction),
    lost: lost.signal,
    async stop() {
      clearInterval(timer);
      await writing;
    },
  };
}
