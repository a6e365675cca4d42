import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PGlite } from "@electric-sql/pglite";
import type { Sql } from "postgres";
import type { Ask } from "../apply-migrations.ts";

export type Table = { name: string; columns: string[]; needs: string[] };

/** Pages of 8 kB that are read at once: what a page refers to can be a hundred times as much. */
const pagesAtOnce = 64;

const listTables = `
  select quote_ident(relname) as name,
    array(select quote_ident(attname)::text from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
    array(select distinct confrelid::regclass::text from pg_constraint
      where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid) as needs
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
  order by relname`;

/**
 * The product's tables, each after the others that its foreign keys refer to: a table's rows are copied by one statement,
 * so they may refer to each other. Unlogged tables hold nothing worth moving.
 * @throws Error when foreign keys form a circle
 */
export async function tablesInOrder(ask: Ask): Promise<Table[]> {
  const left = (await ask(listTables)) as Table[];
  const ordered: Table[] = [];
  const done = new Set<string>();
  while (left.length > 0) {
    const at = left.findIndex(({ needs }) => needs.every((name) => done.has(name)));
    if (at === -1)
      throw new Error(`Foreign keys of ${left.map(({ name }) => name).join(", ")} form a circle`);
    const [table] = left.splice(at, 1);
    done.add(table!.name);
    ordered.push(table!);
  }
  return ordered;
}

/** Copies a table's rows into an empty one of another database, without its triggers: what they write is copied too. */
export async function copyTable(
  { name, columns }: Table,
  { source, target }: { source: PGlite; target: Sql },
): Promise<void> {
  await target.unsafe(`alter table ${name} disable trigger user`);
  const into = await target.unsafe(`copy ${name} (${columns.join(", ")}) from stdin`).writable();
  await pipeline(Readable.from(readRows(source, { name, columns })), into);
  await target.unsafe(`alter table ${name} enable trigger user`);
}

async function* readRows(
  source: PGlite,
  { name, columns }: Pick<Table, "name" | "columns">,
): AsyncGenerator<Buffer> {
  const { rows } = await source.query<{ pages: number }>(
    `select (pg_relation_size('${name}') / current_setting('block_size')::int)::int as pages`,
  );
  for (let page = 0; page < rows[0]!.pages; page += pagesAtOnce) {
    const { blob } = await source.query(
      `copy (select ${columns.join(", ")} from ${name} where ctid >= '(${page},0)' and ctid < '(${page + pagesAtOnce},0)') to '/dev/blob'`,
    );
    if (blob && blob.size > 0) yield Buffer.from(await blob.arrayBuffer());
  }
}

export type Sum = { rows: string; sum: string };

/** Makes both databases write values the same way, for `sumOf`. */
export const sameText = "set timezone = 'UTC'; set extra_float_digits = 1; set datestyle = 'ISO'";

/** The number of a table's rows, and a checksum of them that does not depend on their order. */
export async function sumOf(ask: Ask, { name, columns }: Table): Promise<Sum> {
  const [sum] = (await ask(
    `select count(*)::text as rows, coalesce(sum(('x' || left(md5(row(${columns.join(", ")})::text), 15))::bit(60)::bigint), 0)::text as sum from ${name}`,
  )) as Sum[];
  return sum!;
}

/** Continues the target's sequences where the source's are. */
export async function copySequences({ source, target }: { source: Ask; target: Ask }): Promise<void> {
  const names = (await source(
    "select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'",
  )) as { name: string }[];
  for (const { name } of names) {
    const [at] = (await source(`select last_value::text as value, is_called from ${name}`)) as {
      value: string;
      is_called: boolean;
    }[];
    await target(`select setval('${name}', ${at!.value}, ${at!.is_called})`);
  }
}
