import { createHash, randomUUID } from "node:crypto";
import { and, asc, desc, eq, notInArray, sql } from "drizzle-orm";
import type { ParsedOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { noticeChoices, pushSubscriptions } from "../../../db/schema.ts";
import type { Pusher } from "../../../ports/pusher.ts";
import { invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { topicsFor } from "../notices/choices.ts";

/** Browsers of a user; the oldest gives way. */
export const mostBrowsers = 10;

/**
 * Sends pushes to a browser from now on. A browser has one row: the next to sign in there takes it over. With a topic, its
 * pushes are turned on.
 * @throws Failure invalid for an address that no push is sent to, and for a topic that is not the user's
 */
export async function subscribePush(
  { db, pusher }: { db: Db; pusher: Pusher },
  input: ParsedOf<"push/subscribe"> & { user: User; tokenHash: string; locale: Locale; now: Date },
): Promise<void> {
  const { endpoint, p256dh, auth, topic, user, tokenHash, locale, now } = input;
  if (!pusher.allows(endpoint)) throw invalidField("endpoint", "choice");
  if (topic && !topicsFor(user).includes(topic)) throw invalidField("topic", "choice");
  const { uid } = user;
  const set = { uid, tokenHash, endpoint, p256dh: plain(p256dh), auth: plain(auth), locale, failures: 0 };
  await db.transaction(async (tx) => {
    await tx
      .insert(pushSubscriptions)
      .values({ ...set, id: randomUUID(), endpointHash: hashOfEndpoint(endpoint), createdAt: now })
      .onConflictDoUpdate({ target: pushSubscriptions.endpointHash, set: { ...set, createdAt: now } });
    const kept = tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.uid, uid))
      .orderBy(desc(pushSubscriptions.createdAt), asc(pushSubscriptions.id))
      .limit(mostBrowsers);
    await tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.uid, uid), notInArray(pushSubscriptions.id, kept)));
    if (topic)
      await tx
        .insert(noticeChoices)
        .values({ uid, push: [topic] })
        .onConflictDoUpdate({
          target: noticeChoices.uid,
          set: { push: sql`array_append(array_remove(${noticeChoices.push}, ${topic}), ${topic})` },
        });
  });
}

/** Ends the pushes to a user's browser; an unknown one is no failure. */
export async function unsubscribePush(
  db: Db,
  { uid, endpoint }: { uid: string; endpoint: string },
): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.uid, uid), eq(pushSubscriptions.endpointHash, hashOfEndpoint(endpoint))));
}

/** What identifies a browser: its endpoint is too long for an index. */
export function hashOfEndpoint(endpoint: string): string {
  return createHash("sha256").update(endpoint).digest("hex");
}

const plain = (base64url: string) => base64url.replaceAll("=", "");
