import { createHmac, timingSafeEqual } from "node:crypto";
import type { Storage, UploadGrant } from "../../ports/storage.ts";

/** Minutes a form may wait before its file is sent. */
const formMinutes = 60;

export type LocalStorage = Storage & {
  /** Reads a form's fields back. @returns null when they were not made here, were changed, or are too old */
  verify: (fields: Record<string, string>, now: Date) => UploadGrant | null;
};

/**
 * The local folder's presigned form, of the same shape as S3's: a base64 policy and a signature over it.
 * @param url where the browser posts the file
 */
export function createLocalStorage({ secret, url }: { secret: string; url: string }): LocalStorage {
  const sign = (policy: string) => createHmac("sha256", secret).update(`upload-1.${policy}`).digest();
  return {
    async presign({ uid, maxBytes, now }) {
      const grant = {
        uid,
        maxBytes,
        expiresAt: new Date(now.getTime() + formMinutes * 60_000).toISOString(),
      };
      const policy = Buffer.from(JSON.stringify(grant)).toString("base64url");
      return { form: { policy, signature: sign(policy).toString("base64url") }, url };
    },

    verify({ policy = "", signature = "" }, now) {
      const given = Buffer.from(signature, "base64url");
      const expected = sign(policy);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      // Signed by us: its shape needs no second look.
      const grant = JSON.parse(Buffer.from(policy, "base64url").toString("utf8")) as UploadGrant & {
        expiresAt: string;
      };
      const expiresAt = new Date(grant.expiresAt);
      return expiresAt > now ? { uid: grant.uid, maxBytes: grant.maxBytes, expiresAt } : null;
    },
  };
}
