import { and, eq, gt, isNotNull, lte, notExists, sql } from "drizzle-orm";
import { defaultLocale, matchLocale, type Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { reminders, subscriptions, users } from "../../../db/schema.ts";
import type { Mailer } from "../../../ports/mailer.ts";
import { writeMail, type Words } from "../../service/mail/letter.ts";

type Deps = {
  db: Db;
  /** Null = no mail can be sent, so there are no reminders. */
  mailer: Mailer | null;
  linkBase: string;
  words: Words;
  onError: (error: unknown) => void;
};

/** Days before the end of VIP at which users get a reminder. */
export const reminderDays = 3;
const dayMs = 86_400_000;
const mostAtOnce = 200;

/**
 * Reminds users whose VIP is about to end, once for each end, in the language of their last sign-in. Leaves out users
 * whose membership renews itself and users without an address. The reminder is recorded before it is sent: a process
 * that dies in between sends one mail too few, never one too many.
 * @returns number of reminders
 */
export async function remindMembers(deps: Deps, now: Date): Promise<number> {
  const { db, mailer } = deps;
  if (!mailer) return 0;
  const until = new Date(now.getTime() + reminderDays * dayMs);
  const told = db
    .select({ one: sql`1` })
    .from(reminders)
    .where(and(eq(reminders.uid, users.uid), eq(reminders.vipUntil, users.vipUntil)));
  const due = await db
    .select({ uid: users.uid, email: users.email, vipUntil: users.vipUntil, locale: users.locale })
    .from(users)
    .where(
      and(
        eq(users.anonymous, false),
        isNotNull(users.email),
        gt(users.vipUntil, now),
        lte(users.vipUntil, until),
        notExists(isRenewing(db)),
        notExists(told),
      ),
    )
    .orderBy(users.vipUntil)
    .limit(mostAtOnce);
  let sent = 0;
  for (const { uid, email, vipUntil, locale: said } of due) {
    const noted = await db
      .insert(reminders)
      .values({ uid, vipUntil: vipUntil!, sentAt: now })
      .onConflictDoNothing()
      .returning();
    if (noted.length === 0) continue;
    try {
      const locale = matchLocale(said ?? "") ?? defaultLocale;
      await mailer.send(letterTo(deps, { to: email!, until: vipUntil!, locale }));
      sent += 1;
    } catch (error) {
      deps.onError(error);
    }
  }
  return sent;
}

/** A query that finds a row for users whose membership renews itself. */
export function isRenewing(db: Db) {
  return db
    .select({ one: sql`1` })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.uid, users.uid),
        eq(subscriptions.cancelled, false),
        sql`${subscriptions.state} <> 'ended'`,
      ),
    );
}

function letterTo(
  { words, linkBase }: Deps,
  { to, until, locale }: { to: string; until: Date; locale: Locale },
) {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(until);
  const say = (key: string) => words(`mail.${key}`, locale, { date });
  return writeMail({
    to,
    locale,
    subject: say("endingSubject"),
    paragraphs: [say("endingText")],
    link: { label: say("endingAction"), url: `${linkBase}/page/membership` },
    notes: [say("endingOnce")],
    signature: words("app.name", locale),
  });
}
