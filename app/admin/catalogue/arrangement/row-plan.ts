import type { OutputOf } from "../../../../contract/index.ts";
import type { Outcome } from "../../kit/outcome.ts";

/** The rows of the home page as they are planned. */
export type Plan = OutputOf<"z/row/list">;
/** A form that came back: what was typed, and what is wrong with it. */
export type RowReply = { values: Record<string, string>; errors: Record<string, string> };
export type RowOutcome = Outcome & { row?: RowReply };
