import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ivBytes = 12;
const tagBytes = 16;

export type Seal = {
  /** @returns the text, encrypted and bound to `about`: base64url, different each time */
  close: (text: string, about: string) => string;
  /** @returns the text and an id unique to this sealing; null when this key has not sealed it for `about` */
  open: (sealed: string, about: string) => { text: string; id: string } | null;
};

/**
 * Encrypts data that leaves the process and must come back unchanged: AES-256-GCM.
 * @param secret source of the key
 * @param purpose gives each purpose its own key: data sealed for one purpose cannot be opened for another
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
        // The id comes from the bytes, so a different spelling does not change it.
        return { text: Buffer.concat([text, decipher.final()]).toString("utf8"), id: iv.toString("hex") };
      } catch {
        return null;
      }
    },
  };
}
