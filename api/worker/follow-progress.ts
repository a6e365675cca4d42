import type { Db } from "../db/client.ts";
import type { EncodingRow } from "../domain/ingest/encoding/encoding-row.ts";
import { ClaimLost, report, type Claimed } from "../domain/ingest/encoding/claim-encoding.ts";
import type { Clock } from "../ports/clock.ts";

export type Follower = {
  /** A part of the work begins; it is this share of the whole. */
  begin: (phase: "preview" | "ladder", share: { from: number; to: number }) => void;
  /** How much of the part is done, 0 to 1. */
  at: (fraction: number) => void;
  /** Fires once somebody has taken the encoding away: paused it, cancelled it, or thought this worker dead. */
  lost: AbortSignal;
  stop: () => Promise<void>;
};

/** As often as somebody looks at it, and as quickly as a pause should be heard. Milliseconds. */
const everyMs = 1_000;
/** Share of the work from which on a guess of the rest is better than none. */
const tellFrom = 0.03;

/** Writes down how far an encoding is, once a second, and learns by it whether it is still ours. */
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
      // A database that is away for a moment has taken nothing from us; its own job's signal tells if it stays away.
      if (error instanceof ClaimLost) lost.abort();
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
