import { parentPort, workerData } from "node:worker_threads";
import type { PGlite, Transaction } from "@electric-sql/pglite";
import { startEmbedded, watchPanic } from "./create-embedded.ts";
import { keepStatements } from "./kept-statements.ts";
import { copyError, type Question, type Rows, type Told } from "./thread-messages.ts";

/** Runs the embedded database of a folder. Started by thread-client.ts, which holds the folder's lock. */

type Open = { tx: Transaction; end: (commit: boolean) => void; ended: Promise<unknown> };

const port = parentPort!;
const tell = (told: Told) => port.postMessage(told);
const open = new Map<number, Open>();
/** What a transaction is ended with that is to leave nothing. */
const rolledBack = new Error("rolled back");

function begin(client: PGlite, transaction: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const { promise: ending, resolve: commit, reject: rollBack } = Promise.withResolvers<void>();
    const ended: Promise<unknown> = client.transaction((tx) => {
      const end = (committed: boolean) => (committed ? commit() : rollBack(rolledBack));
      open.set(transaction, { tx, end, ended });
      resolve();
      return ending;
    });
    ended.catch(reject);
  });
}

async function end(transaction: number, commit: boolean): Promise<void> {
  const { end, ended } = open.get(transaction)!;
  open.delete(transaction);
  end(commit);
  await ended.catch((error: unknown) => {
    if (error !== rolledBack) throw error;
  });
}

async function query(client: PGlite, question: Extract<Question, { ask: "query" }>): Promise<Rows> {
  const { text, parameters, asText, transaction } = question;
  const parsers = Object.fromEntries(asText.map((type) => [type, String]));
  const asked = transaction === null ? client : open.get(transaction)!.tx;
  const result = await asked.query<unknown[]>(text, parameters, { rowMode: "array", parsers });
  return { cells: result.rows.flat(1), fields: result.fields, affectedRows: result.affectedRows };
}

function answer(client: PGlite, question: Question): Promise<unknown> {
  switch (question.ask) {
    case "query":
      return query(client, question);
    case "exec":
      return client.exec(question.text);
    case "begin":
      return begin(client, question.transaction);
    case "end":
      return end(question.transaction, question.commit);
    case "close":
      return client.close();
  }
}

try {
  const client = await startEmbedded((workerData as { dataDir: string }).dataDir);
  void watchPanic(client).then((stopped) => tell({ stopped: copyError(stopped.cause) }));
  keepStatements(client);
  port.on("message", ({ id, ...question }: Question & { id: number }) => {
    answer(client, question as Question).then(
      (result) => tell({ id, result }),
      (error: unknown) => tell({ id, error: copyError(error) }),
    );
  });
  tell({ ready: true });
} catch (error) {
  tell({ failed: copyError(error) });
}
