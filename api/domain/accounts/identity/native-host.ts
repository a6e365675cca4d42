import { createHmac, timingSafeEqual } from "node:crypto";
import type { VerifiedProof } from "../../../ports/identity.ts";

export type NativeHost = {
  verify: (claim: { uid: string; proof: string; now: Date }) => VerifiedProof | null;
};

/** Seconds a proof is valid after its creation. With it the operator's own app signs its users in. */
const validS = 300;

/**
 * Verifies the proofs of the operator's native host: `<seconds since 1970>.<nonce>.<hex>`, where hex is the
 * HMAC-SHA-256 of `<uid>.<seconds>.<nonce>` under the shared secret. Without a nonce (`<seconds>.<hex>`), all proofs of
 * one second are the same proof. Its users have uids of their own, `native:<uid>`, so that a host can't name one of our
 * accounts.
 */
export function createNativeHost({ secret }: { secret: string }): NativeHost {
  return {
    verify({ uid, proof, now }) {
      const match = /^(\d{10})(\.[A-Za-z0-9_-]{1,64})?\.([0-9a-f]{64})$/.exec(proof);
      if (!match) return null;
      const [, madeAt, nonce = "", signature] = match as unknown as [string, string, string?, string?];
      const age = now.getTime() / 1000 - Number(madeAt);
      if (age > validS || age < -validS) return null;
      const signed = `${uid}.${madeAt}${nonce}`;
      const expected = createHmac("sha256", secret).update(signed).digest();
      if (!timingSafeEqual(expected, Buffer.from(signature!, "hex"))) return null;
      const state = { uid: `native:${uid}`, anonymous: false, email: null, name: null, avatar: null };
      return {
        state,
        id: `native:${signed}`,
        // Uses the end of the second: within it, a later proof can't be told from an earlier one.
        provenAt: new Date(Number(madeAt) * 1000 + 999),
        expiresAt: new Date((Number(madeAt) + validS + 1) * 1000),
      };
    },
  };
}
