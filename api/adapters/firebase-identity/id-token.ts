import { createHash } from "node:crypto";
import { createRemoteJWKSet, errors, jwtVerify, UnsecuredJWT, type JWTVerifyGetKey } from "jose";
import type { FirebaseSettings } from "../../../contract/accounts/firebase.ts";
import type { Clock } from "../../ports/clock.ts";
import { Away } from "./identity-toolkit.ts";

/** Google's present and coming keys of ID tokens, as a JWK set. */
export const keysUrl =
  "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";

/** Seconds by which Google's clock may be ahead of ours. */
export const skewS = 30;

/**
 * What an ID token proves: whose it is, when that person last signed in, when it was made and until when it is good
 * (seconds since 1970), and whether it was made for a guest. `id` is the token's own: a signature has several
 * spellings, and what it signs has one.
 */
export type Proven = {
  uid: string;
  id: string;
  signedInAt: number;
  madeAt: number;
  expiresAt: number;
  anonymous: boolean;
};
export type VerifyIdToken = (token: string) => Promise<Proven | null>;

/**
 * Verifies Firebase ID tokens as Google asks of those who don't use its SDK: RS256 by a key of Google's, from this
 * project and for it, not expired, made and signed in before now, about somebody.
 * Which way to verify is decided here, once, by the settings; a token's own `alg` has no say in it.
 * A token that proves nothing here is null. Throws Away where Google's keys are needed and can't be had.
 * @param timeoutMs milliseconds Google may take to tell its keys
 */
export function createIdTokenVerifier({
  settings,
  clock,
  timeoutMs = 4_000,
}: {
  settings: FirebaseSettings;
  clock: Clock;
  timeoutMs?: number;
}): VerifyIdToken {
  const expected = {
    issuer: `https://securetoken.google.com/${settings.projectId}`,
    audience: settings.projectId,
  };
  const keys = remoteKeys(timeoutMs);
  return async (token) => {
    const now = clock.now();
    const options = { ...expected, currentDate: now };
    try {
      const { payload } = settings.emulator
        ? UnsecuredJWT.decode(token, options)
        : await jwtVerify(token, keys, {
            ...options,
            algorithms: ["RS256"],
            requiredClaims: ["sub", "exp", "iat", "auth_time"],
          });
      const { sub, exp, iat, auth_time: authTime } = payload;
      const latest = now.getTime() / 1000 + skewS;
      // jose leaves these to us: a time in the future, and an empty name.
      const past = typeof iat === "number" && iat <= latest;
      if (!past || typeof exp !== "number" || typeof authTime !== "number" || authTime > latest) return null;
      if (typeof sub !== "string" || sub === "" || sub.length > 128) return null;
      const { sign_in_provider: way } = (payload.firebase ?? {}) as { sign_in_provider?: unknown };
      const id = createHash("sha256")
        .update(token.slice(0, token.lastIndexOf(".")))
        .digest("hex");
      const times = { signedInAt: authTime, madeAt: iat, expiresAt: exp };
      return { uid: sub, id, ...times, anonymous: way === "anonymous" };
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  };
}

/**
 * The keys, asked for when first needed and kept for an hour. A token by a key we don't know has them asked for again,
 * at most twice a minute: Google changes them every few days.
 */
function remoteKeys(timeoutMs: number): JWTVerifyGetKey {
  const find = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: timeoutMs, cacheMaxAge: 3_600_000 });
  const ofTheToken = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];
  return async (header, token) => {
    // A key set with one key would match a token that names none.
    if (typeof header.kid !== "string") throw new errors.JWKSNoMatchingKey();
    try {
      return await find(header, token);
    } catch (error) {
      if (ofTheToken.some((kind) => error instanceof kind)) throw error;
      throw new Away("for its keys", (error as Error).message, error);
    }
  };
}
