import type { Locale } from "../../../../contract/locales.ts";
import type { Mailer } from "../../../ports/mailer.ts";
import { writeMail, type Words } from "../../service/mail/letter.ts";

export type TellOwnerDeps = {
  /** Null if no mail can be sent. */
  mailer: Mailer | null;
  words: Words;
  linkBase: string;
  afterwards: (work: () => Promise<void>) => void;
};

/** What happened to an account's ways in; each has its texts in the packs. */
export type FactorEvent =
  | "factorOn"
  | "factorOff"
  | "recoveryUsed"
  | "recoveryNew"
  | "passkeyOn"
  | "passkeyOff"
  | "passkeyCopied"
  | "linked"
  | "unlinked";

/** Mails the account's owner what happened to the second factor, in case someone else did it. */
export function tellOwnerOfFactor(
  { mailer, words, linkBase, afterwards }: TellOwnerDeps,
  { event, email, locale }: { event: FactorEvent; email: string | null; locale: Locale },
): void {
  if (!mailer || email === null) return;
  const say = (key: string) => words(`mail.${key}`, locale, { email });
  afterwards(() =>
    mailer.send(
      writeMail({
        to: email,
        locale,
        subject: say(`${event}Subject`),
        paragraphs: [say(`${event}Text`)],
        link: { label: say("changedAction"), url: `${linkBase}/page/login?mode=forgot` },
        notes: [],
        signature: words("app.name", locale),
      }),
    ),
  );
}
