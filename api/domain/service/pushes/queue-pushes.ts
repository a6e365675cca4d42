import { sql } from "drizzle-orm";
import { hasChannel } from "../../../../contract/service/notice-topics.ts";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { pushDeliveries } from "../../../db/schema.ts";
import type { NoticeEvent } from "../notices/topics.ts";
import { dueTime } from "./quiet-hours.ts";

type Wanted = { id: string; from: number | null; to: number | null; zone: string };

/** Queues a push for each browser of those users who want the topic by push, for after their quiet hours. */
export async function queuePushes(
  tx: Db,
  { event, uids, now }: { event: NoticeEvent; uids: string[]; now: Date },
): Promise<void> {
  if (uids.length === 0 || !hasChannel(event.topic, "push")) return;
  const wanted = rowsOf<Wanted>(
    await tx.execute(sql`
      select s.id, c.quiet_from as "from", c.quiet_to as "to", c.zone
      from push_subscription s join notice_choice c on c.uid = s.uid
      where s.uid in (select jsonb_array_elements_text(${JSON.stringify(uids)}::jsonb))
        and ${event.topic} = any (c.push)`),
  );
  if (wanted.length === 0) return;
  await tx
    .insert(pushDeliveries)
    .values(
      wanted.map(({ id, from, to, zone }) => ({
        subscriptionId: id,
        eventId: event.id,
        dueAt: dueTime(now, { quietFrom: from, quietTo: to, zone }),
      })),
    )
    .onConflictDoNothing();
}
