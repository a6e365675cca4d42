import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { feedback, noticeEvents } from "../../../db/schema.ts";
import { dayOf } from "../../kernel/day.ts";
import { reserve, type FreeBytes } from "../files/room.ts";
import { raiseNotices } from "./raise-notices.ts";

/** Milliseconds between two notices of new feedback, however much arrives. */
const feedbackEveryMs = 15 * 60_000;

/** Tells admins of new feedback: of the latest message, a quarter of an hour apart. */
export async function tellFeedback(db: Db, now: Date): Promise<number> {
  const [last] = await db
    .select({ at: noticeEvents.at })
    .from(noticeEvents)
    .where(eq(noticeEvents.topic, "feedback-new"))
    .orderBy(desc(noticeEvents.at))
    .limit(1);
  const since = new Date(now.getTime() - feedbackEveryMs);
  if (last && last.at > since) return 0;
  const [message] = await db
    .select({ receipt: feedback.receipt })
    .from(feedback)
    .where(
      and(
        // What came before this version is no news, as after an upgrade.
        gt(feedback.createdAt, last && last.at > daysBefore(now, 1) ? last.at : daysBefore(now, 1)),
        isNull(feedback.repliedAt),
        isNull(feedback.closedAt),
      ),
    )
    .orderBy(desc(feedback.createdAt))
    .limit(1);
  if (!message) return 0;
  const { receipt } = message;
  return raiseNotices(db, [{ topic: "feedback-new", subject: receipt, data: { receipt } }], now);
}

/**
 * Tells admins that work is refused for lack of space, once a day. It looks at the disk of the process that runs the
 * task.
 */
export async function tellDisk(
  { db, dataDir, free }: { db: Db; dataDir: string; free: FreeBytes },
  now: Date,
): Promise<number> {
  const bytes = await free(dataDir);
  if (bytes >= reserve) return 0;
  return raiseNotices(db, [{ topic: "disk-low", subject: dayOf(now), data: { bytes } }], now);
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000);
}
