import type { EncodingPhase } from "../../contract/ingest/values.ts";
import type { Db } from "../db/client.ts";
import type { EncodingRow } from "../domain/ingest/encoding/encoding-row.ts";
import { report, type Claimed } from "../domain/ingest/encoding/claim-encoding.ts";
import { LeaseLost } from "../domain/kernel/lease.ts";
import type { Clock } from "../ports/clock.ts";

export type Follower = {
  /** Begins a part of the work, which is this share of the whole. */
  begin: (phase: EncodingPhase, share: { from: number; to: number }) => void;
  /** Sets the finished fraction of the part, 0 to 1. */
  at: (fraction: number) => void;
  /** Fires when this worker loses the encoding: it was paused, cancelled, or taken by another worker. */
  lost: AbortSignal;
  stop: () => Promise<void>;
};

/** Milliseconds between updates: short enough for a live display and a quick pause. */
const everyMs = 1_000;
/** Share of the work after which the remaining time can be estimated. */
const tellFrom = 0.03;

/** Records the progress of an encoding once a second, and checks at the same time that this worker still holds it. */
export function followProgress({ db, claimed, clock }: { db: Db; claimed: Claimed; clock: Clock }): Follower {
  const lost = new AbortController();
  let phase: EncodingRow["phase"] = "reading";
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
      await report(db, claimed, { phase, progress: Math.min(1, progress), leftS, now: clock.now() });
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
