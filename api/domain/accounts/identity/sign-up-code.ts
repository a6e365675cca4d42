import { createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import type { Locale } from "../../../../contract/locales.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { writeMail } from "../../service/mail/letter.ts";
import type { PasswordDeps } from "./forgotten-password.ts";

export type SignUpCodeDeps = PasswordDeps & {
  /** Whether an address has to be proven before an account opens: true if the service can send mails. */
  confirmsAddresses: boolean;
  /** Key that signs tickets. */
  signUpSecret: string;
};

/** Minutes a code is valid. */
const validMinutes = 30;

/**
 * Mails a code that proves an address. The account is looked up after the answer; if one exists, its owner gets a
 * notice instead. So neither the answer nor its time reveals the account.
 * @returns a ticket that makes the code valid, for this address and half an hour. It is not stored here.
 * @throws Failure not_found if accounts open without a code
 */
export function sendSignUpCode(
  deps: SignUpCodeDeps,
  { email, locale }: { email: string; locale: Locale },
): { ticket: string } {
  const { mailer, clock } = deps;
  if (!deps.confirmsAddresses || !mailer) throw new Failure("not_found");
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const expiresS = Math.floor(clock.now().getTime() / 1000) + validMinutes * 60;
  const part = `${expiresS}.${randomBytes(16).toString("base64url")}`;
  deps.afterwards(async () => {
    const isKnown = await deps.identity.isKnown(email);
    await mailer.send(isKnown ? knownMail(deps, { email, locale }) : codeMail(deps, { email, locale, code }));
  });
  return { ticket: `${part}.${macOf(deps, { email, part, code }).toString("base64url")}` };
}

/**
 * Refuses an account whose address is not proven. The same code may be used twice, because a form can be sent twice.
 * @throws Failure invalid for a code that is missing, wrong, too old, or another address's
 */
export function requireProvenAddress(
  deps: SignUpCodeDeps,
  { email, ticket, code }: { email: string; ticket?: string | undefined; code?: string | undefined },
): void {
  if (!deps.confirmsAddresses) return;
  if (ticket === undefined || code === undefined) throw invalidField("code", "required");
  const [expiresS = "", nonce = "", mac = ""] = ticket.split(".");
  const expected = macOf(deps, { email, part: `${expiresS}.${nonce}`, code });
  const given = Buffer.from(mac, "base64url");
  const isRight = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isRight || Number(expiresS) * 1000 <= deps.clock.now().getTime()) throw invalidField("code", "wrong");
}

function macOf(
  { signUpSecret }: SignUpCodeDeps,
  { email, part, code }: { email: string; part: string; code: string },
): Buffer {
  const address = email.normalize("NFKC").toLowerCase();
  return createHmac("sha256", signUpSecret).update(`${part}.${code}.${address}`).digest();
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

function knownMail({ words, linkBase }: SignUpCodeDeps, { email, locale }: To) {
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
