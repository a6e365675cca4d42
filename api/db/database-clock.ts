import { sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { rowsOf } from "./rows-of.ts";

const askEveryMs = 60_000;
/** An answer that took longer tells the time too inexactly. Milliseconds. */
const slowMs = 1_000;

/**
 * A clock that shows the database's time, so that processes whose own clocks differ agree on what is over: sessions,
 * proofs, grants, leases, and which of two places is the later. It asks once a minute, and counts on by a clock that
 * nothing sets.
 * @throws when the database does not answer the first time
 */
export async function followDatabase({
  db,
  kind,
}: Pick<Database, "db" | "kind">): Promise<{ now: () => Date }> {
  // The embedded database has the clock of this process.
  if (kind === "pglite") return { now: () => new Date() };
  let aheadMs = 0;
  let isKnown = false;
  const ask = async () => {
    const asked = performance.now();
    const [row] = rowsOf<{ ms: number }>(
      await db.execute(sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`),
    );
    const tookMs = performance.now() - asked;
    if (isKnown && tookMs > slowMs) return;
    aheadMs = row!.ms - (asked + tookMs / 2);
    isKnown = true;
  };
  await ask();
  // While the database is away, its time is the last one and what has passed since.
  setInterval(() => void ask().catch(() => {}), askEveryMs).unref();
  return { now: () => new Date(performance.now() + aheadMs) };
}
