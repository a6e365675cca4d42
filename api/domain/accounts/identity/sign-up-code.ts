import type { Locale } from "../../../../contract/locales.ts";
import type { SettingValues } from "../../../../contract/service/settings.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { writeMail } from "../../service/mail/letter.ts";
import { makeAddressCode, requireAddressCode } from "./address-code.ts";
import { requireAcceptedDomain } from "./refused-domains.ts";
import type { PasswordDeps } from "./forgotten-password.ts";

export type SignUpCodeDeps = PasswordDeps & {
  /** Whether an address has to be proven before an account opens: true if the service can send mails. */
  confirmsAddresses: boolean;
  /** Key that signs tickets. */
  signUpSecret: string;
};

/** The same rules for the proof of an account's address as for a new account's. */
export type AddressRules = Pick<SettingValues, "addressProof" | "refusedDomains">;

/** Whether an account opens only by a code that is mailed to its address. */
export function opensByCode(deps: Pick<SignUpCodeDeps, "confirmsAddresses">, rules: AddressRules): boolean {
  return deps.confirmsAddresses && rules.addressProof === "sign-up";
}

/**
 * Mails a code that proves an address. The account is looked up after the answer; if one exists, its owner gets a
 * notice instead. So neither the answer nor its time reveals the account.
 * @returns a ticket that makes the code valid, for this address and half an hour. It is not stored here.
 * @throws Failure not_found if accounts open without a code · invalid for an address of a refused domain
 */
export function sendSignUpCode(
  deps: SignUpCodeDeps,
  { email, locale, rules }: { email: string; locale: Locale; rules: AddressRules },
): { ticket: string } {
  const { mailer } = deps;
  if (!opensByCode(deps, rules) || !mailer) throw new Failure("not_found");
  requireAcceptedDomain(email, rules.refusedDomains);
  const { code, ticket } = makeAddressCode(signed(deps, email));
  deps.afterwards(async () => {
    const isKnown = await deps.identity.isKnown(email);
    await mailer.send(isKnown ? knownMail(deps, { email, locale }) : codeMail(deps, { email, locale, code }));
  });
  return { ticket };
}

/**
 * Refuses an account whose address is not proven, or not accepted.
 * @returns whether the address is proven
 * @throws Failure invalid for a code that is missing, wrong, too old, or another address's, and for a refused domain
 */
export function requireProvenAddress(
  deps: SignUpCodeDeps,
  given: { email: string; ticket?: string | undefined; code?: string | undefined; rules: AddressRules },
): boolean {
  const { email, ticket, code, rules } = given;
  requireAcceptedDomain(email, rules.refusedDomains);
  if (!opensByCode(deps, rules)) return false;
  if (ticket === undefined || code === undefined) throw invalidField("code", "required");
  requireAddressCode(signed(deps, email), { ticket, code });
  return true;
}

function signed({ signUpSecret, clock }: SignUpCodeDeps, email: string) {
  return { secret: signUpSecret, email, now: clock.now() };
}

type To = { email: string; locale: Locale };

function codeMail({ words }: SignUpCodeDeps, { email, locale, code }: To & { code: string }) {
  const say = (key: string) => words(`mail.${key}`, locale, { email, code });
  return writeMail({
    to: email,
    locale,
    subject: say("codeSubject"),
    paragraphs: [say("codeText"), code],
    notes: [say("codeOnce"), say("codeIgnore")],
    signature: words("app.name", locale),
  });
}

/** Tells who has an account that there is one. */
export function knownMail({ words, linkBase }: SignUpCodeDeps, { email, locale }: To) {
  const say = (key: string) => words(`mail.${key}`, locale, { email });
  return writeMail({
    to: email,
    locale,
    subject: say("knownSubject"),
    paragraphs: [say("knownText")],
    link: { label: words("login.signIn", locale), url: `${linkBase}/page/login` },
    notes: [say("knownForgot"), say("knownIgnore")],
    signature: words("app.name", locale),
  });
}
