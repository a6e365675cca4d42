import { eq } from "drizzle-orm";
import type { ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { webhookEndpoints } from "../../../db/schema.ts";
import type { User } from "../../kernel/user.ts";
import { actorOf, recordAudit } from "../audit/record-audit.ts";
import { lockEndpoint, shownEndpoint } from "./endpoint-row.ts";

/** Deletes an endpoint, and with it the log of its messages. @throws Failure not_found · conflict */
export async function deleteEndpoint(
  db: Db,
  { id, revision, reason, admin, now }: ParsedOf<"z/webhook/delete"> & { admin: User; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockEndpoint(tx, { id, revision });
    await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "z/webhook/delete",
      target: { kind: "webhook", id },
      before: shownEndpoint(row),
      after: null,
      reason,
      now,
    });
  });
}
