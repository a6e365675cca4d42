import { sql } from "drizzle-orm";
import { rowsOf } from "./rows-of.ts";
import type { Db } from "./client.ts";

export type QueueReading = {
  queue: string;
  waiting: number;
  running: number;
  /** Failed for good, and not yet removed from the queue's table. */
  failed: number;
  oldestS: number;
};

/** What each queue holds. A job waits from the moment it may start. Empty before the first start of the queues. */
export async function readQueues(db: Db): Promise<QueueReading[]> {
  const [made] = rowsOf<{ made: boolean }>(
    await db.execute(sql`select to_regclass('pgboss.job') is not null as made`),
  );
  if (!made?.made) return [];
  return rowsOf<QueueReading>(
    await db.execute(sql`
      select q.name as queue,
        (count(j.id) filter (where j.state in ('created', 'retry') and j.start_after <= now()))::int as waiting,
        (count(j.id) filter (where j.state = 'active'))::int as running,
        (count(j.id) filter (where j.state = 'failed'))::int as failed,
        coalesce(extract(epoch from now() - min(j.start_after) filter (
          where j.state in ('created', 'retry') and j.start_after <= now())), 0)::float8 as "oldestS"
      from pgboss.queue q
      left join pgboss.job j on j.name = q.name and j.state in ('created', 'retry', 'active', 'failed')
      where q.name !~ '^__' group by q.name order by q.name`),
  );
}
