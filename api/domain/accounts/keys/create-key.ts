import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { keyPrefix } from "../../../../contract/accounts/values.ts";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { apiKeys } from "../../../db/schema.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { mayDo, type User } from "../../kernel/user.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { hashOf } from "../identity/session.ts";
import { lockAsAdmin } from "../users/lock-users.ts";
import { readKey } from "./list-keys.ts";

/** Letters of the secret part of a key that the list shows. */
const hinted = 4;

/**
 * Makes an API key. Only this answer has it; the database has its hash. A form that is sent again gets the key's facts,
 * and no token.
 * @throws Failure invalid for an end in the past, and for a permission that the caller does not have · conflict for a `key`
 *   that made another one
 */
export async function createKey(
  db: Db,
  input: ParsedOf<"z/key/create"> & { admin: User; now: Date },
): Promise<OutputOf<"z/key/create">> {
  const { key: id, name, reason, now } = input;
  const permissions = [...new Set(input.permissions)].sort();
  const expiresAt = input.expiresAt === null ? null : new Date(input.expiresAt);
  return db.transaction(async (tx) => {
    const { admin } = await lockAsAdmin(tx, { admin: input.admin, permission: "keys.write", uids: [] });
    const [known] = await tx.select().from(apiKeys).where(eq(apiKeys.id, id));
    if (known) {
      const same =
        known.uid === admin.uid && known.name === name && `${known.permissions}` === `${permissions}`;
      if (!same) throw new Failure("conflict", [{ field: "key", reason: "repeated" }]);
      return { key: (await readKey(tx, { id, now }))!, token: null };
    }
    if (expiresAt && expiresAt <= now) throw invalidField("expiresAt", "too_small");
    if (!permissions.every((permission) => mayDo(admin, permission)))
      throw invalidField("permissions", "choice");
    const token = keyPrefix + randomBytes(32).toString("base64url");
    const hint = token.slice(0, keyPrefix.length + hinted);
    const row = { id, name, permissions, hint, uid: admin.uid, createdAt: now, expiresAt };
    await tx.insert(apiKeys).values({ ...row, keyHash: hashOf(token) });
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "z/key/create",
      target: { kind: "key", id },
      before: null,
      after: { name, permissions, hint, expiresAt },
      reason,
      now,
    });
    return { key: (await readKey(tx, { id, now }))!, token };
  });
}
