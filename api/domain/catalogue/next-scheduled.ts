import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { rowsOf } from "../../db/rows-of.ts";

/** @returns when a movie is next published or hidden by its schedule, in milliseconds; null = none is scheduled */
export async function nextScheduled(db: Db): Promise<number | null> {
  const [row] = rowsOf<{ at: Date | string | null }>(
    await db.execute(sql`select least(
      (select min(published_at) from movie where status = 'published' and published_at > now()),
      (select min(hide_at) from movie where status = 'published' and hide_at > now())) as at`),
  );
  return row?.at ? new Date(row.at).getTime() : null;
}
