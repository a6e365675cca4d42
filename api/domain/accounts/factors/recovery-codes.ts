import { createHash, randomBytes } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { recoveryCodes } from "../../../db/schema.ts";

/** Crockford's base 32: no I, L, O or U, so that a code can be copied by hand. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 16;
/** Codes of one set. */
export const recoverySet = 10;

/**
 * Replaces an account's recovery codes.
 * @returns `XXXX-XXXX-XXXX-XXXX`, 80 bits each. Only their digests are stored: nothing can be guessed from those.
 */
export async function renewRecoveryCodes(tx: Db, uid: string): Promise<string[]> {
  const codes = Array.from({ length: recoverySet }, () => {
    // 32 divides 256, so every letter is equally likely.
    const plain = [...randomBytes(length)].map((byte) => letters[byte % 32]).join("");
    return plain.replaceAll(/.{4}(?=.)/g, "$&-");
  });
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.uid, uid));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ uid, digest: digestOf(plainOf(code)) })));
  return codes;
}

/** Uses a recovery code up. @returns whether it was one of the account's, and unused */
export async function spendRecoveryCode(
  tx: Db,
  { uid, typed }: { uid: string; typed: string },
): Promise<boolean> {
  const digest = digestOf(plainOf(typed));
  const spent = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.uid, uid), eq(recoveryCodes.digest, digest)))
    .returning({ uid: recoveryCodes.uid });
  return spent.length > 0;
}

/** @returns how many are unused */
export async function countRecoveryCodes(db: Db, uid: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(recoveryCodes).where(eq(recoveryCodes.uid, uid));
  return row!.n;
}

/** A code however it was typed: small letters, spaces, dashes, and O, I and L for the digits they look like. */
function plainOf(typed: string): string {
  return typed
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
}

function digestOf(plain: string): string {
  return createHash("sha256").update(plain).digest("hex");
}
