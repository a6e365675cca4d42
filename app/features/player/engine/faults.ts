import type { Failure } from "./facts.ts";

/** What an answer that was none comes to. */
export type Fault = "network" | "server" | "refused" | "missing";

/** What was tried since all was well. */
export type Tries = { skipped: number; recovered: number };

export type Remedy =
  /** Leave the segment out: it is missing, or no decoder takes it. */
  | "skip"
  /** Give the browser a new decoder. */
  | "recover"
  /** The same, with a smaller picture. */
  | "lower"
  | { tell: Failure };

export const noTries: Tries = { skipped: 0, recovered: 0 };

/** How many segments may be left out before people are told. */
const mostSkipped = 2;

/** What to do about what can't be had or shown, and what has been tried with that. Knows no player. */
export function remedyFor(fault: "missing" | "decode", tries: Tries): { remedy: Remedy; tries: Tries } {
  const { skipped, recovered } = tries;
  if (fault === "decode" && recovered < 2)
    return { remedy: recovered === 0 ? "recover" : "lower", tries: { ...tries, recovered: recovered + 1 } };
  if (skipped >= mostSkipped) return { remedy: { tell: fault }, tries };
  return { remedy: "skip", tries: { skipped: skipped + 1, recovered: 0 } };
}

/** @param status of the answer; 0 or none = there was no answer */
export function faultOf(status: number | undefined): Fault {
  if (status === 401 || status === 403) return "refused";
  if (status === 404 || status === 410) return "missing";
  return status ? "server" : "network";
}

/** What people are told of it. */
export function failureOf(fault: Fault): Failure {
  return fault === "refused" ? "expired" : fault;
}
