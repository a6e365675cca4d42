import { eq, sql } from "drizzle-orm";
import type { OutputOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import { users } from "../../../db/schema.ts";
import type { AddressBook } from "../../../ports/identity.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { writeMail } from "../../service/mail/letter.ts";
import { makeAddressCode, requireAddressCode } from "./address-code.ts";
import { requireAcceptedDomain } from "./refused-domains.ts";
import { endSessions, type Session } from "./session.ts";
import { knownMail, type AddressRules, type SignUpCodeDeps } from "./sign-up-code.ts";

type Given = { session: Session; locale: Locale };
type Proof = { ticket: string; code: string };

/** The address of a user, and whether its user has proven it. */
export async function addressState(
  deps: SignUpCodeDeps,
  { uid, email }: User,
): Promise<OutputOf<"address/state">> {
  const { addresses } = deps.identity;
  const known = email !== null && addresses !== null;
  return {
    email,
    confirmed: known ? await addresses.isConfirmed(uid) : null,
    possible: known && deps.mailer !== null,
  };
}

/**
 * Mails a code to the account's own address, or to the one that shall take its place. Whether an account has that one
 * is looked up after the answer; its owner gets a notice instead of a code.
 * @throws Failure not_found where the service can't · invalid for an address that is not accepted
 */
export function sendAddressCode(
  deps: SignUpCodeDeps,
  { session, locale, rules, email }: Given & { rules: AddressRules; email?: string | undefined },
): { ticket: string } {
  const { user, mailer } = { ...writable(deps, session), mailer: deps.mailer! };
  const to = email ?? user.email;
  if (email !== undefined) requireAcceptedDomain(email, rules.refusedDomains);
  const { code, ticket } = makeAddressCode(signed(deps, { email: to, uid: user.uid }));
  deps.afterwards(async () => {
    const isOther = email !== undefined && !isSame(email, user.email);
    const isKnown = isOther && (await deps.identity.isKnown(email));
    await mailer.send(
      isKnown ? knownMail(deps, { email, locale }) : codeMail(deps, { email: to, locale, code }),
    );
  });
  return { ticket };
}

/** Takes the account's address as proven. @throws Failure invalid for a code that is wrong or too old · not_found */
export async function confirmAddress(
  deps: SignUpCodeDeps,
  { session, ticket, code }: { session: Session } & Proof,
): Promise<void> {
  const { user, addresses } = writable(deps, session);
  requireAddressCode(signed(deps, user), { ticket, code });
  if (!(await addresses.confirm(user))) throw invalidField("code", "wrong");
}

/**
 * Puts a proven address in place of the account's. Both addresses are told, so that the owner learns of it who did not
 * do it; the other sessions end.
 * @throws Failure invalid for a code that is wrong or too old, or an address that is not accepted · email_taken ·
 *   not_found
 */
export async function changeAddress(
  deps: SignUpCodeDeps,
  { session, locale, rules, email, ticket, code }: Given & { rules: AddressRules; email: string } & Proof,
): Promise<void> {
  const { user, addresses } = writable(deps, session);
  const { uid, email: former } = user;
  requireAcceptedDomain(email, rules.refusedDomains);
  requireAddressCode(signed(deps, { email, uid }), { ticket, code });
  if (!(await addresses.change({ uid, email }))) throw new Failure("email_taken");
  await deps.db
    .update(users)
    .set({ email: email.normalize("NFKC").toLowerCase(), revision: sql`${users.revision} + 1` })
    .where(eq(users.uid, uid));
  await endSessions(deps.db, { uid, except: session.tokenHash, now: deps.clock.now() });
  if (isSame(email, former)) return;
  for (const [to, kind] of [
    [former, "moved"],
    [email, "arrived"],
  ] as const)
    deps.afterwards(() => deps.mailer!.send(changeMail(deps, { to, kind, former, email, locale })));
}

/**
 * Refuses what the operator sells only to proven addresses. Guests have no address, and buy without one.
 * @throws Failure address_unconfirmed
 */
export async function requireAddressToBuy(
  deps: Pick<SignUpCodeDeps, "confirmsAddresses" | "identity">,
  { user: { uid, email }, rules }: { user: User; rules: AddressRules },
): Promise<void> {
  const { addresses } = deps.identity;
  if (rules.addressProof !== "buying" || !deps.confirmsAddresses || email === null || !addresses) return;
  if (!(await addresses.isConfirmed(uid))) throw new Failure("address_unconfirmed");
}

type Member = User & { email: string };

function writable(
  { identity: { addresses }, mailer }: SignUpCodeDeps,
  { user }: Session,
): { user: Member; addresses: AddressBook } {
  if (!addresses || !mailer || user.email === null) throw new Failure("not_found");
  return { user: user as Member, addresses };
}

function signed({ signUpSecret, clock }: SignUpCodeDeps, { email, uid }: { email: string; uid: string }) {
  return { secret: signUpSecret, email, uid, now: clock.now() };
}

const isSame = (one: string, other: string) =>
  one.normalize("NFKC").toLowerCase() === other.normalize("NFKC").toLowerCase();

function codeMail(
  { words }: SignUpCodeDeps,
  { email, locale, code }: { email: string; locale: Locale; code: string },
) {
  const say = (key: string) => words(`mail.${key}`, locale, { email, code });
  return writeMail({
    to: email,
    locale,
    subject: say("codeSubject"),
    paragraphs: [say("addressText"), code],
    notes: [say("codeOnce"), say("addressIgnore")],
    signature: words("app.name", locale),
  });
}

type Changed = { to: string; kind: "moved" | "arrived"; former: string; email: string; locale: Locale };

function changeMail({ words, linkBase }: SignUpCodeDeps, { to, kind, former, email, locale }: Changed) {
  const say = (key: string) => words(`mail.${key}`, locale, { former, email });
  return writeMail({
    to,
    locale,
    subject: say("movedSubject"),
    paragraphs: [say(`${kind}Text`)],
    ...(kind === "moved" && { link: { label: say("changedAction"), url: `${linkBase}/page/feedback` } }),
    notes: [],
    signature: words("app.name", locale),
  });
}
