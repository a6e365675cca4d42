import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { longestPin, shortestPin } from "../../../../contract/accounts/values.ts";
import type { Db } from "../../../db/client.ts";
import { profiles } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";

/**
 * Wrong PINs an account may be sent at once, and the seconds until one more: 288 a day, which find a PIN of four digits
 * within a month, and one of six in ten years. The password opens a profile meanwhile.
 */
const guessBurst = 5;
const guessEveryS = 300;
const form = new RegExp(`^\\d{${shortestPin},${longestPin}}$`);

/** Hashes as those of passwords are. */
export type Pins = {
  hash: (pin: string, profile: string) => Promise<string>;
  verify: (pin: string, profile: string, hash: string) => Promise<boolean>;
};

/**
 * PINs are few, so a hash alone hides none: what is hashed follows from the service's secret as well, which no copy of
 * the database has.
 */
export function createPins(
  hasher: {
    hash: (text: string) => Promise<string>;
    verify: (text: string, hash: string) => Promise<boolean>;
  },
  secret: string,
): Pins {
  const mixed = (pin: string, profile: string) =>
    createHmac("sha256", `${secret}.pin`).update(`${profile} ${pin}`).digest("base64url");
  return {
    hash: (pin, profile) => hasher.hash(mixed(pin, profile)),
    verify: (pin, profile, hash) => hasher.verify(mixed(pin, profile), hash),
  };
}

/** Whether digits are a PIN: four to six of them. */
export function isPin(digits: string): boolean {
  return form.test(digits);
}

/**
 * Counts a guess before it is checked, in the row of the account's own profile, so that all processes and ways to ask
 * share the count, and guesses at once are as many.
 * @returns takes it back: the PIN was right, or could not be checked
 * @throws Failure too_many_requests
 */
export async function countGuess(
  db: Db,
  { uid, now }: { uid: string; now: Date },
): Promise<() => Promise<void>> {
  const guessMs = guessEveryS * 1000;
  const move = (tx: Db, to: number) =>
    tx
      .update(profiles)
      .set({ guessedUntil: new Date(to) })
      .where(eq(profiles.id, uid));
  const guessedUntil = async (tx: Db) => {
    const [row] = await tx
      .select({ at: profiles.guessedUntil })
      .from(profiles)
      .where(eq(profiles.id, uid))
      .for("update");
    return Math.max(row?.at?.getTime() ?? 0, now.getTime());
  };
  await db.transaction(async (tx) => {
    const until = await guessedUntil(tx);
    const waitMs = until - now.getTime() - (guessBurst - 1) * guessMs;
    if (waitMs > 0) throw new Failure("too_many_requests", [], Math.ceil(waitMs / 1000));
    await move(tx, until + guessMs);
  });
  return () => db.transaction(async (tx) => void (await move(tx, (await guessedUntil(tx)) - guessMs)));
}
