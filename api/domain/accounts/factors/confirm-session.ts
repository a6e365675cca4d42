import { eq } from "drizzle-orm";
import type { PasskeyAnswer } from "../../../../contract/accounts/passkeys.ts";
import type { Locale } from "../../../../contract/locales.ts";
import { sessions } from "../../../db/schema.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import type { Session } from "../identity/session.ts";
import { checkPasskey, type PasskeyDeps } from "../passkeys/check-passkey.ts";
import { checkFactor } from "./check-factor.ts";
import type { FactorDeps } from "./set-up-factor.ts";
import { tellOwnerOfFactor } from "./tell-owner.ts";

/** Minutes after a sign-in or a confirmation in which a session may do what an owner alone should. */
const confirmedMinutes = 10;
/** The same for the parts of an export after its first: a long one goes on. */
const partMinutes = 60;

/**
 * Refuses a session that a thief of its cookie may hold. Guests have nothing to confirm by, nor have users whom a native
 * host vouches for: of them the session is asked alone.
 * @param continues a later part of something that began with a confirmed session
 * @throws Failure confirm_required
 */
export function requireConfirmed(session: Session, now: Date, continues = false): Session {
  if (!isConfirmed(session, now, continues ? partMinutes : confirmedMinutes))
    throw new Failure("confirm_required");
  return session;
}

/** @returns whether `requireConfirmed` would let the session pass */
export function isConfirmed({ user, confirmedAt }: Session, now: Date, minutes = confirmedMinutes): boolean {
  if (user.anonymous || user.uid.startsWith("native:")) return true;
  return confirmedAt !== null && now.getTime() - confirmedAt.getTime() < minutes * 60_000;
}

/**
 * Confirms a session by the user's password, a code of the second factor, a passkey, or a fresh proof of the provider's.
 * @throws Failure invalid for what is wrong or missing · passkey_refused · too_many_requests
 */
export async function confirmSession(
  deps: FactorDeps & PasskeyDeps,
  input: {
    session: Session;
    password?: string | undefined;
    code?: string | undefined;
    proof?: string | undefined;
    passkey?: PasskeyAnswer | undefined;
    locale: Locale;
    now: Date;
  },
): Promise<void> {
  const { session, password, code, proof, passkey, now } = input;
  const { uid, email } = session.user;
  if (passkey)
    await checkPasskey(deps, { ...input, answer: passkey, asked: { purpose: "confirm", uid }, uid });
  else if (code !== undefined) await confirmByFactor(deps, { ...input, code });
  else {
    if (password === undefined && proof === undefined) throw invalidField("password", "required");
    // Without an address there is no password to be wrong: signing in anew confirms as well.
    const owner = email && (await deps.identity.confirmOwner({ uid, email, password, proof }));
    if (!owner) throw invalidField("password", "wrong");
  }
  await deps.db.update(sessions).set({ confirmedAt: now }).where(eq(sessions.tokenHash, session.tokenHash));
}

async function confirmByFactor(
  deps: FactorDeps,
  { session, code, locale, now }: { session: Session; code: string; locale: Locale; now: Date },
): Promise<void> {
  const { uid, email } = session.user;
  const { seal } = deps;
  const checked = await deps.db.transaction((tx) => checkFactor(tx, { uid, code, seal, now }));
  if (checked === "wrong" || checked === "none") throw invalidField("code", "wrong");
  if (checked === "recovery") tellOwnerOfFactor(deps, { event: "recoveryUsed", email, locale });
}
