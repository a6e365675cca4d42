import { and, count, eq, gt } from "drizzle-orm";
import type { ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { feedback, users } from "../../../db/schema.ts";
import type { Storage } from "../../../ports/storage.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { pictureFormat } from "../files/picture-format.ts";
import { findUpload } from "../files/find-upload.ts";
import { newReceipt } from "../../kernel/public-number.ts";

const hourMs = 3_600_000;
/** Two taps on one form are never further apart. Milliseconds. */
const doubleTapMs = 120_000;

type Input = ParsedOf<"feedback/create"> & { uid: string; now: Date };

/**
 * Stores a message to the operator. The same key creates one message, however often it is sent.
 * @throws Failure invalid for a screenshot that is no picture, and for a key of another message · too_many_requests
 */
export async function createFeedback(
  {
    db,
    storage,
    pictureMaxBytes,
    mostAnHour,
  }: {
    db: Db;
    storage: Storage;
    pictureMaxBytes: number;
    /** Messages one user may send in an hour: more is abuse. */
    mostAnHour: number;
  },
  input: Input,
): Promise<{ receipt: string }> {
  const sent = await findSent(db, input);
  if (sent) return sent;
  await refuseFlood(db, input, mostAnHour);
  const { uid, key, category, text, context = null, screenshot = null, now } = input;
  if (screenshot !== null) {
    const sent = await findUpload({ db, storage }, { key: screenshot, uid, now });
    const bytes = sent && (await storage.read({ key: screenshot, maxBytes: pictureMaxBytes }));
    if (!bytes || pictureFormat(bytes) !== formatOf(screenshot)) throw invalidField("screenshot", "format");
  }
  const row = { receipt: newReceipt(), uid, key, category, text, context, screenshot, createdAt: now };
  const made = await db
    .insert(feedback)
    .values(row)
    .onConflictDoNothing({ target: feedback.key })
    .returning({ receipt: feedback.receipt });
  // Two taps at the very same time: the other one was first.
  return made[0] ?? (await findSent(db, input)) ?? Promise.reject(new Failure("unavailable"));
}

/**
 * Finds the message of an earlier tap. With other words it is another message, from a form that the user went back to.
 * Without scripts, sending creates a guest, so two taps create two guests. The browser keeps the later one, so the
 * message moves to it.
 */
async function findSent(db: Db, { key, uid, text, now }: Input): Promise<{ receipt: string } | null> {
  const [known] = await db
    .select({
      receipt: feedback.receipt,
      uid: feedback.uid,
      text: feedback.text,
      at: feedback.createdAt,
      anonymous: users.anonymous,
    })
    .from(feedback)
    .innerJoin(users, eq(users.uid, feedback.uid))
    .where(eq(feedback.key, key))
    .limit(1);
  if (!known) return null;
  if (known.text !== text) throw invalidField("key", "repeated");
  if (known.uid !== uid) {
    const justNow = now.getTime() - known.at.getTime() < doubleTapMs;
    if (!known.anonymous || !justNow) throw invalidField("key", "repeated");
    await db.update(feedback).set({ uid }).where(eq(feedback.key, key));
  }
  return { receipt: known.receipt };
}

async function refuseFlood(db: Db, { uid, now }: Input, mostAnHour: number): Promise<void> {
  const since = new Date(now.getTime() - hourMs);
  const [row] = await db
    .select({ sent: count() })
    .from(feedback)
    .where(and(eq(feedback.uid, uid), gt(feedback.createdAt, since)));
  if (row!.sent >= mostAnHour) throw new Failure("too_many_requests");
}

/** The format that an upload's name promises. */
function formatOf(key: string): "png" | "jpeg" | "webp" {
  const extension = key.split(".").at(-1);
  return extension === "png" || extension === "webp" ? extension : "jpeg";
}
