import { and, desc, eq, sql } from "drizzle-orm";
import type { FeedbackItem, OutputOf, Page, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { feedback } from "../../../db/schema.ts";
import type { Storage } from "../../../ports/storage.ts";
import { decodeCursor, encodeCursor, timeKey } from "../../kernel/cursor.ts";
import { Failure } from "../../kernel/failure.ts";

const defaultLimit = 10;

/** A user's own messages by keyset, latest first. */
export async function listFeedback(
  db: Db,
  { uid, cursor, limit = defaultLimit }: ParsedOf<"feedback/list"> & { uid: string },
): Promise<Page<FeedbackItem>> {
  const place = cursor ? decodeCursor(cursor, timeKey) : null;
  const rows = await db
    .select({ row: feedback, key: timeText })
    .from(feedback)
    .where(
      and(
        eq(feedback.uid, uid),
        place
          ? sql`(${feedback.createdAt}, ${feedback.receipt}) < (${place.key}::timestamptz, ${place.id})`
          : undefined,
      ),
    )
    .orderBy(desc(feedback.createdAt), desc(feedback.receipt))
    .limit(limit + 1);
  const last = rows.slice(0, limit).at(-1);
  return {
    items: rows.slice(0, limit).map(({ row }) => itemOf(row)),
    next: rows.length > limit && last ? encodeCursor({ key: last.key, id: last.row.receipt }) : null,
  };
}

/**
 * One message with everything sent with it.
 * @throws Failure not_found, also for another user's message, so that the answer does not reveal which receipts exist
 */
export async function feedbackDetail(
  { db, storage }: { db: Db; storage: Storage },
  { uid, receipt, now }: ParsedOf<"feedback/detail"> & { uid: string; now: Date },
): Promise<OutputOf<"feedback/detail">> {
  const [row] = await db
    .select()
    .from(feedback)
    .where(and(eq(feedback.receipt, receipt), eq(feedback.uid, uid)))
    .limit(1);
  if (!row) throw new Failure("not_found");
  return {
    ...itemOf(row),
    context: row.context,
    screenshot: row.screenshot === null ? null : await storage.link({ key: row.screenshot, now }),
  };
}

/** Moves a guest's messages to the member. Idempotent, because they move. */
export async function mergeFeedback(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db.update(feedback).set({ uid: to }).where(eq(feedback.uid, from));
}

/** Keeps microseconds, so that a cursor names one exact position. */
const timeText = sql<string>`to_char(${feedback.createdAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

function itemOf(row: typeof feedback.$inferSelect): FeedbackItem {
  return {
    receipt: row.receipt,
    category: row.category as FeedbackItem["category"],
    text: row.text,
    state: row.repliedAt === null ? "open" : "answered",
    createdAt: row.createdAt.toISOString(),
    reply: row.reply,
    repliedAt: row.repliedAt?.toISOString() ?? null,
  };
}
