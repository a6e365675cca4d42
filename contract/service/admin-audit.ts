import { z } from "zod";
import { auditTargets, longestQuery } from "./values.ts";
import { get } from "../call.ts";
import { page } from "../models.ts";
import { actor, auditId, iso, paging } from "../admin-fields.ts";

/** Subject of an entry. */
export const auditTarget = z.enum(auditTargets);
export type AuditTarget = z.infer<typeof auditTarget>;

export const auditEntry = z.strictObject({
  id: auditId,
  at: iso,
  /** `key`: the name of the API key by which the admin's software acted; null = the admin did. */
  actor: actor.extend({ key: z.string().nullable() }),
  /** The call, such as `z/user/save`, or `console` for a command at the server. */
  action: z.string(),
  /** `name`: a user's, title's, genre's, magnet's, plan's or batch's present name; null if it has none. */
  target: z.strictObject({ kind: auditTarget, id: z.string(), name: z.string().nullable() }),
  /** The changed fields before and after. Null when the row did not exist, or no longer exists. No secrets. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string().nullable(),
  /** For a bulk action: whether it can still be undone, or was. */
  undo: z.enum(["none", "possible", "done"]),
  /** Of a bulk action: how many it changed, and the first of them. Null for any other action. */
  parts: z
    .strictObject({
      count: z.int(),
      sample: z.array(z.strictObject({ id: z.string(), name: z.string().nullable() })),
    })
    .nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Of a write that can be undone: its entry of the audit log; null if nothing was replaced. */
export const undoing = { entry: auditId.nullable() };

/** A change of the last day that can be undone. */
export const undoable = z.strictObject({
  entry: auditId,
  at: iso,
  /** The admin's name at that time. */
  by: z.string().nullable(),
  /** What was done, as the call's `action` names it; else the picture's role, `still`, `subtitles` or `subtitles-gone`. */
  kind: z.string(),
  /** Of subtitles: the track's label; of a still: its episode's number. */
  name: z.string().nullable(),
  number: z.int(),
  /** Of an action that sets one field: the different values before it, and the one since. */
  change: z.strictObject({ from: z.array(z.string()), to: z.string() }).nullable(),
  /** `changed`: the row that was asked for has changed since, and an undo leaves it as it is. */
  state: z.enum(["possible", "done", "changed"]),
});
export type Undoable = z.infer<typeof undoable>;

export const adminAuditCalls = {
  "z/audit/list": get({
    access: "admin",
    permission: "audit.read",
    summary:
      "What admins did, latest first. A bulk action is one entry; what it changed has entries of its own, found by `target` or `of`.",
    input: z.strictObject({
      ...paging,
      /** A uid, or a part of an admin's name or e-mail address. */
      actor: z.string().min(1).max(longestQuery).optional(),
      /** A call's name, or the beginning of a name: `z/user/`. */
      action: z
        .string()
        .regex(/^[a-z][a-z/-]{0,63}$/)
        .optional(),
      kind: auditTarget.optional(),
      /** An id, words of a title, or a part of a user's name or e-mail address. */
      target: z.string().min(1).max(longestQuery).optional(),
      /** A bulk action's entry: those of what it changed. */
      of: auditId.optional(),
      from: iso.optional(),
      /** Exclusive. */
      to: iso.optional(),
    }),
    output: page(auditEntry),
  }),
};
