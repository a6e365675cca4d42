import { createHmac, randomUUID } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import type { Db } from "../../db/client.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ProvenIdentity, VerifiedProof } from "../../ports/identity.ts";
import { find, stateOf, type Row } from "./accounts.ts";

const issuer = "matinee/local-identity";
const proofMinutes = 5;

export type ProofOptions = {
  db: Db;
  /** At least 32 bytes; signs proofs. */
  secret: Uint8Array;
  clock: Clock;
};

/** Makes and verifies the short-lived signed tokens that prove an identity. */
export function createProofs({ db, secret, clock }: ProofOptions) {
  /**
   * A proof is valid only while this value is unchanged: the account stays a guest's, or keeps its password. The hash
   * itself is in no proof.
   */
  const standingOf = (row: Row) =>
    createHmac("sha256", secret)
      .update(`standing ${row.uid} ${stateOf(row).anonymous ? "guest" : row.passwordHash}`)
      .digest("base64url");

  async function prove(row: Row): Promise<ProvenIdentity> {
    const state = stateOf(row);
    // Not rounded: this separates proofs made before the sessions were ended from those made after.
    const now = clock.now().getTime() / 1000;
    const proof = await new SignJWT({ standing: standingOf(row) })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuer(issuer)
      .setJti(randomUUID())
      .setSubject(state.uid)
      .setIssuedAt(now)
      .setExpirationTime(now + proofMinutes * 60)
      .sign(secret);
    return { state, proof };
  }

  return {
    prove,

    async verify({ uid, proof }: { uid: string; proof: string }): Promise<VerifiedProof | null> {
      const options = {
        issuer,
        algorithms: ["HS256"],
        requiredClaims: ["sub", "exp", "iat", "jti"],
        currentDate: clock.now(),
      };
      const claims = await jwtVerify(proof, secret, options).then(
        (r) => r.payload,
        () => null,
      );
      if (claims?.sub !== uid) return null;
      const row = await find(db, uid);
      if (!row || claims.standing !== standingOf(row)) return null;
      const at = (seconds: number) => new Date(Math.round(seconds * 1000));
      return { state: stateOf(row), id: claims.jti!, provenAt: at(claims.iat!), expiresAt: at(claims.exp!) };
    },
  };
}
