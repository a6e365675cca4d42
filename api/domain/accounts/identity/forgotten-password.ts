import type { Locale } from "../../../../contract/locales.ts";
import type { PasswordPolicy } from "../../../../contract/accounts/password-policy.ts";
import { passwordLacks } from "../../../../contract/accounts/password-policy.ts";
import type { Db } from "../../../db/client.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { IdentityProvider } from "../../../ports/identity.ts";
import type { Mailer } from "../../../ports/mailer.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { writeMail, type Words } from "../../service/mail/letter.ts";
import { endSessions } from "./session.ts";

export type PasswordDeps = {
  db: Db;
  clock: Clock;
  identity: IdentityProvider;
  /** Null if no mail can be sent. */
  mailer: Mailer | null;
  words: Words;
  /** Scheme and host of links in mails. Never taken from a request, because its sender can choose them. */
  linkBase: string;
  /** Runs work after the call has been answered. */
  afterwards: (work: () => Promise<void>) => void;
};

/**
 * Mails a link that sets a new password. The account is looked up after the answer, so that neither the answer nor its
 * time reveals whether it exists.
 */
export function forgotPassword(
  { identity, mailer, words, linkBase, afterwards }: PasswordDeps,
  { email, locale }: { email: string; locale: Locale },
): void {
  afterwards(async () => {
    const reset = await identity.forgotPassword({ email, locale });
    if (!reset || !mailer) return;
    const url = `${linkBase}/page/login?mode=reset&code=${encodeURIComponent(reset.code)}`;
    const say = (key: string) => words(`mail.${key}`, locale, { email: reset.email });
    await mailer.send(
      writeMail({
        to: reset.email,
        locale,
        subject: say("resetSubject"),
        paragraphs: [say("resetText")],
        link: { label: say("resetAction"), url },
        notes: [say("resetOnce"), say("resetIgnore")],
        signature: words("app.name", locale),
      }),
    );
  });
}

/**
 * Sets a new password with the code of a mail. All sessions end, on every device.
 * @throws Failure bad_code for an unknown, used or expired code · invalid for a password that is not accepted
 */
export async function resetPassword(
  deps: PasswordDeps,
  { code, password, locale }: { code: string; password: string; locale: Locale },
): Promise<void> {
  refuseWeak(deps.identity.passwordPolicy(), password);
  const owner = await deps.identity.resetPassword({ code, password });
  if (!owner) throw new Failure("bad_code");
  await endSessions(deps.db, { uid: owner.uid, now: deps.clock.now() });
  tellOwner(deps, { email: owner.email, locale });
}

/**
 * Sets a new password with the current one. The account's other sessions end.
 * @throws Failure invalid for a wrong current password and for a new one that is not accepted · forbidden without an
 *   e-mail
 */
export async function changePassword(
  deps: PasswordDeps,
  input: {
    uid: string;
    email: string | null;
    tokenHash: string;
    current: string;
    password: string;
    locale: Locale;
  },
): Promise<void> {
  const { uid, email, tokenHash, current, password, locale } = input;
  if (email === null) throw new Failure("forbidden");
  refuseWeak(deps.identity.passwordPolicy(), password);
  const changed = await deps.identity.changePassword({ uid, email, current, password });
  if (!changed) throw invalidField("current", "wrong");
  await endSessions(deps.db, { uid, except: tokenHash, now: deps.clock.now() });
  tellOwner(deps, { email, locale });
}

function refuseWeak(policy: PasswordPolicy, password: string): void {
  const reason = passwordLacks(policy, password);
  if (reason) throw invalidField("password", reason);
}

/** Notifies the account's owner, in case someone else did it. */
function tellOwner(
  { mailer, words, linkBase, afterwards }: PasswordDeps,
  { email, locale }: { email: string | null; locale: Locale },
): void {
  if (!mailer || email === null) return;
  const say = (key: string) => words(`mail.${key}`, locale, { email });
  afterwards(() =>
    mailer.send(
      writeMail({
        to: email,
        locale,
        subject: say("changedSubject"),
        paragraphs: [say("changedText")],
        link: { label: say("changedAction"), url: `${linkBase}/page/login?mode=forgot` },
        notes: [],
        signature: words("app.name", locale),
      }),
    ),
  );
}
