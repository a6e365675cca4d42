import type { Outcome } from "../outcome.ts";

/** What a write of a title has come to; a picture or a film that was refused says so beside its field. */
export type MovieOutcome = Outcome & {
  artwork?: { role: string; error: string };
  video?: { index: number; error: string };
};
