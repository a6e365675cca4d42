import type { Locale } from "../../../../contract/locales.ts";
import type { ProvenIdentity } from "../../../ports/identity.ts";
import { Failure } from "../../kernel/failure.ts";
import { writeMail } from "../../service/mail/letter.ts";
import type { PasswordDeps } from "./forgotten-password.ts";

/**
 * Mails a link that signs in. The account is looked up after the answer, so that neither the answer nor its time reveals
 * whether it exists.
 */
export function mailSignInLink(
  { identity, mailer, words, linkBase, afterwards }: PasswordDeps,
  { email, locale }: { email: string; locale: Locale },
): void {
  afterwards(async () => {
    if (!mailer) return;
    const link = await identity.links?.begin(email);
    if (!link) return;
    const say = (key: string) => words(`mail.${key}`, locale, { email: link.email });
    await mailer.send(
      writeMail({
        to: link.email,
        locale,
        subject: say("linkSubject"),
        paragraphs: [say("linkText")],
        link: { label: words("login.signIn", locale), url: `${linkBase}/page/login/link?code=${link.code}` },
        notes: [say("linkOnce"), say("linkIgnore")],
        signature: words("app.name", locale),
      }),
    );
  });
}

/**
 * Uses up the code of such a mail.
 * @returns a proof of its account, which `login/uid` judges as any other
 * @throws Failure bad_code for a code that is unknown, used or expired, or that the account's owner has ended
 */
export async function enterByLink(
  { identity }: Pick<PasswordDeps, "identity">,
  code: string,
): Promise<ProvenIdentity> {
  const proven = await identity.links?.enter(code);
  if (!proven) throw new Failure("bad_code");
  return proven;
}
