import { and, count, eq } from "drizzle-orm";
import type { OutputOf } from "../../../../contract/index.ts";
import type { NewPasskey, PasskeyCreation } from "../../../../contract/accounts/passkeys.ts";
import { mostPasskeys } from "../../../../contract/accounts/values.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { passkeys, users } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import type { FactorDeps } from "../factors/set-up-factor.ts";
import { hasFactor } from "../factors/check-factor.ts";
import { forgetWithoutFactor } from "../factors/remove-factor.ts";
import { renewRecoveryCodes } from "../factors/recovery-codes.ts";
import { tellOwnerOfFactor } from "../factors/tell-owner.ts";
import { challengeMinutes, challengeOf, makeChallenge, spendChallenge } from "./challenges.ts";
import { describePasskeys, requireRelyingParty, type PasskeyDeps } from "./check-passkey.ts";

type Deps = PasskeyDeps & FactorDeps;
type Asker = { user: User; locale: Locale; now: Date };

/** ES256, Ed25519 and RS256, which all authenticators have one of. */
const algorithms = [-7, -8, -257];

/** Other identity providers have passkeys of their own, and a guest has nothing to sign in to. */
export function mayHavePasskeys({ identity, rp }: Deps, { anonymous, uid }: User): boolean {
  return rp !== null && identity.kind === "local" && !anonymous && !uid.startsWith("native:");
}

/** The account's passkeys, in the order in which they were added. */
export async function listPasskeys(db: Db, uid: string): Promise<OutputOf<"factor/state">["passkeys"]> {
  const rows = await db.select().from(passkeys).where(eq(passkeys.uid, uid)).orderBy(passkeys.createdAt);
  return rows.map(({ id, name, createdAt, usedAt, backedUp }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
    backedUp,
  }));
}

/**
 * What a browser makes a new passkey from. Nothing is stored but the challenge.
 * @throws Failure forbidden for an account that can't have one · passkey_limit
 */
export async function beginPasskey(deps: Deps, { user, locale, now }: Asker): Promise<PasskeyCreation> {
  if (!mayHavePasskeys(deps, user)) throw new Failure("forbidden");
  const { id } = requireRelyingParty(deps);
  const known = await describePasskeys(deps.db, user.uid);
  if (known.length >= mostPasskeys) throw new Failure("passkey_limit");
  const name = user.email ?? user.name ?? user.uid;
  return {
    rp: { id, name: deps.words("app.name", locale) },
    user: { id: Buffer.from(user.uid).toString("base64url"), name, displayName: user.name ?? name },
    challenge: await makeChallenge(deps.db, { purpose: "add", uid: user.uid }, now),
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    timeout: challengeMinutes * 60_000,
    excludeCredentials: known,
    // It signs in by itself: so it is found without a name, and asks for a finger, a face or a PIN.
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  };
}

/**
 * Adds a passkey. It is a second factor from then on.
 * @returns recovery codes, where it is the account's first second factor
 * @throws Failure forbidden · passkey_limit · passkey_refused, whatever is wrong with it
 */
export async function addPasskey(
  deps: Deps,
  { user, locale, now, name, passkey }: Asker & { name: string; passkey: NewPasskey },
): Promise<{ codes: string[] | null }> {
  if (!mayHavePasskeys(deps, user)) throw new Failure("forbidden");
  const { uid, email } = user;
  const made = await verifyNew(deps, { uid, passkey, now });
  if (!made) throw new Failure("passkey_refused");
  const codes = await deps.db.transaction(async (tx) => {
    // Waits for sign-ins that are under way, for another passkey that is added, and for a deletion.
    await lockOwner(tx, uid);
    const [known] = await tx.select({ n: count() }).from(passkeys).where(eq(passkeys.uid, uid));
    if (known!.n >= mostPasskeys) throw new Failure("passkey_limit");
    const hadFactor = await hasFactor(tx, uid);
    const row = { ...made, uid, name, createdAt: now };
    const added = await tx.insert(passkeys).values(row).onConflictDoNothing().returning();
    if (added.length === 0) throw new Failure("passkey_refused");
    return hadFactor ? null : renewRecoveryCodes(tx, uid);
  });
  tellOwnerOfFactor(deps, { event: "passkeyOn", email, locale });
  return { codes };
}

async function verifyNew(deps: Deps, { uid, passkey, now }: { uid: string; passkey: NewPasskey; now: Date }) {
  const rp = requireRelyingParty(deps);
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const challenge = challengeOf(passkey.response.clientDataJSON);
  if (!challenge || !(await spendChallenge(deps.db, { challenge, asked: { purpose: "add", uid }, now })))
    return null;
  const { transports, ...response } = passkey.response;
  const verified = await verifyRegistrationResponse({
    response: { ...passkey, response: { ...response, transports: [] }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { credential, credentialBackedUp: backedUp } = verified.registrationInfo;
  const publicKey = Buffer.from(credential.publicKey).toString("base64url");
  return { id: credential.id, publicKey, counter: credential.counter, backedUp, transports };
}

/** Names a passkey. @throws Failure not_found for one that is not the account's */
export async function renamePasskey(
  { db }: Deps,
  { user, id, name }: Asker & { id: string; name: string },
): Promise<void> {
  const own = and(eq(passkeys.id, id), eq(passkeys.uid, user.uid));
  const renamed = await db.update(passkeys).set({ name }).where(own).returning({ id: passkeys.id });
  if (renamed.length === 0) throw new Failure("not_found");
}

/** Removes a passkey. One that is gone does nothing, so a form may be sent twice. */
export async function removePasskey(
  deps: Deps,
  { user: { uid, email }, locale, id }: Asker & { id: string },
): Promise<void> {
  const wasThere = await deps.db.transaction(async (tx) => {
    await lockOwner(tx, uid);
    const own = and(eq(passkeys.id, id), eq(passkeys.uid, uid));
    const removed = await tx.delete(passkeys).where(own).returning({ id: passkeys.id });
    await forgetWithoutFactor(tx, uid);
    return removed.length > 0;
  });
  if (wasThere) tellOwnerOfFactor(deps, { event: "passkeyOff", email, locale });
}

async function lockOwner(tx: Db, uid: string): Promise<void> {
  const [owner] = await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for("update");
  if (!owner) throw new Failure("unauthorised");
}
