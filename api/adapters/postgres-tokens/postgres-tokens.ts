import { sql, type SQL } from "drizzle-orm";
import type { StoredBucket, TokenStore } from "../../ports/token-store.ts";
import type { Db } from "../../db/client.ts";
import { rowsOf } from "../../db/rows-of.ts";

/**
 * Shared buckets in an unlogged table of PostgreSQL: one statement for a call, and none of it is written to the journal
 * or kept after a crash of the database.
 */
export function createPostgresTokens(db: Db): TokenStore & { sweep: () => Promise<void> } {
  return {
    async take(buckets) {
      const [row] = rowsOf<{ wait: number }>(
        await db.execute(
          sql`select take_tokens(${slots(buckets)}, ${numbers(buckets, "burst")}, ${numbers(buckets, "everyS")}) as wait`,
        ),
      );
      return row!.wait;
    },
    async giveBack(buckets) {
      await db.execute(sql`select give_back_tokens(${slots(buckets)}, ${numbers(buckets, "everyS")})`);
    },
    /** Removes the buckets that are full again: they equal missing ones. */
    sweep: async () => void (await db.execute(sql`delete from rate_limit where full_at < now()`)),
    close: async () => {},
  };
}

function slots(buckets: StoredBucket[]): SQL {
  return sql`${`{${buckets.map(({ slot }) => slot).join(",")}}`}::integer[]`;
}

function numbers(buckets: StoredBucket[], name: "burst" | "everyS"): SQL {
  return sql`${`{${buckets.map((bucket) => bucket[name]).join(",")}}`}::double precision[]`;
}
