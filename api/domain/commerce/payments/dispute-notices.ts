import { and, eq, gt, notExists, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { disputes, noticeEvents } from "../../../db/schema.ts";
import { raiseNotices } from "../../service/notices/raise-notices.ts";

/** Older ones are no news, as after an upgrade. */
const freshDays = 7;
const dayMs = 86_400_000;
const mostAtOnce = 100;

/** Tells admins of payments that their payers dispute. @returns number of disputes */
export async function tellDisputes(db: Db, now: Date): Promise<number> {
  const subject = sql<string>`${disputes.method} || ':' || ${disputes.reference}`;
  const told = db
    .select({ one: sql`1` })
    .from(noticeEvents)
    .where(and(sql`${noticeEvents.topic} = 'dispute'`, sql`${noticeEvents.subject} = ${subject}`));
  const found = await db
    .select({ subject, number: disputes.number })
    .from(disputes)
    .where(
      and(
        eq(disputes.state, "open"),
        gt(disputes.openedAt, new Date(now.getTime() - freshDays * dayMs)),
        notExists(told),
      ),
    )
    .orderBy(disputes.openedAt)
    .limit(mostAtOnce);
  const news = found.map(({ subject, number }) => ({
    topic: "dispute" as const,
    subject,
    data: { order: number },
  }));
  return raiseNotices(db, news, now);
}
