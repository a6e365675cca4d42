import { createHash } from "node:crypto";
import { createRemoteJWKSet, errors, jwtVerify, UnsecuredJWT, type JWTVerifyGetKey } from "jose";
import type { FirebaseSettings } from "../../../contract/accounts/firebase.ts";
import type { Clock } from "../../ports/clock.ts";
import { Away } from "./identity-toolkit.ts";

/** Google's present and next keys of ID tokens, as a JWK set. */
export const keysUrl =
  "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";

/** Seconds that Google's clock may be ahead of ours. */
export const skewS = 30;

/**
 * Claims of an ID token: its user, the time of the last sign-in, the time it was made, its expiry (seconds since 1970),
 * and whether it was made for a guest. `id` identifies the token by its signed content, because one signature can be
 * spelt in several ways.
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
 * Verifies Firebase ID tokens by Google's rules for servers without its SDK: RS256 with a Google key, issued by and for
 * this project, not expired, made and signed in before now, with a subject. The settings choose the verification method
 * once; a token's own `alg` is ignored. An invalid token gives null. Throws Away when Google's keys are needed and
 * cannot be fetched.
 * @param timeoutMs milliseconds Google may take to return its keys
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
      // jose does not check two things: a time in the future, and an empty subject.
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
 * Fetches the keys at first use and keeps them for an hour. A token with an unknown key triggers another fetch, at most
 * twice a minute: Google changes its keys every few days.
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
