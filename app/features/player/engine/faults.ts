import type { Failure } from "./facts.ts";

/** What a request or a decoder has come to, once the player's own retries are used up. */
export type Fault = "network" | "refused" | "missing" | "decode";

/** What was tried since all was well. */
export type Tries = { again: number; fresh: number; skipped: number; recovered: number };

export type Remedy =
  /** Ask the same again. */
  | "again"
  /** Ask for fresh URLs, and go on with those. */
  | "fresh"
  /** Leave the segment out: it is missing, or no decoder takes it. */
  | "skip"
  /** Give the browser a new decoder. */
  | "recover"
  /** The same, with a smaller picture. */
  | "lower"
  | { tell: Failure };

export const noTries: Tries = { again: 0, fresh: 0, skipped: 0, recovered: 0 };

/** How often each remedy is worth trying before people are told. */
const most = { again: 2, fresh: 2, skipped: 2 };

/** What to do about a fault, and what has been tried with that. Knows no player. */
export function remedyFor(fault: Fault, tries: Tries): { remedy: Remedy; tries: Tries } {
  const counted = (remedy: Remedy, name: keyof Tries) => ({
    remedy,
    tries: { ...tries, [name]: tries[name] + 1 },
  });
  const told = (failure: Failure) => ({ remedy: { tell: failure }, tries });
  switch (fault) {
    case "network":
      return tries.again < most.again ? counted("again", "again") : told("network");
    case "refused":
      return tries.fresh < most.fresh ? counted("fresh", "fresh") : told("expired");
    case "missing":
      return tries.skipped < most.skipped ? counted("skip", "skipped") : told("missing");
    case "decode":
      if (tries.recovered === 0) return counted("recover", "recovered");
      if (tries.recovered === 1) return counted("lower", "recovered");
      if (tries.skipped >= most.skipped) return told("decode");
      return { remedy: "skip", tries: { ...tries, skipped: tries.skipped + 1, recovered: 0 } };
  }
}

/** @param status of the answer; 0 or none = there was no answer */
export function faultOf(status: number | undefined): Fault {
  if (status === 401 || status === 403) return "refused";
  return status === 404 || status === 410 ? "missing" : "network";
}
