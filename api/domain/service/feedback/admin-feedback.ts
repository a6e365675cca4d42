import { and, count, desc, eq, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import type { AdminFeedback, Conflict, OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { feedback, users } from "../../../db/schema.ts";
import type { Storage } from "../../../ports/storage.ts";
import { actorOf, recordAudit } from "../audit/record-audit.ts";
import { decodeCursor, encodeCursor, timeKey } from "../../kernel/cursor.ts";
import { conflict, Failure } from "../../kernel/failure.ts";
import { removeUpload } from "../files/remove-upload.ts";
import { raiseNotices, type NewNotice } from "../notices/raise-notices.ts";
import { isVip, type User } from "../../kernel/user.ts";

type Row = typeof feedback.$inferSelect;
const defaultLimit = 30;

const isOpen = and(isNull(feedback.repliedAt), isNull(feedback.closedAt));
const states: Record<AdminFeedback["state"], SQL | undefined> = {
  open: isOpen,
  answered: isNotNull(feedback.repliedAt),
  closed: and(isNull(feedback.repliedAt), isNotNull(feedback.closedAt)),
};

/** Messages to the operator by keyset, latest first, and the number of all that wait. */
export async function listAllFeedback(
  db: Db,
  input: ParsedOf<"z/feedback/list"> & { now: Date },
): Promise<OutputOf<"z/feedback/list">> {
  const { cursor, limit = defaultLimit, state, category, uid, q, now } = input;
  const place = cursor ? decodeCursor(cursor, timeKey) : null;
  const rows = await db
    .select({ row: feedback, author: users, key: timeText })
    .from(feedback)
    .innerJoin(users, eq(users.uid, feedback.uid))
    .where(
      and(
        state && states[state],
        category && eq(feedback.category, category),
        uid === undefined ? undefined : eq(feedback.uid, uid),
        q === undefined ? undefined : contains(q),
        place
          ? sql`(${feedback.createdAt}, ${feedback.receipt}) < (${place.key}::timestamptz, ${place.id})`
          : undefined,
      ),
    )
    .orderBy(desc(feedback.createdAt), desc(feedback.receipt))
    .limit(limit + 1);
  const last = rows.slice(0, limit).at(-1);
  return {
    items: rows.slice(0, limit).map(({ row, author }) => itemOf(row, author, now)),
    next: rows.length > limit && last ? encodeCursor({ key: last.key, id: last.row.receipt }) : null,
    open: await countOpen(db),
  };
}

/** Number of messages that wait for an answer. */
async function countOpen(db: Db): Promise<number> {
  const [row] = await db.select({ n: count() }).from(feedback).where(isOpen);
  return row!.n;
}

/** One message with everything sent with it. @throws Failure not_found */
export async function anyFeedbackDetail(
  { db, storage }: { db: Db; storage: Storage },
  { receipt, now }: ParsedOf<"z/feedback/detail"> & { now: Date },
): Promise<OutputOf<"z/feedback/detail">> {
  const [found] = await db
    .select({ row: feedback, author: users })
    .from(feedback)
    .innerJoin(users, eq(users.uid, feedback.uid))
    .where(eq(feedback.receipt, receipt))
    .limit(1);
  if (!found) throw new Failure("not_found");
  const { row, author } = found;
  return {
    ...itemOf(row, author, now),
    revision: row.revision,
    context: row.context,
    screenshot: row.screenshot === null ? null : await storage.link({ key: row.screenshot, now }),
    reply: row.reply,
    repliedBy: row.repliedAt === null ? null : { uid: row.repliedBy, name: await nameOf(db, row.repliedBy) },
  };
}

/**
 * Answers a message, or edits the answer.
 * @throws Failure not_found · conflict if another admin has handled it since
 */
export async function replyFeedback(
  db: Db,
  input: ParsedOf<"z/feedback/reply"> & { admin: User; now: Date },
): Promise<{ revision: number }> {
  const { reply, admin, now } = input;
  return change(db, { ...input, action: "z/feedback/reply" }, (row) => ({
    before: { reply: row.reply },
    after: { reply },
    set: { reply, repliedAt: now, repliedBy: admin.uid, closedAt: null },
    // An answer that is edited is no second one.
    tell: { topic: "feedback-reply", subject: row.receipt, data: { receipt: row.receipt }, uid: row.uid },
  }));
}

/**
 * Closes a message, or reopens it.
 * @throws Failure not_found · conflict
 */
export async function closeFeedback(
  db: Db,
  input: ParsedOf<"z/feedback/close"> & { admin: User; now: Date },
): Promise<{ revision: number }> {
  const { closed, now } = input;
  return change(db, { ...input, action: "z/feedback/close" }, (row) => ({
    before: { closed: row.closedAt !== null },
    after: { closed },
    set: { closedAt: closed ? (row.closedAt ?? now) : null },
  }));
}

/**
 * Removes a message and its screenshot for good.
 * @throws Failure not_found
 */
export async function deleteFeedback(
  deps: { db: Db; storage: Storage },
  { receipt, reason, admin, now }: ParsedOf<"z/feedback/delete"> & { admin: User; now: Date },
): Promise<void> {
  const gone = await deps.db.transaction(async (tx) => {
    const [row] = await tx.delete(feedback).where(eq(feedback.receipt, receipt)).returning();
    if (!row) throw new Failure("not_found");
    // The log does not keep the deleted message's text.
    const before = { category: row.category, uid: row.uid, createdAt: row.createdAt };
    const target = { kind: "feedback", id: receipt } as const;
    const action = "z/feedback/delete";
    await recordAudit(tx, { actor: actorOf(admin), action, target, before, after: null, reason, now });
    return row;
  });
  if (gone.screenshot !== null) await removeUpload(deps, { uid: gone.uid, key: gone.screenshot });
}

type Change = {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  set: Partial<typeof feedback.$inferInsert>;
  tell?: NewNotice;
};

async function change(
  db: Db,
  input: { receipt: string; revision: number; action: string; admin: User; now: Date },
  decide: (row: Row) => Change,
): Promise<{ revision: number }> {
  const { receipt, revision, action, admin, now } = input;
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(feedback).where(eq(feedback.receipt, receipt)).for("update");
    if (!row) throw new Failure("not_found");
    if (row.revision !== revision) throw conflict(await whatChanged(tx, row));
    const { before, after, set, tell } = decide(row);
    const target = { kind: "feedback", id: receipt } as const;
    const entry = await recordAudit(tx, { actor: actorOf(admin), action, target, before, after, now });
    if (entry === null) return { revision };
    await tx
      .update(feedback)
      .set({ ...set, revision: revision + 1 })
      .where(eq(feedback.receipt, receipt));
    if (tell) await raiseNotices(tx, [tell], now);
    return { revision: revision + 1 };
  });
}

