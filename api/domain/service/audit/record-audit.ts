import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { AuditTarget } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { auditEntries } from "../../../db/schema.ts";
import type { User } from "../../kernel/user.ts";

/**
 * The acting user: an admin by a call, or an operator at the server's console (`uid` null). `key`: the name of the API key
 * by which the admin's software acted.
 */
export type Actor = { uid: string | null; name: string | null; key?: string | null };

export type Audited = {
  actor: Actor;
  /** Name of the call, or `console`. */
  action: string;
  target: { kind: AuditTarget; id: string };
  /** Rows before and after: only differences are stored. Null = the row did not or does not exist. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason?: string | undefined;
  /** Data for an undo. */
  undo?: unknown;
  /** Of a bulk action: its entry's id, made before the entries of its parts. */
  id?: string;
  /** Of one thing that a bulk action changed: the id of the action's entry. */
  partOf?: string;
  now: Date;
};

/**
 * Writes an action to the audit log, in the action's transaction: neither exists without the other.
 * @returns the entry's id; null if nothing differs, and nothing was written
 */
export async function recordAudit(tx: Db, audited: Audited): Promise<string | null> {
  const [id] = await recordAudits(tx, [audited]);
  return id ?? null;
}

/** The same for several actions. @returns the ids of the entries; nothing is written where nothing differs */
export async function recordAudits(tx: Db, actions: readonly Audited[]): Promise<string[]> {
  const entries = actions.flatMap((audited) => {
    const { id = randomUUID(), actor, action, target, before, after, reason, undo, partOf, now } = audited;
    const changes = differences(before, after);
    if (!changes) return [];
    return {
      id,
      at: now,
      actorUid: actor.uid,
      actorName: actor.name,
      actorKey: actor.key ?? null,
      action,
      targetKind: target.kind,
      targetId: target.id,
      ...changes,
      reason: reason ?? null,
      undo: undo ?? null,
      partOf: partOf ?? null,
    };
  });
  if (entries.length > 0) await tx.insert(auditEntries).values(entries);
  return entries.map(({ id }) => id);
}

/** An account's name in the log, or else its address, so that it can be recognised after it is deleted. */
export function actorOf(user: Pick<User, "uid" | "name" | "email" | "key">): Actor & { key: string | null } {
  return { uid: user.uid, name: user.name ?? user.email, key: user.key?.name ?? null };
}

/** Removes the id of a deleted account. Its name at that time stays, because the account acted for the service. */
export async function forgetActor(tx: Db, { uid }: { uid: string }): Promise<void> {
  await tx.update(auditEntries).set({ actorUid: null }).where(eq(auditEntries.actorUid, uid));
}

type Fields = Record<string, unknown> | null;

/** @returns null if both are the same */
function differences(before: Fields, after: Fields): { before: Fields; after: Fields } | null {
  if (!before || !after) return before || after ? { before: plain(before), after: plain(after) } : null;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  if (names.length === 0) return null;
  const only = (fields: Record<string, unknown>) =>
    plain(Object.fromEntries(names.map((name) => [name, fields[name] ?? null])));
  return { before: only(before), after: only(after) };
}

/** In transport form: times as text. */
function plain(fields: Fields): Fields {
  return JSON.parse(JSON.stringify(fields)) as Fields;
}
