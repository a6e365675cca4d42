import { eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { webhookEndpoints } from "../../../db/schema.ts";
import type { WebhookSender } from "../../../ports/webhook-sender.ts";
import { conflict, Failure, invalidField } from "../../kernel/failure.ts";
import { clashesOf } from "../../kernel/merge-fields.ts";
import { lastChange } from "../audit/last-change.ts";

export type WebhookEndpointRow = typeof webhookEndpoints.$inferSelect;

export type EndpointDeps = {
  db: Db;
  sender: WebhookSender;
  /** Every endpoint's secret follows from it. */
  secret: string;
  /** Has new messages queued soon. */
  wake: () => Promise<void>;
};

/** The fields of an endpoint that its form has, as the audit log and a conflict show them. */
export function shownEndpoint({ name, url, events, offAt }: WebhookEndpointRow) {
  return { name, url, events, on: offAt === null };
}

/** @throws Failure invalid for an address that no message is sent to */
export async function requireAddress(sender: WebhookSender, url: string): Promise<void> {
  if (!(await sender.allows(url))) throw invalidField("url", "choice");
}

/**
 * Locks an endpoint that an admin changes.
 * @param sent the fields that are to change, with their values when the form was opened: another admin's change of
 *   others is no conflict
 * @throws Failure not_found · conflict
 */
export async function lockEndpoint(
  tx: Db,
  {
    id,
    revision,
    sent = {},
    before,
  }: {
    id: string;
    revision: number;
    sent?: Record<string, unknown>;
    before?: Record<string, unknown> | undefined;
  },
): Promise<WebhookEndpointRow> {
  const [row] = await tx
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, id))
    .for("no key update");
  if (!row) throw new Failure("not_found");
  if (row.revision === revision) return row;
  const fields = clashesOf({ sent, before, current: shownEndpoint(row) });
  if (before && fields.length === 0) return row;
  throw conflict({
    revision: row.revision,
    fields,
    ...(await lastChange(tx, { kind: "webhook", id }, fields)),
  });
}
