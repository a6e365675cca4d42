import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { defaultLocale, matchLocale, type Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { noticeChoices, noticeEvents, notices, users } from "../../../db/schema.ts";
import type { Mailer } from "../../../ports/mailer.ts";
import { writeMail, type Words } from "../mail/letter.ts";
import { topicsFor } from "./choices.ts";
import type { NoticeEvent } from "./topics.ts";
import { unsubscribeToken, type Unsubscribes } from "./unsubscribe.ts";
import { wordNotice } from "./word-notice.ts";

export type DigestDeps = {
  db: Db;
  /** Null = no mail can be sent. */
  mailer: Mailer | null;
  linkBase: string;
  words: Words;
  /** Signs the links that turn mails off. */
  secret: string;
  onError: (error: unknown) => void;
};

/** Hours between two mails to a user. */
const everyHours = 24;
/** Hours a notice has to be noticed otherwise before it is mailed. */
const patienceHours = 3;
const hourMs = 3_600_000;
/** Users of a run; the next one, an hour later, continues. */
const mostUsers = 500;
const batchSize = 100;
/** Notices that a mail lists; it says how many more there are by the link to the inbox. */
const mostListed = 20;

type Reader = { uid: string; email: string; locale: Locale; admin: number };

/**
 * Mails each user who asked for it, once a day at most, what they have neither seen in the inbox nor got by push. The
 * notices are marked before the mail is sent: a process that dies in between sends one mail too few, never one too many.
 * @returns number of mails
 */
export async function mailNotices(deps: DigestDeps, now: Date): Promise<number> {
  if (!deps.mailer) return 0;
  let sent = 0;
  let after = "";
  for (let seen = 0; seen < mostUsers;) {
    const readers = await dueReaders(deps.db, after, now);
    if (readers.length === 0) break;
    seen += readers.length;
    after = readers.at(-1)!.uid;
    for (const reader of readers) sent += await mailOne(deps, reader, now);
  }
  return sent;
}

/** Users with an address who wait for a mail. A suspended one gets none. */
async function dueReaders(db: Db, after: string, now: Date): Promise<Reader[]> {
  const at = now.toISOString();
  const rows = await db
    .select({ uid: users.uid, email: users.email, locale: users.locale, admin: users.admin })
    .from(noticeChoices)
    .innerJoin(users, eq(users.uid, noticeChoices.uid))
    .where(
      and(
        sql`${noticeChoices.mail} <> '{}'`,
        gt(noticeChoices.uid, after),
        eq(users.anonymous, false),
        sql`${users.email} is not null`,
        or(
          isNull(noticeChoices.mailedAt),
          lte(noticeChoices.mailedAt, new Date(now.getTime() - everyHours * hourMs)),
        ),
        sql`exists (select 1 from notice n join notice_event e on e.id = n.event_id
          where n.uid = ${users.uid} and e.topic = any (${noticeChoices.mail})
          and n.seen_at is null and n.pushed_at is null and n.mailed_at is null
          and n.created_at <= ${at}::timestamptz - interval '${sql.raw(String(patienceHours))} hours')`,
        sql`not exists (select 1 from user_ban b where b.uid = ${users.uid}
          and (b.until is null or b.until > ${at}::timestamptz))`,
      ),
    )
    .orderBy(asc(noticeChoices.uid))
    .limit(batchSize);
  return rows.map(({ uid, email, locale, admin }) => ({
    uid,
    admin,
    email: email!,
    locale: matchLocale(locale ?? "") ?? defaultLocale,
  }));
}

async function mailOne(deps: DigestDeps, reader: Reader, now: Date): Promise<number> {
  const events = await deps.db.transaction((tx) => take(tx, reader, now));
  if (events.length === 0) return 0;
  try {
    await deps.mailer!.send(digestOf(deps, reader, events));
    return 1;
  } catch (error) {
    deps.onError(error);
    return 0;
  }
}

/** Marks what is to be mailed. Under a lock of the user's row, so that two processes mail nothing twice. */
async function take(tx: Db, { uid, admin }: Reader, now: Date): Promise<NoticeEvent[]> {
  const [choice] = await tx.select().from(noticeChoices).where(eq(noticeChoices.uid, uid)).for("update");
  const mailedAt = choice?.mailedAt ?? null;
  if (!choice || (mailedAt !== null && now.getTime() - mailedAt.getTime() < everyHours * hourMs)) return [];
  // A level that was taken away ends what it was told of.
  const topics = topicsFor({ admin }).filter((topic) => choice.mail.includes(topic));
  if (topics.length === 0) return [];
  const rows = await tx
    .select({ event: noticeEvents })
    .from(notices)
    .innerJoin(noticeEvents, eq(noticeEvents.id, notices.eventId))
    .where(
      and(
        eq(notices.uid, uid),
        isNull(notices.seenAt),
        isNull(notices.pushedAt),
        isNull(notices.mailedAt),
        lte(notices.createdAt, new Date(now.getTime() - patienceHours * hourMs)),
        inArray(noticeEvents.topic, topics),
      ),
    )
    .orderBy(sql`${notices.createdAt} desc`)
    .limit(mostListed);
  if (rows.length === 0) return [];
  const ids = rows.map(({ event }) => event.id);
  await tx
    .update(notices)
    .set({ mailedAt: now })
    .where(and(eq(notices.uid, uid), inArray(notices.eventId, ids)));
  await tx.update(noticeChoices).set({ mailedAt: now }).where(eq(noticeChoices.uid, uid));
  return rows.map(({ event }) => event);
}

function digestOf({ words, linkBase, secret }: DigestDeps, reader: Reader, events: NoticeEvent[]) {
  const { uid, email, locale } = reader;
  const off = (topic: Unsubscribes["topic"]) =>
    `${linkBase}/page/unsubscribe?token=${unsubscribeToken({ uid, topic }, secret)}`;
  const say = (key: string, values: Record<string, string> = {}) => words(`mail.${key}`, locale, values);
  const lines = events.map((event) => {
    const { title, text, to } = wordNotice(words, event, locale);
    return `${title}: ${text}\n${linkBase}${to}`;
  });
  const topics = [...new Set(events.map(({ topic }) => topic))];
  return writeMail({
    to: email,
    locale,
    subject: say("digestSubject"),
    paragraphs: [say("digestText"), ...lines],
    link: { label: say("digestAction"), url: `${linkBase}/profile/inbox` },
    notes: [
      say("digestWhy"),
      // A mail about one topic ends that one; the program's own button ends all.
      `${say("digestOff")}\n${off(topics.length === 1 ? topics[0]! : "all")}`,
    ],
    signature: words("app.name", locale),
    unsubscribe: off("all"),
  });
}
