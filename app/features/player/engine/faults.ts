import type { Failure } from "./facts.ts";

/** What a failed request means. */
export type Fault = "network" | "server" | "refused" | "missing";

/** The attempts since playback last worked. */
export type Tries = { skipped: number; recovered: number };

export type Remedy =
  /** Leave out the segment: it is missing, or no decoder accepts it. */
  | "skip"
  /** Create a new decoder. */
  | "recover"
  /** The same, with a smaller picture. */
  | "lower"
  | { tell: Failure };

export const noTries: Tries = { skipped: 0, recovered: 0 };

/** Number of segments that may be left out before the user is told. */
const mostSkipped = 2;

/** Chooses the remedy for a missing or undecodable segment, and counts the attempt. Knows no player. */
export function remedyFor(fault: "missing" | "decode", tries: Tries): { remedy: Remedy; tries: Tries } {
  const { skipped, recovered } = tries;
  if (fault === "decode" && recovered < 2)
    return { remedy: recovered === 0 ? "recover" : "lower", tries: { ...tries, recovered: recovered + 1 } };
  if (skipped >= mostSkipped) return { remedy: { tell: fault }, tries };
  return { remedy: "skip", tries: { skipped: skipped + 1, recovered: 0 } };
}

/** @param status of the answer; 0 or missing = no answer */
export function faultOf(status: number | undefined): Fault {
  if (status === 401 || status === 403) return "refused";
  if (status === 404 || status === 410) return "missing";
  return status ? "server" : "network";
}

/** The failure that the user is told of. */
export function failureOf(fault: Fault): Failure {
  return fault === "refused" ? "expired" : fault;
}
