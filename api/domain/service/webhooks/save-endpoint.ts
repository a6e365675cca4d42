import { and, eq } from "drizzle-orm";
import type { ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { webhookDeliveries, webhookEndpoints } from "../../../db/schema.ts";
import { isUntouched } from "../../kernel/merge-fields.ts";
import type { User } from "../../kernel/user.ts";
import { actorOf, recordAudit } from "../audit/record-audit.ts";
import { lockEndpoint, requireAddress, shownEndpoint, type EndpointDeps } from "./endpoint-row.ts";

/**
 * Changes an endpoint, or switches it on or off.
 * @throws Failure not_found · conflict · invalid for an address that no message is sent to
 */
export async function saveEndpoint(
  { db, sender, wake }: EndpointDeps,
  input: ParsedOf<"z/webhook/save"> & { admin: User; now: Date },
): Promise<{ revision: number }> {
  const { id, revision, before, reason, admin, now } = input;
  const given = { name: input.name, url: input.url, on: input.on, events: eventsOf(input) };
  const sent = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== undefined && !isUntouched(name, value, before)),
  ) as Partial<{ name: string; url: string; on: boolean; events: NonNullable<typeof given.events> }>;
  if (sent.url !== undefined) await requireAddress(sender, sent.url);
  const saved = await db.transaction(async (tx) => {
    const row = await lockEndpoint(tx, { id, revision, sent, before });
    const { on, ...fields } = sent;
    const turned = on === undefined || on === (row.offAt === null) ? null : on ? turnedOn : turnedOff(now);
    const next = { ...row, ...fields, ...turned };
    const entry = await recordAudit(tx, {
      actor: actorOf(admin),
      action: "z/webhook/save",
      target: { kind: "webhook", id },
      before: shownEndpoint(row),
      after: shownEndpoint(next),
      reason,
      now,
    });
    if (!entry) return row.revision;
    await tx
      .update(webhookEndpoints)
      .set({ ...fields, ...turned, revision: row.revision + 1 })
      .where(eq(webhookEndpoints.id, id));
    if (turned && turned !== turnedOn) await dropWaiting(tx, id);
    return row.revision + 1;
  });
  await wake();
  return { revision: saved };
}

const turnedOn = { offAt: null, offWhy: null, failingSince: null };
const turnedOff = (now: Date) => ({ offAt: now, offWhy: "admin" as const, failingSince: null });

function eventsOf({ events }: ParsedOf<"z/webhook/save">) {
  return events && [...new Set(events)].sort();
}

/** Ends what waits for an endpoint that is switched off, in the transaction that has locked it. */
export async function dropWaiting(tx: Db, endpointId: string): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ state: "cancelled", queuedAt: null })
    .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.state, "waiting")));
}
