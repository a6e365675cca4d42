import { createHmac, timingSafeEqual } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { noticeTopicNames, type NoticeTopicName } from "../../../../contract/service/notice-topics.ts";
import type { Db } from "../../../db/client.ts";
import { noticeChoices } from "../../../db/schema.ts";

/** What a link turns off: mails of one topic, or all of them. */
export type Unsubscribes = { uid: string; topic: NoticeTopicName | "all" };

/** `<uid>.<topic>.<signature>`: valid as long as the secret, since old mails are read as well. It opens nothing else. */
export function unsubscribeToken({ uid, topic }: Unsubscribes, secret: string): string {
  return `${uid}.${topic}.${signatureOf(`${uid}.${topic}`, secret)}`;
}

/** @returns null for a token that was not signed with the secret */
export function readUnsubscribeToken(token: string, secret: string): Unsubscribes | null {
  const parts = token.split(".");
  if (parts.length !== 3) return null;
  const [uid, topic, signature] = parts as [string, string, string];
  const wanted = Buffer.from(signatureOf(`${uid}.${topic}`, secret));
  const given = Buffer.from(signature);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  const known = [...noticeTopicNames, "all" as const].find((name) => name === topic);
  return known ? { uid, topic: known } : null;
}

/** Turns off what a link names. Again, or for a user who has left, it changes nothing. @returns null for a bad token */
export async function unsubscribe(
  db: Db,
  { token, secret }: { token: string; secret: string },
): Promise<{ topic: Unsubscribes["topic"] | null }> {
  const named = readUnsubscribeToken(token, secret);
  if (!named) return { topic: null };
  const { uid, topic } = named;
  await db
    .update(noticeChoices)
    .set({ mail: topic === "all" ? [] : sql`array_remove(${noticeChoices.mail}, ${topic})` })
    .where(eq(noticeChoices.uid, uid));
  return { topic };
}

function signatureOf(text: string, secret: string): string {
  return createHmac("sha256", secret).update(`unsubscribe-1.${text}`).digest("base64url").slice(0, 32);
}
