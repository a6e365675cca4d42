import { randomBytes } from "node:crypto";

/** Crockford's base 32: no I, L, O or U, so that a receipt can be read aloud and typed again. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** @returns a new receipt, `XXXX-XXXX-XXXX`: 60 random bits, so that it can't be found by trying */
export function newReceipt(): string {
  // 32 divides 256, so every character is equally likely.
  const text = [...randomBytes(12)].map((byte) => letters[byte % 32]).join("");
  return text.replaceAll(/.{4}(?=.)/g, "$&-");
}
