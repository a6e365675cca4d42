import type { OutputOf } from "../../../../contract/index.ts";
import type { Outcome } from "../../kit/outcome.ts";

/** The planned rows of the home page. */
export type Plan = OutputOf<"z/row/list">;
/** A refused form: the typed values and their errors. */
export type RowReply = { values: Record<string, string>; errors: Record<string, string> };
export type RowOutcome = Outcome & { row?: RowReply };
