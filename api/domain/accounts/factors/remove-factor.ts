import { eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { passkeys, pendingSignIns, recoveryCodes, secondFactors, users } from "../../../db/schema.ts";
import { recordAudit, type Actor } from "../../service/audit/record-audit.ts";
import { hasFactor } from "./check-factor.ts";

/**
 * Removes a user's second factors, passkeys included, from the server's console, for those who have lost both phone and recovery codes.
 * @returns whether there was one
 */
export async function removeFactor(
  db: Db,
  { uid, actor, action, now }: { uid: string; actor: Actor; action: string; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for("update");
    if (!(await hasFactor(tx, uid))) return false;
    await tx.delete(secondFactors).where(eq(secondFactors.uid, uid));
    await tx.delete(passkeys).where(eq(passkeys.uid, uid));
    await forgetWithoutFactor(tx, uid);
    const target = { kind: "user", id: uid } as const;
    await recordAudit(tx, {
      actor,
      action,
      target,
      now,
      before: { secondFactor: true },
      after: { secondFactor: false },
    });
    return true;
  });
}

/** Removes the recovery codes, and the sign-ins that wait, of an account that has no second factor left. */
export async function forgetWithoutFactor(tx: Db, uid: string): Promise<void> {
  if (await hasFactor(tx, uid)) return;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.uid, uid));
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.uid, uid));
}
