import type { Results } from "@electric-sql/pglite";

/** What the thread of the embedded database is asked. `transaction` names an open one that the statement belongs to. */
export type Question =
  | { ask: "query"; text: string; parameters: unknown[]; asText: number[]; transaction: number | null }
  | { ask: "exec"; text: string }
  | { ask: "begin"; transaction: number }
  | { ask: "end"; transaction: number; commit: boolean }
  | { ask: "close" };

/** The rows of a query, one value after the other: an array of arrays takes longer to pass on. */
export type Rows = Pick<Results, "affectedRows" | "fields"> & { cells: unknown[] };

/** What the thread says: an answer to a question, that it is ready, or that the database has stopped for good. */
export type Told =
  | { id: number; result: unknown }
  | { id: number; error: ErrorCopy }
  | { ready: true }
  | { failed: ErrorCopy }
  | { stopped: ErrorCopy };

/** An error with what tells its kind: between threads, only the message and the stack of an error are passed on. */
export type ErrorCopy = {
  message: string;
  name: string;
  facts: Record<string, string | number | boolean>;
  cause: ErrorCopy | null;
};

export function copyError(error: unknown): ErrorCopy {
  const { message = String(error), name = "Error", cause } = (error ?? {}) as Partial<Error>;
  const facts = Object.entries(Object(error) as object).filter(
    ([fact, value]) =>
      !["message", "name", "stack", "query"].includes(fact) &&
      ["string", "number", "boolean"].includes(typeof value),
  );
  return { message, name, facts: Object.fromEntries(facts), cause: cause ? copyError(cause) : null };
}

export function errorOf({ message, name, facts, cause }: ErrorCopy): Error {
  return Object.assign(new Error(message, cause ? { cause: errorOf(cause) } : undefined), { name }, facts);
}
