import { count, eq, sql } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import { isPermitted } from "../../../../contract/accounts/permissions.ts";
import {
  hasChannel,
  noticeTopicNames,
  permissionOf,
  type NoticeTopicName,
} from "../../../../contract/service/notice-topics.ts";
import type { Db } from "../../../db/client.ts";
import { noticeChoices, pushSubscriptions } from "../../../db/schema.ts";
import type { Pusher } from "../../../ports/pusher.ts";
import { invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";

/** The topics that a user can be told of. */
export function topicsFor({ admin }: Pick<User, "admin">): NoticeTopicName[] {
  return noticeTopicNames.filter((topic) => {
    const permission = permissionOf(topic);
    return permission === null || isPermitted(admin, permission);
  });
}

/** How a user wants to be told; nothing but the inbox until they choose. */
export async function readChoices(
  { db, pusher, mails }: { db: Db; pusher: Pusher; mails: boolean },
  user: User,
): Promise<OutputOf<"notice/choices">> {
  const [row] = await db.select().from(noticeChoices).where(eq(noticeChoices.uid, user.uid));
  const [browsers] = await db
    .select({ n: count() })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.uid, user.uid));
  const byMail = mails && !user.anonymous && user.email !== null;
  return {
    choices: topicsFor(user).map((topic) => ({
      topic,
      push: hasChannel(topic, "push") ? (row?.push.includes(topic) ?? false) : null,
      mail: byMail && hasChannel(topic, "mail") ? (row?.mail.includes(topic) ?? false) : null,
    })),
    quiet:
      row && row.quietFrom !== null && row.quietTo !== null ? { from: row.quietFrom, to: row.quietTo } : null,
    zone: row?.zone ?? "UTC",
    browsers: browsers!.n,
    pushKey: pusher.publicKey,
  };
}

/**
 * Sets how a user wants to be told. What the user can't be told of is left out.
 * @throws Failure invalid for a time zone that does not exist
 */
export async function saveChoices(
  db: Db,
  { push, mail, quiet, zone, user }: ParsedOf<"notice/choose"> & { user: User },
): Promise<void> {
  if (!isZone(zone)) throw invalidField("zone", "choice");
  const theirs = topicsFor(user);
  const set = {
    push: theirs.filter((topic) => push.includes(topic) && hasChannel(topic, "push")),
    mail: theirs.filter((topic) => mail.includes(topic) && hasChannel(topic, "mail")),
    quietFrom: quiet?.from ?? null,
    quietTo: quiet?.to ?? null,
    zone,
  };
  await db
    .insert(noticeChoices)
    .values({ uid: user.uid, ...set })
    .onConflictDoUpdate({ target: noticeChoices.uid, set });
}

/** Ends the pushes of one topic. */
export async function turnOff(
  db: Db,
  { uid, topic }: { uid: string; topic: NoticeTopicName },
): Promise<void> {
  await db
    .update(noticeChoices)
    .set({ push: sql`array_remove(${noticeChoices.push}, ${topic})` })
    .where(eq(noticeChoices.uid, uid));
}

/** The user does not want to be asked about pushes again. */
export async function declinePush(db: Db, { uid, now }: { uid: string; now: Date }): Promise<void> {
  await db
    .insert(noticeChoices)
    .values({ uid, declinedAt: now })
    .onConflictDoUpdate({ target: noticeChoices.uid, set: { declinedAt: now } });
}

/** Whether a user has decided about pushes of a topic. */
export async function hasDecided(
  db: Db,
  { uid, topic }: { uid: string; topic: NoticeTopicName },
): Promise<boolean> {
  const [row] = await db.select().from(noticeChoices).where(eq(noticeChoices.uid, uid));
  return row !== undefined && (row.declinedAt !== null || row.push.includes(topic));
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
