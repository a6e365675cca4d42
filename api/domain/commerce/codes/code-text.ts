import { createHash, createHmac } from "node:crypto";

/** Crockford's base 32: no I, L, O or U, so that a code can be read aloud and typed again. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 20;

/**
 * A code of a batch: 100 bits derived from the secret, so that no code is stored and each can be derived again. Without
 * the secret a code can't be predicted, however many others are known.
 * @returns `XXXXX-XXXXX-XXXXX-XXXXX`
 */
export function codeOf({ secret, batch, index }: { secret: string; batch: string; index: number }): string {
  const bytes = createHmac("sha256", secret).update(`${batch}:${index}`).digest();
  // 32 divides 256, so every character is equally likely.
  return inGroups([...bytes.subarray(0, length)].map((byte) => letters[byte % 32]).join(""));
}

/**
 * A code as it is handed out, however it was typed: lower case, spaces, dashes, full-width characters, and O, I and L
 * for the digits they look like.
 * @returns null for text that can't be a code
 */
export function readCode(typed: string): string | null {
  const plain = typed
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}_.]/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  if (plain.length !== length || [...plain].some((sign) => !letters.includes(sign))) return null;
  return inGroups(plain);
}

/** The key of a code in the database: its SHA-256, hex. @returns null for text that can't be a code */
export function hashOfCode(typed: string): string | null {
  const code = readCode(typed);
  return code === null ? null : createHash("sha256").update(code.replaceAll("-", "")).digest("hex");
}

const inGroups = (plain: string) => plain.replaceAll(/.{5}(?=.)/g, "$&-");
