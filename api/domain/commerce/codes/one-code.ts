import { and, asc, eq, gt } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { codeBatches, codes } from "../../../db/schema.ts";
import { lockAsAdmin } from "../../accounts/users/lock-users.ts";
import { countKey, decodeCursor, encodeCursor } from "../../kernel/cursor.ts";
import { Failure } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { knownCode, tellBatches, tellCode, type VoucherDeps } from "./batches.ts";
import { hashOfCode } from "./code-text.ts";

const defaultLimit = 50;

/**
 * The codes of a batch, in order, a page at a time. Each page is written to the audit log, as an export is.
 * @throws Failure not_found · unavailable if the secret is no longer the one that made the codes
 */
export async function readCodes(
  { db, codeSecret }: VoucherDeps,
  { id, cursor, limit = defaultLimit, admin, now }: ParsedOf<"z/code/read"> & { admin: User; now: Date },
): Promise<OutputOf<"z/code/read">> {
  const [batch] = await db.select().from(codeBatches).where(eq(codeBatches.id, id));
  if (!batch) throw new Failure("not_found");
  const place = cursor === undefined ? null : decodeCursor(cursor, countKey);
  const rows = await db
    .select()
    .from(codes)
    .where(and(eq(codes.batchId, id), place ? gt(codes.index, Number(place.key)) : undefined))
    .orderBy(asc(codes.index))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const items = shown.map((row) => tellCode(knownCode(codeSecret, row), row));
  const last = shown.at(-1);
  const target = { kind: "code", id } as const;
  const after = { codes: items.length };
  await recordAudit(db, { actor: actorOf(admin), action: "z/code/read", target, before: null, after, now });
  const [told] = await tellBatches(db, [batch]);
  const next = rows.length > limit && last ? encodeCursor({ key: String(last.index), id }) : null;
  return { batch: told!, items, next };
}

/**
 * Revokes one code: its remaining uses end. It locks the code's row, which a redemption updates, so of a revocation and
 * a redemption at the same moment the first one counts and the other is refused. A code revoked before stays as it is.
 * @throws Failure voucher_unknown · voucher_used
 */
export async function revokeCode(
  db: Db,
  input: ParsedOf<"z/code/revoke-one"> & { admin: User; now: Date },
): Promise<OutputOf<"z/code/revoke-one">> {
  const hash = hashOfCode(input.code);
  if (hash === null) throw new Failure("voucher_unknown");
  const { reason, now } = input;
  return db.transaction(async (tx) => {
    const { admin } = await lockAsAdmin(tx, { admin: input.admin, permission: "payments.write", uids: [] });
    const [code] = await tx.select().from(codes).where(eq(codes.hash, hash)).for("update");
    if (!code) throw new Failure("voucher_unknown");
    if (code.revokedAt) return { revokedAt: code.revokedAt.toISOString() };
    const [batch] = await tx.select().from(codeBatches).where(eq(codeBatches.id, code.batchId));
    if (code.used >= batch!.uses) throw new Failure("voucher_used");
    await tx.update(codes).set({ revokedAt: now }).where(eq(codes.hash, hash));
    const number = code.index + 1;
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "z/code/revoke-one",
      target: { kind: "code", id: code.batchId },
      before: null,
      after: { number, revokedAt: now },
      reason,
      now,
    });
    return { revokedAt: now.toISOString() };
  });
}
