import { z } from "zod";
import { cursor, iso, limit } from "./fields.ts";

/** Why, in the admin's words: stands in the audit log. */
export const reason = z.string().trim().min(1).max(500);

/** What a row was when its editor began: a save of an older one is refused with `conflict`. */
export const revision = z.int().min(0).max(2_147_483_647);

/** How every list of the admin area is paged. */
export const paging = { cursor: cursor.optional(), limit: limit.optional() };

export const direction = z.enum(["asc", "desc"]);

/** Who did something, as far as it is still known: an account that was deleted leaves its name of then. */
export const actor = z.strictObject({ uid: z.string().nullable(), name: z.string().nullable() });

/** Number of an entry of the audit log; also what an undo is asked by. */
export const auditId = z.uuid();

/** A file to be saved as such, text within the answer: no second way to the data, with rules of its own. */
export const csvFile = z.strictObject({
  /** To save it by. */
  name: z.string(),
  /** RFC 4180, with a line of names first. A cell that a table program would compute begins with an apostrophe. */
  csv: z.string(),
  rows: z.int(),
  /** The next part; its `csv` has no line of names. Null at the end. */
  next: cursor.nullable(),
});

export { cursor, iso, limit };
