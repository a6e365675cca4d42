import type { PasskeyAnswer } from "../../../contract/accounts/passkeys.ts";
import { checkFactor, type Checked } from "../accounts/factors/check-factor.ts";
import { countGuess, endPendingSignIn, findPendingSignIn } from "../accounts/factors/pending-sign-ins.ts";
import type { FactorDeps } from "../accounts/factors/set-up-factor.ts";
import { tellOwnerOfFactor } from "../accounts/factors/tell-owner.ts";
import { renewSession } from "../accounts/identity/session.ts";
import { checkPasskey, type PasskeyDeps } from "../accounts/passkeys/check-passkey.ts";
import { refuseBanned } from "../accounts/users/bans.ts";
import { Failure, invalidField } from "../kernel/failure.ts";
import { emailOf, enter, lockUser, type Caller, type Entered } from "./login.ts";

type Deps = FactorDeps & PasskeyDeps;

/** An account that exists: a sign-in changes nothing that is known of it. */
const known = (uid: string) => ({ uid, anonymous: false, email: null, name: null, avatar: null });

/**
 * Finishes a sign-in that waits for its second factor: a code, or a passkey.
 * @throws Failure sign_in_expired for a ticket that is unknown, used or old, or whose account has ended its sessions,
 *   set another password, or removed the factor since · invalid for a wrong code · passkey_refused · banned ·
 *   too_many_requests
 */
export async function loginWithFactor(
  deps: Deps,
  input: Caller & {
    ticket: string;
    code?: string | undefined;
    passkey?: PasskeyAnswer | undefined;
  },
): Promise<Entered> {
  const { ticket, code, passkey, locale, now } = input;
  if (code === undefined && passkey === undefined) throw invalidField("code", "required");
  const pending = await findPendingSignIn(deps.db, { ticket, now });
  if (!pending) throw new Failure("sign_in_expired");
  const { uid, provenAt } = pending;
  if (passkey)
    await checkPasskey(deps, { answer: passkey, asked: { purpose: "factor", ticket }, uid, locale, now });
  const { checked, entered } = await deps.db.transaction(async (tx) => {
    const before = await lockUser(tx, uid);
    await refuseBanned(tx, { uid, now });
    const isRevoked = before?.proofsAfter ? provenAt < before.proofsAfter : false;
    const check = (): Promise<Checked | "passkey"> =>
      passkey
        ? Promise.resolve("passkey" as const)
        : checkFactor(tx, { uid, code: code ?? "", seal: deps.seal, now });
    const checked = before && !isRevoked ? await check() : "none";
    if (checked === "wrong")
      return { checked: (await countGuess(tx, ticket)) ? checked : "none", entered: null };
    if (!(await endPendingSignIn(tx, ticket)) || checked === "none")
      return { checked: "none", entered: null };
    const entering = { ...input, joined: false, provenAt: now, goesOn: false };
    return { checked, entered: await enter(tx, known(uid), entering) };
  });
  if (checked === "wrong") throw invalidField("code", "wrong");
  if (!entered) throw new Failure("sign_in_expired");
  if (checked === "recovery")
    tellOwnerOfFactor(deps, { event: "recoveryUsed", email: await emailOf(deps.db, uid), locale });
  return entered;
}

/**
 * Signs in with a passkey alone, whose authenticator has verified its user: it is both factors. A caller with a session of
 * that account keeps it.
 * @throws Failure passkey_refused, whatever is wrong with it · banned
 */
export async function loginWithPasskey(
  deps: Deps,
  input: Caller & { passkey: PasskeyAnswer },
): Promise<Entered> {
  const { passkey, held, userAgent, locale, now } = input;
  const asked = { purpose: "sign-in" } as const;
  const { uid } = await checkPasskey(deps, { answer: passkey, asked, uid: null, locale, now });
  return deps.db.transaction(async (tx) => {
    // Locked: a deletion that is under way takes the passkey with it.
    if (!(await lockUser(tx, uid))) throw new Failure("passkey_refused");
    await refuseBanned(tx, { uid, now });
    const goesOn =
      held?.user.uid === uid &&
      (await renewSession(tx, { tokenHash: held.tokenHash, userAgent, now, confirmedAt: now }));
    return enter(tx, known(uid), { ...input, joined: false, provenAt: now, goesOn });
  });
}
