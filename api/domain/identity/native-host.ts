import { createHmac, timingSafeEqual } from "node:crypto";
import type { IdentityState } from "../../ports/identity.ts";

export type NativeHost = {
  verify: (claim: { uid: string; proof: string; now: Date }) => IdentityState | null;
};

/** The operator's own app signs its users in. A proof is good for this long after it was made. */
const validS = 300;

/**
 * Verifies the proofs of the operator's native host: `<seconds since 1970>.<hex>`, where hex is the
 * HMAC-SHA-256 of `<uid>.<seconds>` under the shared secret. Its users live apart under `native:<uid>`,
 * so that a host can't name one of our accounts.
 */
export function createNativeHost({ secret }: { secret: string }): NativeHost {
  return {
    verify({ uid, proof, now }) {
      const match = /^(\d{10})\.([0-9a-f]{64})$/.exec(proof);
      if (!match) return null;
      const [, madeAt, signature] = match as unknown as [string, string, string];
      const age = now.getTime() / 1000 - Number(madeAt);
      if (age > validS || age < -validS) return null;
      const expected = createHmac("sha256", secret).update(`${uid}.${madeAt}`).digest();
      if (!timingSafeEqual(expected, Buffer.from(signature, "hex"))) return null;
      return { uid: `native:${uid}`, anonymous: false, email: null, name: null, avatar: null };
    },
  };
}