async function whatChanged(tx: Db, row: Row): Promise<Conflict> {
  const fields = [
    { field: "reply", theirs: row.reply },
    { field: "closed", theirs: row.closedAt !== null },
  ];
  const at = (row.repliedAt ?? row.closedAt)?.toISOString() ?? null;
  return { revision: row.revision, fields, by: await nameOf(tx, row.repliedBy), at };
}

async function nameOf(db: Db, uid: string | null): Promise<string | null> {
  if (uid === null) return null;
  const [user] = await db.select().from(users).where(eq(users.uid, uid)).limit(1);
  return user ? actorOf(user).name : null;
}

/** Matches a receipt or a part of it, as read aloud; or a part of the text. */
function contains(q: string): SQL {
  const like = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return or(sql`${feedback.text} ilike ${like}`, sql`${feedback.receipt} ilike ${like}`)!;
}

function itemOf(row: Row, author: User, now: Date): AdminFeedback {
  return {
    receipt: row.receipt,
    category: row.category as AdminFeedback["category"],
    text: row.text,
    state: row.repliedAt ? "answered" : row.closedAt ? "closed" : "open",
    createdAt: row.createdAt.toISOString(),
    author: {
      uid: author.uid,
      anonymous: author.anonymous,
      name: author.name,
      is_vip: isVip(author, now),
    },
    hasScreenshot: row.screenshot !== null,
    repliedAt: row.repliedAt?.toISOString() ?? null,
  };
}

const timeText = sql<string>`to_char(${feedback.createdAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
