import { setTimeout as pause } from "node:timers/promises";
import type { PendingQuery, Row, Sql, TransactionSql } from "postgres";
import { isOutOfConnections } from "../fault.ts";
import type { Places } from "./places.ts";
import type { Sockets } from "./sockets.ts";
import { DatabaseAway, type Watch } from "./watch.ts";

/** Milliseconds a statement or a transaction waits for a free connection. */
const waitMs = 1_000;
/** Milliseconds before it tries again when the server had no connection left. */
const againMs = 100;

type Guards = { places: Places; watch: Watch; sockets: Sockets };
type Query = PendingQuery<Row[]> & { state: object | null };
type Block = (inner: TransactionSql) => Promise<unknown>;

/** The part of a client of postgres.js that Drizzle uses, with a limit to every wait. */
export function guardClient(client: Sql, { places, watch, sockets }: Guards): Sql {
  const within = async <T>(work: () => Promise<T>): Promise<T> => {
    const until = performance.now() + waitMs;
    for (;;) {
      watch.requireHere();
      await places.take(Math.max(0, until - performance.now()));
      try {
        return await work();
      } catch (error) {
        watch.heed(error);
        // The server refuses before a statement reaches it: trying again repeats nothing.
        if (!isOutOfConnections(error) || performance.now() >= until) throw error;
        places.narrow(sockets.count());
      } finally {
        places.give();
      }
      await pause(againMs);
    }
  };
  return {
    options: client.options,
    unsafe: unsafeBy((...query) => client.unsafe(...query) as Query, { watch, within }),
    begin: (work: Block) => within(() => runBlock((block) => client.begin(block), { work, watch })),
  } as never;
}

/** The same within a transaction, which has its connection. */
function watched(tx: TransactionSql, watch: Watch): TransactionSql {
  return {
    unsafe: unsafeBy((...query) => tx.unsafe(...query) as Query, { watch, within: (work) => work() }),
    savepoint: (work: Block) => runBlock((block) => tx.savepoint(block), { work, watch }),
  } as never;
}

type Parameters = [text: string, values?: never[], options?: object];
type Within = <T>(work: () => Promise<T>) => Promise<T>;

function unsafeBy(ask: (...query: Parameters) => Query, { watch, within }: { watch: Watch; within: Within }) {
  return (...query: Parameters) => ({
    values: () => within(() => answerOf(ask(...query).values() as unknown as Query, watch)),
    then: (resolve: (rows: unknown) => unknown, reject: (error: unknown) => unknown) =>
      within(() => answerOf(ask(...query), watch)).then(resolve, reject),
  });
}

function answerOf(query: Query, watch: Watch): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const end = watch.begin((error) => {
      // What still waits for a connection must not be sent after its caller has heard of the failure.
      if (!query.state) query.cancel();
      reject(error);
    });
    void query.then(resolve, reject).finally(end);
  });
}

/** Runs a transaction or a savepoint, and watches the statements that begin and end it. */
function runBlock(
  open: (block: Block) => Promise<unknown>,
  { work, watch }: { work: Block; watch: Watch },
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let isLost = false;
    const lose = (error: DatabaseAway) => {
      isLost = true;
      reject(error);
    };
    let end = watch.begin(lose);
    const block: Block = async (inner) => {
      end();
      // The caller has heard of a failure already.
      if (isLost) throw new DatabaseAway("The database answered too late");
      try {
        return await work(watched(inner, watch));
      } finally {
        end = watch.begin(lose);
      }
    };
    void open(block)
      .then(resolve, reject)
      .finally(() => end());
  });
}
