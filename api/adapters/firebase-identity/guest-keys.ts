import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { firebaseGuests } from "../../db/schema.ts";

export type GuestKeys = {
  keep: (guest: { uid: string; refreshToken: string }) => Promise<void>;
  /** @returns the refresh token; null for a guest this server did not make, or whose key has been changed since */
  find: (uid: string) => Promise<string | null>;
  forget: (uid: string) => Promise<void>;
};

const ivBytes = 12;
const tagBytes = 16;

/**
 * Refresh tokens of the guests this server made. Each opens its guest's Firebase account, so the database has them
 * encrypted, tied to their uid.
 * @param secret what the key is derived from
 */
export function createGuestKeys({ db, secret }: { db: Db; secret: Uint8Array }): GuestKeys {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", "firebase-guest", 32));
  return {
    async keep({ uid, refreshToken }) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(uid));
      const text = Buffer.concat([cipher.update(refreshToken, "utf8"), cipher.final()]);
      const sealed = Buffer.concat([iv, text, cipher.getAuthTag()]).toString("base64url");
      await db.insert(firebaseGuests).values({ uid, sealed }).onConflictDoNothing();
    },
    async find(uid) {
      const [row] = await db.select().from(firebaseGuests).where(eq(firebaseGuests.uid, uid)).limit(1);
      if (!row) return null;
      const sealed = Buffer.from(row.sealed, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, ivBytes));
      decipher.setAAD(Buffer.from(uid)).setAuthTag(sealed.subarray(-tagBytes));
      try {
        const text = decipher.update(sealed.subarray(ivBytes, -tagBytes));
        return Buffer.concat([text, decipher.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
    async forget(uid) {
      await db.delete(firebaseGuests).where(eq(firebaseGuests.uid, uid));
    },
  };
}
