import { setTimeout as pause } from "node:timers/promises";
import type { PendingQuery, Row, Sql, TransactionSql } from "postgres";
import { isConnectionLost, isOutOfConnections } from "../fault.ts";
import type { Places } from "./places.ts";
import type { Sockets } from "./sockets.ts";
import { DatabaseAway, type Watch } from "./watch.ts";

/** Milliseconds a statement or a transaction waits for a free connection. */
const waitMs = 1_000;
/** Milliseconds before it tries again when the server had no connection left. */
const againMs = 100;
/** Milliseconds within which a lost connection is closed. */
const closedMs = 1_000;

type Guards = { places: Places; watch: Watch; sockets: Sockets };
type Watching = Pick<Watch, "begin">;
type Query = PendingQuery<Row[]> & { state: object | null };
type Block = (inner: TransactionSql) => Promise<unknown>;
/** The connection of a transaction: whether a statement found it lost, and when it is closed. */
type Link = { isLost: boolean; isClosed: boolean; closed: PromiseWithResolvers<void> };

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
    begin: (work: Block) => within(() => runTransaction(client, { work, watch })),
  } as never;
}

/** postgres.js ends a transaction whose connection has been closed, whatever its block does. */
function runTransaction(client: Sql, given: { work: Block; watch: Watching }): Promise<unknown> {
  const link: Link = { isLost: false, isClosed: false, closed: Promise.withResolvers() };
  const open = (block: Block) =>
    client.begin(block).catch((error: unknown) => {
      link.isLost = link.isClosed = true;
      link.closed.resolve();
      throw error;
    });
  return runBlock(open, { ...given, link });
}

/** The same within a transaction, which has its connection. */
function watched(tx: TransactionSql, watch: Watching, link: Link): TransactionSql {
  const within: Within = async (work) => {
    if (link.isLost) throw new DatabaseAway("The transaction's connection is lost");
    try {
      return await work();
    } catch (error) {
      if (isConnectionLost(error)) link.isLost = true;
      throw error;
    }
  };
  return {
    unsafe: unsafeBy((...query) => tx.unsafe(...query) as Query, { watch, within }),
    savepoint: (work: Block) => runBlock((block) => tx.savepoint(block), { work, watch, link }),
  } as never;
}

/** A client whose process outlives the loss of a transaction's connection; its waits have no limit. */
export function guardTransactions(client: Sql): Sql {
  const watch = { begin: () => () => {} };
  return {
    options: client.options,
    unsafe: client.unsafe,
    begin: (work: Block) => runTransaction(client, { work, watch }),
  } as never;
}

type Parameters = [text: string, values?: never[], options?: object];
type Within = <T>(work: () => Promise<T>) => Promise<T>;

function unsafeBy(
  ask: (...query: Parameters) => Query,
  { watch, within }: { watch: Watching; within: Within },
) {
  return (...query: Parameters) => ({
    values: () => within(() => answerOf(ask(...query).values() as unknown as Query, watch)),
    then: (resolve: (rows: unknown) => unknown, reject: (error: unknown) => unknown) =>
      within(() => answerOf(ask(...query), watch)).then(resolve, reject),
  });
}

function answerOf(query: Query, watch: Watching): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const end = watch.begin((error) => {
      // What still waits for a connection must not be sent after its caller has heard of the failure.
      if (!query.state) query.cancel();
      reject(error);
    });
    void query.then(resolve, reject).finally(end);
  });
}

/**
 * Runs a transaction or a savepoint, and watches the statements that begin and end it.
 *
 * Where the connection is lost, the block never settles: postgres.js would write `rollback` or `commit` to a socket
 * that is gone, which is an uncaught error of a timer and ends the process, or to one that is closing, which leaves the
 * text in the connection's buffer and breaks its next one.
 */
function runBlock(
  open: (block: Block) => Promise<unknown>,
  { work, watch, link }: { work: Block; watch: Watching; link: Link },
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const lose = (error: DatabaseAway) => {
      isLate = true;
      reject(error);
    };
    let end = watch.begin(lose);
    const block: Block = async (inner) => {
      end();
      // The caller has heard of a failure already.
      if (isLate) throw new DatabaseAway("The database answered too late");
      let failure: unknown;
      try {
        return await work(watched(inner, watch, link));
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        if (link.isLost) await Promise.race([link.closed.promise, pause(closedMs)]);
        if (link.isClosed) {
          reject(failure ?? new DatabaseAway("The transaction's connection is lost"));
          await new Promise(() => {});
        }
        end = watch.begin(lose);
      }
    };
    void open(block)
      .then(resolve, reject)
      .finally(() => end());
  });
}
