import type { Sql, TransactionSql } from "postgres";
import type { Tracer } from "./tracer.ts";

type Block = (tx: TransactionSql) => Promise<unknown>;
type Asked = PromiseLike<unknown> & { values: () => PromiseLike<unknown> };
type Asks = Pick<Sql, "unsafe">;

/** The part of a client of postgres.js that Drizzle uses; each statement and each transaction is a span. */
export function traceClient(client: Sql, trace: Tracer): Sql {
  const unsafe =
    (asks: Asks) =>
    (...[text, ...rest]: Parameters<Sql["unsafe"]>) => {
      const span = { kind: "sql" as const, name: nameOf(text), facts: { "db.system.name": "postgresql" } };
      const ask = () => asks.unsafe(text, ...rest) as unknown as Asked;
      return {
        values: () => trace(span, async () => ask().values()),
        then: (resolve: (rows: unknown) => unknown, reject: (error: unknown) => unknown) =>
          trace(span, async () => ask()).then(resolve, reject),
      };
    };
  const within = (tx: TransactionSql) => ({
    unsafe: unsafe(tx as unknown as Asks),
    savepoint: (block: Block) => tx.savepoint((inner) => block(within(inner) as never)),
  });
  return {
    options: client.options,
    unsafe: unsafe(client),
    begin: (block: Block) =>
      trace({ kind: "sql", name: "transaction", facts: { "db.system.name": "postgresql" } }, async () =>
        client.begin((tx) => block(within(tx) as never)),
      ),
  } as unknown as Sql;
}

const verbs = /\b(select|insert|update|delete)\b/i;
const tables =
  /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_][a-z0-9_]{0,62}(?:"?\."?[a-z_][a-z0-9_]{0,62})?)/i;

/**
 * What a statement does and its first table, outside parentheses if there is one: `select movie`. Never a value, which a
 * statement may contain.
 */
export function nameOf(text: string): string {
  const bare = text.replaceAll(/'[^']*'/g, "''");
  const outer = outermost(bare);
  const verb = (verbs.exec(outer)?.[1] ?? "statement").toLowerCase();
  const table = (tables.exec(outer) ?? tables.exec(bare))?.[1];
  return table ? `${verb} ${table.replaceAll('"', "")}` : verb;
}

/** A statement without what is in parentheses, whose places stay: `from () as m`. */
function outermost(text: string): string {
  let depth = 0;
  let outer = "";
  for (const [piece] of text.matchAll(/[()]|[^()]+/g)) {
    if (piece === ")") depth = Math.max(0, depth - 1);
    if (depth === 0) outer += piece;
    if (piece === "(") depth += 1;
  }
  return outer;
}
