import { eq } from "drizzle-orm";
import type { OutputOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { secondFactors, users } from "../../../db/schema.ts";
import type { IdentityProvider } from "../../../ports/identity.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import type { Seal } from "../../kernel/seal.ts";
import type { User } from "../../kernel/user.ts";
import { hasFactor, plainDigits } from "./check-factor.ts";
import { forgetWithoutFactor } from "./remove-factor.ts";
import { countRecoveryCodes, renewRecoveryCodes } from "./recovery-codes.ts";
import { tellOwnerOfFactor, type TellOwnerDeps } from "./tell-owner.ts";
import { newSecret, otpauthUri, stepOfCode } from "./totp.ts";

export type FactorDeps = TellOwnerDeps & {
  db: Db;
  identity: IdentityProvider;
  /** Encrypts secrets at rest, and the tickets of set-ups. */
  seal: Seal;
};

/** Who asks, in which language mails are written, and when. */
type Asker = { user: User; locale: Locale; now: Date };

/** Minutes in which a set-up has to be finished. */
const setUpMinutes = 60;

/** Other identity providers have second factors of their own, and a guest has nothing to sign in with. */
function isPossible({ identity }: FactorDeps, { anonymous, email, uid }: User): boolean {
  return identity.kind === "local" && !anonymous && email !== null && !uid.startsWith("native:");
}

/** The caller's authenticator app and recovery codes, for the page about them. */
export async function factorState(
  deps: FactorDeps,
  user: User,
): Promise<Pick<OutputOf<"factor/state">, "possible" | "since" | "recoveryLeft">> {
  const { db } = deps;
  const [factor] = await db
    .select({ createdAt: secondFactors.createdAt })
    .from(secondFactors)
    .where(eq(secondFactors.uid, user.uid));
  return {
    possible: isPossible(deps, user),
    since: factor?.createdAt.toISOString() ?? null,
    recoveryLeft: await countRecoveryCodes(db, user.uid),
  };
}

/**
 * A new secret for an authenticator app, and the ticket that holds it until the app's first code is typed. Nothing is
 * stored.
 * @param ticket of an earlier answer, to have that one again
 * @throws Failure forbidden for an account without a password here
 */
export function beginFactor(
  deps: FactorDeps,
  { user, locale, now, ticket }: Asker & { ticket?: string | undefined },
): OutputOf<"factor/begin"> {
  if (!isPossible(deps, user)) throw new Failure("forbidden");
  const secret = (ticket && openTicket(deps, { ticket, user, now })) || newSecret();
  const issuer = deps.words("app.name", locale);
  return {
    ticket: deps.seal.close(`${now.getTime()} ${secret}`, `set-up ${user.uid}`),
    secret,
    uri: otpauthUri({ secret, issuer, account: user.email! }),
  };
}

function openTicket(
  { seal }: FactorDeps,
  { ticket, user, now }: { ticket: string; user: User; now: Date },
): string | null {
  const [at, secret] = seal.open(ticket, `set-up ${user.uid}`)?.text.split(" ") ?? [];
  return secret && now.getTime() - Number(at) < setUpMinutes * 60_000 ? secret : null;
}

/**
 * Turns the second factor on by the app's first code, which counts as used.
 * @returns the recovery codes
 * @throws Failure invalid for a wrong code and an old ticket · conflict where there is a factor already · forbidden
 */
export async function turnFactorOn(
  deps: FactorDeps,
  { user, locale, now, ticket, code }: Asker & { ticket: string; code: string },
): Promise<{ codes: string[] }> {
  if (!isPossible(deps, user)) throw new Failure("forbidden");
  const { uid, email } = user;
  const secret = openTicket(deps, { ticket, user, now });
  const step = secret === null ? null : stepOfCode(secret, { code: plainDigits(code), now });
  if (secret === null || step === null) throw invalidField("code", "wrong");
  const codes = await deps.db.transaction(async (tx) => {
    // Waits for sign-ins that are under way, and for a deletion.
    const [owner] = await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for("update");
    if (!owner) throw new Failure("unauthorised");
    const row = { uid, sealed: deps.seal.close(secret, uid), lastStep: step, createdAt: now };
    const added = await tx.insert(secondFactors).values(row).onConflictDoNothing().returning();
    if (added.length === 0) throw new Failure("conflict");
    return renewRecoveryCodes(tx, uid);
  });
  tellOwnerOfFactor(deps, { event: "factorOn", email, locale });
  return { codes };
}

/** Makes the recovery codes anew. @throws Failure not_found without a factor */
export async function renewCodes(
  deps: FactorDeps,
  { user: { uid, email }, locale }: Asker,
): Promise<{ codes: string[] }> {
  const codes = await deps.db.transaction(async (tx) => {
    await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for("update");
    if (!(await hasFactor(tx, uid))) throw new Failure("not_found");
    return renewRecoveryCodes(tx, uid);
  });
  tellOwnerOfFactor(deps, { event: "recoveryNew", email, locale });
  return { codes };
}

/**
 * Removes the app; without a passkey also the recovery codes, and the sign-ins that wait. Without one it does nothing, so a
 * form may be sent twice.
 */
export async function turnFactorOff(
  deps: FactorDeps,
  { user: { uid, email }, locale }: Asker,
): Promise<void> {
  const wasOn = await deps.db.transaction(async (tx) => {
    await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for("update");
    const removed = await tx.delete(secondFactors).where(eq(secondFactors.uid, uid)).returning();
    await forgetWithoutFactor(tx, uid);
    return removed.length > 0;
  });
  if (wasOn) tellOwnerOfFactor(deps, { event: "factorOff", email, locale });
}
