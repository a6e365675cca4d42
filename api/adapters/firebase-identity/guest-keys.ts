import { eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { firebaseGuests } from "../../db/schema.ts";
import { createSeal } from "../../domain/kernel/seal.ts";

export type GuestKeys = {
  keep: (guest: { uid: string; refreshToken: string }) => Promise<void>;
  /** @returns the refresh token; null for a guest of another server, or when the secret has changed since */
  find: (uid: string) => Promise<string | null>;
  forget: (uid: string) => Promise<void>;
};

/**
 * Stores refresh tokens of the guests this server made. Each token opens its guest's Firebase account, so the database
 * holds it encrypted and bound to the uid.
 * @param secret source of the encryption key
 */
export function createGuestKeys({ db, secret }: { db: Db; secret: Uint8Array }): GuestKeys {
  const seal = createSeal(secret, "firebase-guest");
  return {
    async keep({ uid, refreshToken }) {
      const sealed = seal.close(refreshToken, uid);
      await db.insert(firebaseGuests).values({ uid, sealed }).onConflictDoNothing();
    },
    async find(uid) {
      const [row] = await db.select().from(firebaseGuests).where(eq(firebaseGuests.uid, uid)).limit(1);
      return row ? (seal.open(row.sealed, uid)?.text ?? null) : null;
    },
    async forget(uid) {
      await db.delete(firebaseGuests).where(eq(firebaseGuests.uid, uid));
    },
  };
}
