import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import type { Jobs } from "../../../db/jobs.ts";
import { rowsOf } from "../../../db/rows-of.ts";

export type RelayDeps = { db: Db; jobs: Pick<Jobs, "send">; now: () => Date };

/** Jobs of one endpoint at a time: one that hangs delays the others by no more than these. */
const mostQueued = 20;
/** Jobs that are made in one transaction. */
const lotSize = 100;
/** Milliseconds between two looks: what happens is told within seconds. */
const everyMs = 1_000;
/** After so long the job of a message is lost: its process died, or the queue was emptied. */
const lostMs = 10 * 60_000;

/**
 * Makes jobs of the queue for messages that are due, until the signal or until no endpoint is left. One process does it at
 * a time; two at once would make no job twice.
 */
export async function relayMessages(deps: RelayDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (!(await hasEndpoints(deps.db))) return;
    await takeBackLost(deps);
    while (!signal.aborted && (await queueDue(deps)) === lotSize);
    await pause(everyMs, undefined, { signal }).catch(() => {});
  }
}

async function hasEndpoints(db: Db): Promise<boolean> {
  const rows = await db.execute(sql`select 1 as one from webhook_endpoint where off_at is null limit 1`);
  return rowsOf(rows).length > 0;
}

async function takeBackLost({ db, now }: RelayDeps): Promise<void> {
  const before = new Date(now().getTime() - lostMs).toISOString();
  await db.execute(sql`update webhook_delivery set queued_at = null
    where state = 'waiting' and queued_at < ${before}::timestamptz`);
}

/** @returns number of jobs that were made */
async function queueDue({ db, jobs, now }: RelayDeps): Promise<number> {
  const at = now().toISOString();
  return db.transaction(async (tx) => {
    const due = rowsOf<{ id: string; tries: number }>(
      await tx.execute(sql`
        update webhook_delivery d set queued_at = ${at}::timestamptz from (
          select due.id from webhook_endpoint e cross join lateral (
            select w.id, w.due_at from webhook_delivery w
            where w.endpoint_id = e.id and w.state = 'waiting' and w.queued_at is null and w.due_at <= ${at}::timestamptz
            order by w.due_at
            limit greatest(0, ${mostQueued} - (select count(*) from webhook_delivery q
              where q.endpoint_id = e.id and q.state = 'waiting' and q.queued_at is not null))) due
          where e.off_at is null order by due.due_at limit ${lotSize}) picked
        where d.id = picked.id and d.queued_at is null and d.state = 'waiting'
        returning d.id, d.tries`),
    );
    for (const { id, tries } of due)
      await jobs.send(tx, "webhooks", {
        id: randomUUID(),
        data: { delivery: id, tries: String(tries) },
        priority: 0,
      });
    return due.length;
  });
}
