import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ivBytes = 12;
const tagBytes = 16;

export type Seal = {
  /** @returns the text, encrypted and tied to `about`: base64url, another one each time */
  close: (text: string, about: string) => string;
  /** @returns the text and what tells this sealing from every other; null for what this key has not sealed about it */
  open: (sealed: string, about: string) => { text: string; id: string } | null;
};

/**
 * Encrypts what leaves the process and has to come back as it was: AES-256-GCM.
 * @param secret what the key is derived from
 * @param purpose one key for each: what was sealed for one opens nothing of another
 */
export function createSeal(secret: Uint8Array, purpose: string): Seal {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));
  return {
    close(text, about) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(about));
      const hidden = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, hidden, cipher.getAuthTag()]).toString("base64url");
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length < ivBytes + tagBytes) return null;
      const iv = bytes.subarray(0, ivBytes);
      const decipher = createDecipheriv("aes-256-gcm", key, iv);
      decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-tagBytes));
      try {
        const text = decipher.update(bytes.subarray(ivBytes, -tagBytes));
        // By the bytes, not by how they were spelt.
        return { text: Buffer.concat([text, decipher.final()]).toString("utf8"), id: iv.toString("hex") };
      } catch {
        return null;
      }
    },
  };
}
