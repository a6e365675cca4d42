import { eq, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { passkeys, secondFactors } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import type { Seal } from "../../kernel/seal.ts";
import { spendRecoveryCode } from "./recovery-codes.ts";
import { stepOfCode } from "./totp.ts";

/**
 * Wrong codes an account may be sent at once, and the seconds until one more: 288 a day, which meet one of the three
 * valid codes with a chance of 1 in 1,100.
 */
const guessBurst = 10;
const guessEveryS = 300;

/** `none` = the account has no second factor (any more). */
export type Checked = "app" | "recovery" | "wrong" | "none";

/**
 * Checks a code of the app, or a recovery code, and uses it up. The row of the factor is locked, so of two uses at once
 * one counts. What is wrong is counted in that row, for all processes and ways to ask: commit the transaction also then.
 * @throws Failure too_many_requests
 */
export async function checkFactor(
  tx: Db,
  { uid, code, seal, now }: { uid: string; code: string; seal: Seal; now: Date },
): Promise<Checked> {
  const [factor] = await tx.select().from(secondFactors).where(eq(secondFactors.uid, uid)).for("update");
  // Where passkeys are the only factor: a recovery code of 80 bits needs no count of guesses.
  if (!factor && !(await hasFactor(tx, uid))) return "none";
  if (!factor) return (await spendRecoveryCode(tx, { uid, typed: code })) ? "recovery" : "wrong";
  const guessedUntil = Math.max(factor.guessedUntil?.getTime() ?? 0, now.getTime());
  const waitMs = guessedUntil - now.getTime() - (guessBurst - 1) * guessEveryS * 1000;
  if (waitMs > 0) throw new Failure("too_many_requests", [], Math.ceil(waitMs / 1000));
  const set = (values: Partial<typeof secondFactors.$inferInsert>) =>
    tx.update(secondFactors).set(values).where(eq(secondFactors.uid, uid));
  const typed = plainDigits(code);
  if (/^\d{6}$/.test(typed)) {
    const opened = seal.open(factor.sealed, uid);
    const step = opened && stepOfCode(opened.text, { code: typed, now, after: factor.lastStep });
    if (step !== null) {
      await set({ lastStep: step });
      return "app";
    }
  } else if (await spendRecoveryCode(tx, { uid, typed: code })) {
    return "recovery";
  }
  await set({ guessedUntil: new Date(guessedUntil + guessEveryS * 1000) });
  return "wrong";
}

/** An account's second factors. */
export async function factorsOf(db: Db, uid: string): Promise<{ app: boolean; passkeys: boolean }> {
  const rows = await db
    .select({ kind: sql<"app" | "passkey">`'app'` })
    .from(secondFactors)
    .where(eq(secondFactors.uid, uid))
    .union(
      db
        .select({ kind: sql<"app" | "passkey">`'passkey'` })
        .from(passkeys)
        .where(eq(passkeys.uid, uid)),
    );
  const has = (kind: string) => rows.some((row) => row.kind === kind);
  return { app: has("app"), passkeys: has("passkey") };
}

/** @returns whether sign-ins of the account need a second factor */
export async function hasFactor(db: Db, uid: string): Promise<boolean> {
  const { app, passkeys } = await factorsOf(db, uid);
  return app || passkeys;
}

/** A code of the app however it was typed: with spaces, full-width, or in the digits of Arabic and Persian. */
export function plainDigits(typed: string): string {
  return typed
    .normalize("NFKC")
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll(/[\s\p{Pd}]/gu, "");
}
