import type { Outcome } from "../outcome.ts";

/** What a write of a title has come to; a picture that was refused says so beside its field. */
export type MovieOutcome = Outcome & { artwork?: { role: string; error: string } };
