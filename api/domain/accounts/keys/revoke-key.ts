import { eq } from "drizzle-orm";
import type { ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { apiKeys } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { lockAsAdmin } from "../users/lock-users.ts";

/** Ends an API key for good; one that is revoked already stays as it is. @throws Failure not_found */
export async function revokeKey(
  db: Db,
  { id, reason, admin: caller, now }: ParsedOf<"z/key/revoke"> & { admin: User; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { admin } = await lockAsAdmin(tx, { admin: caller, permission: "keys.write", uids: [] });
    const [row] = await tx.select().from(apiKeys).where(eq(apiKeys.id, id)).for("update");
    if (!row) throw new Failure("not_found");
    if (row.revokedAt) return;
    await tx.update(apiKeys).set({ revokedAt: now }).where(eq(apiKeys.id, id));
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "z/key/revoke",
      target: { kind: "key", id },
      before: { revokedAt: null },
      after: { revokedAt: now },
      reason,
      now,
    });
  });
}
