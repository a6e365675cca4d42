import type { OutputOf } from "../../../../contract/index.ts";
import type { Outcome } from "../../kit/outcome.ts";

/** A line as it stands in its form. */
export type TypedCue = { from: string; to: string; text: string; gone: boolean };

/** A refused form of lines: what was typed in it, and the errors by the names of its fields. */
export type RefusedCues = {
  form: "lines" | "new";
  /** Number of the first line. */
  from: number;
  typed: TypedCue[];
  errors: Record<string, string>;
  /** Another admin has changed the lines since: what is stored now is shown beside what was typed. */
  conflict: boolean;
};

export type CueOutcome = Outcome & { cues?: RefusedCues };

export type CueList = OutputOf<"z/cue/list">;
