import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { batchSize } from "../kernel/sweep-rows.ts";

/** Columns of `movie` that background tasks count, never an admin. */
type Counted = "popularity" | "trending" | "likes" | "dislikes";

/**
 * Writes counted columns of movies, in batches. Movies that an admin is saving get theirs in the task's next run.
 * @param columns the columns of each row besides `id`
 */
export async function writeCounts<C extends Counted>(
  db: Db,
  { columns, rows }: { columns: readonly C[]; rows: readonly ({ id: string } & Record<C, number>)[] },
): Promise<void> {
  const list = (form: (column: C) => string) => sql.raw(columns.map(form).join(", "));
  for (let from = 0; from < rows.length; from += batchSize)
    await db.execute(sql`
      with wanted as (
        select * from jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + batchSize))}::jsonb)
          as r(id text, ${list((column) => `${column} int`)})),
      free as (
        select id from movie where id in (select id from wanted) order by id for no key update skip locked)
      update movie set ${list((column) => `${column} = wanted.${column}`)}
      from wanted join free using (id) where movie.id = wanted.id`);
}
