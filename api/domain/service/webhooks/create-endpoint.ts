import { count, eq } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import { mostEndpoints } from "../../../../contract/service/webhook-events.ts";
import { webhookEndpoints } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { actorOf, recordAudit } from "../audit/record-audit.ts";
import { requireAddress, shownEndpoint, type EndpointDeps } from "./endpoint-row.ts";
import { writtenSecret } from "./sign-message.ts";

/**
 * Makes an endpoint.
 * @throws Failure invalid for an address that no message is sent to · conflict for a `key` that made another one, and
 *   beyond the most endpoints
 */
export async function createEndpoint(
  { db, sender, secret, wake }: EndpointDeps,
  {
    key: id,
    name,
    url,
    reason,
    admin,
    now,
    ...rest
  }: ParsedOf<"z/webhook/create"> & { admin: User; now: Date },
): Promise<OutputOf<"z/webhook/create">> {
  const events = [...new Set(rest.events)].sort();
  await requireAddress(sender, url);
  const row = await db.transaction(async (tx) => {
    const [known] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
    if (known) {
      const same = known.name === name && known.url === url && known.revision === 0;
      if (!same) throw new Failure("conflict", [{ field: "key", reason: "repeated" }]);
      return known;
    }
    const [all] = await tx.select({ n: count() }).from(webhookEndpoints);
    if (all!.n >= mostEndpoints) throw new Failure("conflict", [{ field: "name", reason: "too_big" }]);
    const [made] = await tx
      .insert(webhookEndpoints)
      .values({ id, name, url, events, createdAt: now })
      .returning();
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "z/webhook/create",
      target: { kind: "webhook", id },
      before: null,
      after: shownEndpoint(made!),
      reason,
      now,
    });
    return made!;
  });
  await wake();
  return { id, secret: writtenSecret(secret, row) };
}
