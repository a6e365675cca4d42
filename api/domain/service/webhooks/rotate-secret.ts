import { eq } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import { webhookEndpoints } from "../../../db/schema.ts";
import type { User } from "../../kernel/user.ts";
import { actorOf, recordAudit } from "../audit/record-audit.ts";
import { lockEndpoint, type EndpointDeps } from "./endpoint-row.ts";
import { oldSecretUntil, writtenSecret } from "./sign-message.ts";

/**
 * Gives an endpoint another secret. The one before signs as well for a day.
 * @throws Failure not_found · conflict, also for a form that is sent again
 */
export async function rotateSecret(
  { db, secret }: Pick<EndpointDeps, "db" | "secret">,
  { id, revision, reason, admin, now }: ParsedOf<"z/webhook/rotate"> & { admin: User; now: Date },
): Promise<OutputOf<"z/webhook/rotate">> {
  return db.transaction(async (tx) => {
    const row = await lockEndpoint(tx, { id, revision });
    const set = { secretVersion: row.secretVersion + 1, rotatedAt: now, revision: revision + 1 };
    await tx.update(webhookEndpoints).set(set).where(eq(webhookEndpoints.id, id));
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "z/webhook/rotate",
      target: { kind: "webhook", id },
      before: { rotatedAt: row.rotatedAt },
      after: { rotatedAt: now },
      reason,
      now,
    });
    const rotated = { ...row, ...set };
    return {
      revision: set.revision,
      secret: writtenSecret(secret, rotated),
      oldSecretUntil: oldSecretUntil(rotated, now)!.toISOString(),
    };
  });
}
