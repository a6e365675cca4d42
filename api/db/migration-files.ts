import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Migration = {
  tag: string;
  /** Milliseconds since 1970. Orders migrations, and identifies them in the database. */
  when: number;
  hash: string;
  statements: string[];
  /** `when` of the oldest schema whose version of Matinee works on the schema after this migration; null = none. */
  compatibleFrom: number | null;
  /** Its statements run one by one, each in a transaction of its own, and may run again. */
  outsideTransaction: boolean;
};

const mark = /^-- migration: (.+)$/gm;
const compatible = /^compatible-from ([\w-]+)$/;
/** What may run again after a process was killed in it. */
const repeatable = /^(create (unique )?index concurrently if not exists|drop index concurrently if exists) /i;

/**
 * Reads the migrations that drizzle-kit has generated, with their marks: lines such as
 * `-- migration: compatible-from 0001_functions` and `-- migration: outside-transaction`.
 * @throws Error when a mark is unknown, or a statement outside a transaction could not run again
 */
export function readMigrations(folder: string): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as {
    entries: { tag: string; when: number }[];
  };
  const whenOf = new Map(journal.entries.map(({ tag, when }) => [tag, when]));
  return journal.entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), "utf8");
    const statements = text.split("--> statement-breakpoint");
    const migration: Migration = {
      tag,
      when,
      hash: createHash("sha256").update(text).digest("hex"),
      statements,
      compatibleFrom: null,
      outsideTransaction: false,
    };
    for (const [, name = ""] of text.matchAll(mark)) {
      const from = whenOf.get(compatible.exec(name)?.[1] ?? "");
      if (name === "outside-transaction") migration.outsideTransaction = true;
      else if (from !== undefined && from < when) migration.compatibleFrom = from;
      else throw new Error(`${tag}.sql: unknown mark "${name}"`);
    }
    if (migration.outsideTransaction) migration.statements = statements.map(withoutComments).filter(Boolean);
    if (migration.outsideTransaction && !migration.statements.every((one) => repeatable.test(one)))
      throw new Error(`${tag}.sql: outside a transaction only indexes are made or dropped, if (not) there`);
    return migration;
  });
}

function withoutComments(statement: string): string {
  return statement
    .split("\n")
    .filter((line) => !line.startsWith("--"))
    .join("\n")
    .trim();
}
