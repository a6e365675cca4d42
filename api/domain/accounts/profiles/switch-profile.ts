import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { profiles, sessions } from "../../../db/schema.ts";
import type { IdentityProvider } from "../../../ports/identity.ts";
import { plainDigits } from "../factors/check-factor.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { asksSecret, leavesKids, type Chooser } from "./list-profiles.ts";
import type { ProfileRow } from "./open-profile.ts";
import { countGuess, type Pins } from "./pins.ts";

export type SwitchDeps = { db: Db; identity: IdentityProvider; pins: Pins };

/**
 * Opens a profile in a session. A protected one takes its PIN. So does a profile that shows more than the kids profile
 * that is left; there the PIN of the account's own profile does too. The account's password always does.
 * @throws Failure not_found for a profile of another account · invalid for what is wrong or missing · too_many_requests
 *   · unauthorised if the session has ended meanwhile
 */
export async function switchProfile(
  deps: SwitchDeps,
  { id, pin, password, proof, ...chooser }: ParsedOf<"profiles/open"> & Chooser,
): Promise<OutputOf<"profiles/open">> {
  const { session, now } = chooser;
  const { uid, email } = session.user;
  const [row] = await deps.db
    .select()
    .from(profiles)
    .where(and(eq(profiles.id, id), eq(profiles.uid, uid)));
  if (!row) throw new Failure("not_found");
  let confirmedAt = session.confirmedAt;
  if (asksSecret(chooser, row)) {
    if (password !== undefined || proof !== undefined) {
      const owner = email && (await deps.identity.confirmOwner({ uid, email, password, proof }));
      if (!owner) throw invalidField("password", "wrong");
      confirmedAt = now;
    } else await checkPin(deps, { row, pin, ...chooser });
  }
  const opened = await deps.db
    .update(sessions)
    .set({ profileId: id, confirmedAt })
    .where(eq(sessions.tokenHash, session.tokenHash))
    .returning({ uid: sessions.uid });
  if (opened.length === 0) throw new Failure("unauthorised");
  return { locale: row.locale as Locale | null, main: id === uid, mark: markOf(id) };
}

async function checkPin(
  { db, pins }: SwitchDeps,
  { row, pin, session, now }: Chooser & { row: ProfileRow; pin: string | undefined },
): Promise<void> {
  const { uid } = session.user;
  const candidates = leavesKids(session, row) ? await withMain(db, row) : [row];
  const known = candidates.filter(({ pinHash }) => pinHash !== null);
  if (known.length === 0) throw invalidField("password", "required");
  if (pin === undefined) throw invalidField("pin", "required");
  const digits = plainDigits(pin);
  const takeBack = await countGuess(db, { uid, now });
  let isRight = false;
  try {
    for (const { id, pinHash } of known) isRight ||= await pins.verify(digits, id, pinHash!);
  } catch (error) {
    await takeBack();
    throw error;
  }
  if (!isRight) throw invalidField("pin", "wrong");
  await takeBack();
}

async function withMain(db: Db, row: ProfileRow): Promise<ProfileRow[]> {
  if (row.id === row.uid) return [row];
  return [row, ...(await db.select().from(profiles).where(eq(profiles.id, row.uid)))];
}

/** Changes with the profile; its id is no secret, and this is no more than a name for what a browser keeps. */
function markOf(id: string): string {
  return createHash("sha256").update(`profile ${id}`).digest("base64url").slice(0, 10);
}
