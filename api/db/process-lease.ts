import { randomUUID } from "node:crypto";
import { lt, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "./client.ts";
import { processes } from "./schema.ts";

/** Milliseconds between two heartbeats, and after which a process without one is dead. */
export type LeaseTimes = { heartbeatMs: number; deadMs: number };
const usual: LeaseTimes = { heartbeatMs: 5_000, deadMs: 20_000 };

/**
 * The identity of this process among those that share a database: a random id, and heartbeats by the database's clock.
 * Nothing of a machine counts: process numbers mean nothing in another container, and clocks differ.
 */
export type ProcessLease = {
  id: string;
  /** Sends the first heartbeat, and from then on one every few seconds; each is followed by `onHeartbeat`. */
  begin: (onHeartbeat: () => Promise<unknown>) => Promise<void>;
  /**
   * The condition that the process with the id in `holder` (a column, as text) is dead, or not known. No process judges
   * others before its own heartbeats have arrived for as long as others may be silent: when the database was away, all
   * were silent.
   */
  isDead: (holder: PgColumn | SQL) => SQL;
  end: () => Promise<void>;
};

/** @param alone no other process can have the database open: then every other holder is dead, without heartbeats */
export function createProcessLease({
  db,
  alone,
  times,
}: {
  db: Db;
  alone: boolean;
  times?: Partial<LeaseTimes> | undefined;
}): ProcessLease {
  const id = randomUUID();
  const { heartbeatMs, deadMs } = { ...usual, ...times };
  const ago = (ms: number) => sql`now() - ${ms}::integer * interval '1 ms'`;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<unknown> = Promise.resolve();
  let ended = false;

  async function sendHeartbeat(): Promise<void> {
    const late = sql`${processes.heartbeatAt} < ${ago(deadMs / 2)}`;
    await db
      .insert(processes)
      .values({ id })
      .onConflictDoUpdate({
        target: processes.id,
        set: {
          steadySince: sql`case when ${late} then now() else ${processes.steadySince} end`,
          heartbeatAt: sql`now()`,
        },
      });
  }

  function schedule(onHeartbeat: () => Promise<unknown>): void {
    if (ended) return;
    const next = async () => {
      sending = sendHeartbeat();
      // While the database is away, everything else reports it.
      await sending.then(onHeartbeat).catch(() => {});
      schedule(onHeartbeat);
    };
    timer = setTimeout(() => void next(), heartbeatMs).unref();
  }

  return {
    id,
    async begin(onHeartbeat) {
      if (!alone) {
        await sendHeartbeat();
        await db.delete(processes).where(lt(processes.heartbeatAt, sql`now() - interval '1 day'`));
        schedule(onHeartbeat);
      }
      await onHeartbeat();
    },
    isDead(holder) {
      const isOther = sql`${holder} is distinct from ${id}`;
      if (alone) return isOther;
      return sql`(${isOther} and not exists (
        select 1 from process p where p.id::text = ${holder} and p.heartbeat_at > ${ago(deadMs)}
      ) and exists (
        select 1 from process p where p.id = ${id} and p.heartbeat_at > ${ago(deadMs / 2)}
          and p.steady_since <= ${ago(deadMs)}))`;
    },
    async end() {
      ended = true;
      clearTimeout(timer);
      // A heartbeat that arrived after the removal would make this process known again.
      await sending.catch(() => {});
      if (!alone) await db.execute(sql`delete from process where id = ${id}`).catch(() => {});
    },
  };
}
