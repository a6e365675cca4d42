import { Worker } from "node:worker_threads";
import type { QueryOptions, Results } from "@electric-sql/pglite";
import { DatabaseStopped, whyUnusable } from "./embedded-faults.ts";
import { errorOf, type Question, type Rows, type Told } from "./thread-messages.ts";

type Query = <T>(text: string, parameters?: unknown[], options?: QueryOptions) => Promise<Results<T>>;

/** The part of PGlite that is used of it, in this thread or in one of its own. */
export type EmbeddedClient = {
  query: Query;
  exec: (text: string) => Promise<Results[]>;
  transaction: <T>(work: (tx: { query: Query }) => Promise<T>) => Promise<T>;
};

type Parser = (text: string, type: number) => unknown;
/** An embedded database that answers. */
export type OpenedEmbedded = {
  client: EmbeddedClient;
  /** Resolves when it has stopped for good. */
  stopped: Promise<DatabaseStopped>;
  close: () => Promise<void>;
};
type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void };

/** JSON is read here: its text is passed on faster than what it says. */
const readers = { 114: JSON.parse, 3802: JSON.parse } satisfies QueryOptions["parsers"];

/**
 * Starts the embedded database of a folder that is locked, in a thread of its own: while it works, this one answers.
 * @throws DatabaseUnusable when it does not open
 */
export async function startThread(dataDir: string): Promise<OpenedEmbedded> {
  const worker = new Worker(new URL("./database-thread.ts", import.meta.url), {
    name: "database",
    workerData: { dataDir },
  });
  const { promise: stopped, resolve: stop } = Promise.withResolvers<DatabaseStopped>();
  const { promise: ready, resolve: start, reject: fail } = Promise.withResolvers<void>();
  const waiting = new Map<number, Waiting>();
  let over: Error | null = null;
  let closing = false;
  let asked = 0;

  function end(why: Error): void {
    over ??= why;
    for (const { reject } of waiting.values()) reject(over);
    waiting.clear();
    worker.unref();
    if (over instanceof DatabaseStopped) stop(over);
  }

  worker.on("message", (told: Told) => {
    if ("ready" in told) return start();
    if ("failed" in told) return fail(errorOf(told.failed));
    if ("stopped" in told) return end(new DatabaseStopped(errorOf(told.stopped)));
    const { resolve, reject } = waiting.get(told.id) ?? {};
    waiting.delete(told.id);
    // The process may end when nothing is asked, but not while it closes.
    if (waiting.size === 0 && !closing) worker.unref();
    if ("error" in told) reject?.(errorOf(told.error));
    else resolve?.(told.result);
  });
  worker.on("error", (error: Error) => (fail(error), end(new DatabaseStopped(error))));
  worker.on("exit", () =>
    end(
      closing
        ? new Error("The embedded database is closed")
        : new DatabaseStopped(new Error("its thread has ended")),
    ),
  );

  async function ask<T>(question: Question): Promise<T> {
    if (over) throw over;
    return new Promise<T>((resolve, reject) => {
      const id = ++asked;
      worker.postMessage({ id, ...question });
      waiting.set(id, { resolve: resolve as Waiting["resolve"], reject });
      worker.ref();
    });
  }

  await ready.catch(async (error: unknown) => {
    closing = true;
    await worker.terminate();
    throw whyUnusable(error, dataDir);
  });
  worker.unref();
  return {
    client: clientOf(ask),
    stopped,
    close: async () => {
      closing = true;
      // A stopped database never answers.
      await Promise.race([stopped, ask({ ask: "close" }).catch(() => {})]);
      await worker.terminate();
    },
  };
}

function clientOf(ask: <T>(question: Question) => Promise<T>): EmbeddedClient {
  let begun = 0;
  const queryIn =
    (transaction: number | null): Query =>
    async (text, parameters = [], options = {}) => {
      const own: NonNullable<QueryOptions["parsers"]> = { ...readers, ...options.parsers };
      const asText = Object.keys(own).map(Number);
      const rows = await ask<Rows>({ ask: "query", text, parameters, asText, transaction }).catch(
        (error: unknown) => {
          throw Object.assign(error as Error, { query: text, params: parameters });
        },
      );
      return resultOf(rows, own, options.rowMode === "array");
    };
  return {
    query: queryIn(null),
    exec: (text) => ask({ ask: "exec", text }),
    transaction: async (work) => {
      const transaction = ++begun;
      await ask({ ask: "begin", transaction });
      const result = await work({ query: queryIn(transaction) }).catch(async (error: unknown) => {
        await ask({ ask: "end", transaction, commit: false });
        throw error;
      });
      await ask({ ask: "end", transaction, commit: true });
      return result;
    },
  };
}

/** @param inArrays rows are arrays, and otherwise objects by column */
function resultOf<T>(
  { cells, fields, affectedRows }: Rows,
  parsers: NonNullable<QueryOptions["parsers"]>,
  inArrays: boolean,
): Results<T> {
  const reads = fields.map(({ dataTypeID }) => parsers[dataTypeID]);
  const width = fields.length;
  const rows: unknown[] = [];
  for (let from = 0; width > 0 && from < cells.length; from += width) {
    const row = reads.map((read, at) => {
      const cell = cells[from + at];
      return read && cell !== null
        ? ((read as Parser)(cell as string, fields[at]!.dataTypeID) as unknown)
        : cell;
    });
    rows.push(inArrays ? row : Object.fromEntries(fields.map(({ name }, at) => [name, row[at]])));
  }
  return { rows, fields, affectedRows } as unknown as Results<T>;
}
