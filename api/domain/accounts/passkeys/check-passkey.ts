import { and, eq, or, sql } from "drizzle-orm";
import type {
  PasskeyAnswer,
  PasskeyDescriptor,
  PasskeyRequest,
  PasskeyTransport,
} from "../../../../contract/accounts/passkeys.ts";
import { passkeyTransports } from "../../../../contract/accounts/passkeys.ts";
import { localeOf, type Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { passkeys, users } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import { recordAudit } from "../../service/audit/record-audit.ts";
import { tellOwnerOfFactor, type TellOwnerDeps } from "../factors/tell-owner.ts";
import { challengeMinutes, challengeOf, makeChallenge, spendChallenge, type Asked } from "./challenges.ts";
import type { RelyingParty } from "./relying-party.ts";

export type PasskeyDeps = TellOwnerDeps & {
  db: Db;
  /** Null where browsers have no passkeys. */
  rp: RelyingParty | null;
};

type Row = typeof passkeys.$inferSelect;

/** @throws Failure forbidden where there are no passkeys */
export function requireRelyingParty({ rp }: PasskeyDeps): RelyingParty {
  if (!rp) throw new Failure("forbidden");
  return rp;
}

/** An account's passkeys as browsers are told of them. */
export async function describePasskeys(db: Db, uid: string): Promise<PasskeyDescriptor[]> {
  const rows = await db
    .select({ id: passkeys.id, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.uid, uid))
    .orderBy(passkeys.createdAt);
  return rows.map(({ id, transports }) => ({
    id,
    type: "public-key",
    transports: transports.filter((one): one is PasskeyTransport =>
      (passkeyTransports as readonly string[]).includes(one),
    ),
  }));
}

/**
 * What an authenticator is asked to sign.
 * @param uid whose passkeys may answer; null = whichever the user chooses
 */
export async function beginCheck(
  deps: PasskeyDeps,
  { asked, uid, now }: { asked: Asked; uid: string | null; now: Date },
): Promise<PasskeyRequest> {
  const { id: rpId } = requireRelyingParty(deps);
  return {
    challenge: await makeChallenge(deps.db, asked, now),
    rpId,
    timeout: challengeMinutes * 60_000,
    userVerification: asked.purpose === "factor" ? "preferred" : "required",
    allowCredentials: uid === null ? [] : await describePasskeys(deps.db, uid),
  };
}

/**
 * Checks the answer of an authenticator, and uses its challenge up. Where the passkey stands for a password, its user has
 * to be verified by the authenticator; after a password it is enough to have it.
 * @param uid whose passkey it has to be; null = anyone's
 * @returns its owner
 * @throws Failure passkey_refused, whatever is wrong with it
 */
export async function checkPasskey(
  deps: PasskeyDeps,
  input: { answer: PasskeyAnswer; asked: Asked; uid: string | null; locale: Locale; now: Date },
): Promise<{ uid: string }> {
  const { answer, asked, uid, now } = input;
  const { db } = deps;
  const [row] = await db.select().from(passkeys).where(eq(passkeys.id, answer.id));
  const counter = await verify(deps, { ...input, row });
  if (counter === null || !row || (uid !== null && row.uid !== uid)) throw new Failure("passkey_refused");
  const { userHandle } = answer.response;
  if (userHandle && Buffer.from(userHandle, "base64url").toString() !== row.uid)
    throw new Failure("passkey_refused");
  // A counter of 0 stays at 0. Compared in the database, so that of two copies used at once one is found out.
  const { counter: last } = passkeys;
  const isNext = or(sql`${last} < ${counter}`, sql`${last} = 0 and ${counter} = 0`);
  const used = await db
    .update(passkeys)
    .set({ counter, usedAt: now })
    .where(and(eq(passkeys.id, row.id), isNext))
    .returning({ id: passkeys.id });
  if (used.length === 0) {
    await reportCopy(deps, { row, counter, asked, now });
    throw new Failure("passkey_refused");
  }
  return { uid: row.uid };
}

/** @returns the authenticator's count of uses; null for an answer that is not valid */
async function verify(
  deps: PasskeyDeps,
  { answer, asked, row, now }: { answer: PasskeyAnswer; asked: Asked; row: Row | undefined; now: Date },
): Promise<number | null> {
  const rp = requireRelyingParty(deps);
  // Spent before the check, whose every refusal is an error, as a fault of the database would be.
  const challenge = challengeOf(answer.response.clientDataJSON);
  if (!challenge || !(await spendChallenge(deps.db, { challenge, asked, now })) || !row) return null;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const checked = await verifyAuthenticationResponse({
    response: { ...answer, response: withoutNull(answer.response), clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: asked.purpose !== "factor",
    // The counter is compared by us, once the signature is known to be right.
    credential: { id: row.id, publicKey: Buffer.from(row.publicKey, "base64url"), counter: 0 },
  }).catch(() => null);
  return checked?.verified ? checked.authenticationInfo.newCounter : null;
}

function withoutNull({ userHandle, ...response }: PasskeyAnswer["response"]) {
  return { ...response, ...(userHandle && { userHandle }) };
}

/** A count that does not grow is of a copy of the authenticator, or of the one that was copied: no one can tell which. */
async function reportCopy(
  deps: PasskeyDeps,
  { row, counter, asked, now }: { row: Row; counter: number; asked: Asked; now: Date },
): Promise<void> {
  const [owner] = await deps.db.select().from(users).where(eq(users.uid, row.uid));
  if (!owner) return;
  await recordAudit(deps.db, {
    actor: { uid: null, name: null },
    action: "login/passkey",
    target: { kind: "user", id: row.uid },
    before: { passkey: row.name, counter: row.counter },
    after: { passkey: row.name, counter, refused: asked.purpose },
    now,
  });
  tellOwnerOfFactor(deps, { event: "passkeyCopied", email: owner.email, locale: localeOf(owner.locale) });
}
