import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { ParsedOf } from "../../../../contract/index.ts";
import { testEvent } from "../../../../contract/service/webhook-events.ts";
import { webhookDeliveries, webhookEndpoints, webhookMessages } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import type { EndpointDeps } from "./endpoint-row.ts";

type Deps = Pick<EndpointDeps, "db" | "wake">;

/**
 * Sends a message that says nothing, to try an endpoint; also to one that does not ask for any event.
 * @throws Failure not_found · not_ready for an endpoint that is off · conflict for a `key` of another message
 */
export async function sendTest(
  { db, wake }: Deps,
  { id, key, now }: ParsedOf<"z/webhook/test"> & { now: Date },
): Promise<{ delivery: string }> {
  const delivery = await db.transaction(async (tx) => {
    const [endpoint] = await tx
      .select({ offAt: webhookEndpoints.offAt })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .for("key share");
    if (!endpoint) throw new Failure("not_found");
    if (endpoint.offAt) throw new Failure("not_ready");
    const noted = await tx
      .insert(webhookMessages)
      .values({ id: key, type: testEvent, data: { endpointId: id }, at: now })
      .onConflictDoNothing()
      .returning({ id: webhookMessages.id });
    if (noted.length === 0) {
      const [known] = await tx
        .select({ id: webhookDeliveries.id })
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.messageId, key), eq(webhookDeliveries.endpointId, id)));
      if (!known) throw new Failure("conflict", [{ field: "key", reason: "repeated" }]);
      return known.id;
    }
    const made = randomUUID();
    await tx
      .insert(webhookDeliveries)
      .values({ id: made, messageId: key, endpointId: id, at: now, dueAt: now });
    return made;
  });
  await wake();
  return { delivery };
}

/**
 * Sends a message again, under the same id, with all tries before it. One that waits is tried now.
 * @throws Failure not_found · not_ready while its endpoint is off
 */
export async function redeliver({ db, wake }: Deps, { id, now }: { id: string; now: Date }): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ queuedAt: webhookDeliveries.queuedAt, offAt: webhookEndpoints.offAt })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(eq(webhookDeliveries.id, id))
      .for("update", { of: webhookDeliveries });
    if (!row) throw new Failure("not_found");
    if (row.offAt) throw new Failure("not_ready");
    // A job of it is on its way already.
    if (row.queuedAt) return;
    await tx
      .update(webhookDeliveries)
      .set({ state: "waiting", tries: 0, dueAt: now })
      .where(eq(webhookDeliveries.id, id));
  });
  await wake();
}
