import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { AuditTarget } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { auditEntries } from "../../../db/schema.ts";

/** Who acts: an admin by a call, or somebody at the server's console (`uid` null). */
export type Actor = { uid: string | null; name: string | null };

export type Audited = {
  actor: Actor;
  /** Name of the call, or `console`. */
  action: string;
  target: { kind: AuditTarget; id: string };
  /** Rows as they were and as they are: only what differs is kept. Null = there was, or is, none. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason?: string | undefined;
  /** What an undo will need. */
  undo?: unknown;
  now: Date;
};

/**
 * Writes what was done to the audit log, in the transaction that does it: neither is there without the other.
 * @returns the entry's id; null where nothing differs, and nothing was written
 */
export async function recordAudit(tx: Db, audited: Audited): Promise<string | null> {
  const { actor, action, target, reason, undo, now } = audited;
  const changes = differences(audited.before, audited.after);
  if (!changes) return null;
  const id = randomUUID();
  await tx.insert(auditEntries).values({
    id,
    at: now,
    actorUid: actor.uid,
    actorName: actor.name,
    action,
    targetKind: target.kind,
    targetId: target.id,
    ...changes,
    reason: reason ?? null,
    undo: undo ?? null,
  });
  return id;
}

/** What an account is called in the log: by its name, else its address, so that it can be told once it is gone. */
export function actorOf(user: { uid: string; name: string | null; email: string | null }): Actor {
  return { uid: user.uid, name: user.name ?? user.email };
}

/** An account that is deleted is nobody's id any more; its name of then stays, as whoever acted for the service. */
export async function forgetActor(tx: Db, { uid }: { uid: string }): Promise<void> {
  await tx.update(auditEntries).set({ actorUid: null }).where(eq(auditEntries.actorUid, uid));
}

type Fields = Record<string, unknown> | null;

/** @returns null when both are the same */
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

/** As it travels: times as text. */
function plain(fields: Fields): Fields {
  return JSON.parse(JSON.stringify(fields)) as Fields;
}
