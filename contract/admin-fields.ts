import { z } from "zod";
import { longestQuery, longestReason } from "./service/values.ts";
import { cursor, iso, limit } from "./fields.ts";

/** The admin's reason, kept in the audit log. */
export const reason = z.string().trim().min(1).max(longestReason);

/** Revision of a row when its editor began: saving an older one is refused with `conflict`. */
export const revision = z.int().min(0).max(2_147_483_647);

/**
 * What a form began with, by the names that a conflict gives its fields: a save with it changes the fields that differ,
 * and conflicts only where someone else has changed the same field.
 */
export const before = z.record(z.string().max(200), z.unknown());

/** Name of an uploaded picture that is to be used. */
export const pictureKey = z.string().regex(/^[0-9a-f]{64}\.(jpe?g|png|webp)$/);

/** Search in a list. */
export const query = z.string().trim().min(1).max(longestQuery);

/** Paging of every list in the admin area. */
export const paging = { cursor: cursor.optional(), limit: limit.optional() };

export const direction = z.enum(["asc", "desc"]);

/** The user who did something, as far as known: a deleted account keeps its name of that time. */
export const actor = z.strictObject({ uid: z.string().nullable(), name: z.string().nullable() });

/** Id of an entry of the audit log; an undo refers to it. */
export const auditId = z.uuid();

/** A file to download, sent as text in the answer, so that the data need no second route with its own access rules. */
export const csvFile = z.strictObject({
  /** File name for saving. */
  name: z.string(),
  /** RFC 4180, with a header line. A cell that a spreadsheet would compute begins with an apostrophe. */
  csv: z.string(),
  rows: z.int(),
  /** Cursor of the next part; its `csv` has no header line. Null at the end. */
  next: cursor.nullable(),
});

export { cursor, iso, limit };
