import { and, gt, lte, notExists, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { noticeEvents, users } from "../../../db/schema.ts";
import { raiseNotices } from "../../service/notices/raise-notices.ts";
import { isRenewing, reminderDays } from "./remind.ts";

const dayMs = 86_400_000;
const mostAtOnce = 500;

/**
 * Tells users in their inbox that their VIP time is about to end, once for each end, guests included. Those whose
 * membership renews itself are not told.
 * @returns number of users
 */
export async function tellEnding(db: Db, now: Date): Promise<number> {
  const subject = sql<string>`${users.uid} || ':' || to_char(${users.vipUntil} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS')`;
  const told = db
    .select({ one: sql`1` })
    .from(noticeEvents)
    .where(and(sql`${noticeEvents.topic} = 'vip-ending'`, sql`${noticeEvents.subject} = ${subject}`));
  const due = await db
    .select({ uid: users.uid, vipUntil: users.vipUntil, subject })
    .from(users)
    .where(
      and(
        gt(users.vipUntil, now),
        lte(users.vipUntil, new Date(now.getTime() + reminderDays * dayMs)),
        notExists(isRenewing(db)),
        notExists(told),
      ),
    )
    .orderBy(users.vipUntil)
    .limit(mostAtOnce);
  return raiseNotices(
    db,
    due.map(({ uid, vipUntil, subject }) => ({
      topic: "vip-ending",
      subject,
      data: { until: vipUntil!.toISOString() },
      uid,
    })),
    now,
  );
}
