import { createReadStream } from "node:fs";
import postgres from "postgres";
import { CannotStart } from "../../server/cannot-start.ts";
import { findPostgresPrograms, startProgram, type Running } from "./postgres-programs.ts";

/** The PostgreSQL that a backup is restored to. */
export type TargetDatabase = {
  /** Whether it has tables. */
  hasData: () => Promise<boolean>;
  /** @throws CannotStart when it is older than the backup's, or in use */
  requireFitting: (engine: number) => Promise<void>;
  /** Replaces everything in it by a dump, in one transaction. */
  load: (dump: string) => Promise<void>;
  close: () => Promise<void>;
};

/** Removes what Matinee has made; extensions and other schemas stay. */
const dropAll = `do $$
declare one record;
begin
  drop schema if exists drizzle cascade;
  drop schema if exists pgboss cascade;
  for one in select format('drop table if exists %s cascade', oid::regclass) as statement from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not exists
      (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  loop execute one.statement; end loop;
  for one in select format('drop routine if exists %s cascade', oid::regprocedure) as statement from pg_proc
    where pronamespace = 'public'::regnamespace and not exists
      (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
  loop execute one.statement; end loop;
end $$`;

/** @throws CannotStart when PostgreSQL's programs are missing, or the database does not answer */
export async function openTarget(url: string): Promise<TargetDatabase> {
  const programs = await findPostgresPrograms();
  const client = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  const ask = <Row>(text: string) => client.unsafe(text) as unknown as Promise<Row[]>;
  const close = () => client.end({ timeout: 1 });
  await client`select 1`.catch(async (error: Error) => {
    await close();
    throw new CannotStart(`DATABASE_URL: ${error.message || (error as NodeJS.ErrnoException).code}`);
  });
  return {
    async hasData() {
      const tables = await ask(
        `select 1 from pg_class where relkind = 'r' and relnamespace in
          (select oid from pg_namespace where nspname in ('public', 'drizzle', 'pgboss')) limit 1`,
      );
      return tables.length > 0;
    },
    async requireFitting(engine) {
      const [row] = await ask<{ engine: number; others: number }>(
        `select current_setting('server_version_num')::int / 10000 as engine, (select count(*)::int from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()) as others`,
      );
      if (row!.engine < engine)
        throw new CannotStart(
          `The backup is of PostgreSQL ${engine}, and DATABASE_URL is PostgreSQL ${row!.engine}: restore it to ${engine} or later.`,
        );
      if (row!.others > 0)
        throw new CannotStart(
          `DATABASE_URL: ${row!.others} other connections are open: stop the servers, workers and poolers that use the database.`,
        );
    },
    async load(dump) {
      const restore = startProgram(programs.pg_restore, {
        args: ["--file=-", "--no-owner", "--no-privileges", "--no-comments"],
        input: createReadStream(dump),
      });
      const load = startProgram(programs.psql, {
        args: ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null"],
        ...{ url, input: transactionOf(restore) },
      });
      await Promise.all([load.ended, restore.ended]);
    },
    close,
  };
}

/**
 * What pg_restore writes, as one transaction. Only this commits it: if the input ends earlier, psql rolls back. The line
 * that empties the search path is left out, since dumps of the first version hold a function that needs one.
 */
async function* transactionOf({ output, ended }: Running): AsyncGenerator<Buffer> {
  yield Buffer.from(`begin;\n${dropAll};\n`);
  let first = true;
  for await (const chunk of output as AsyncIterable<Buffer>) {
    const line = "SELECT pg_catalog.set_config('search_path', '', false);";
    yield first ? Buffer.from(chunk.toString("latin1").replace(line, ""), "latin1") : chunk;
    first = false;
  }
  await ended;
  yield Buffer.from("\ncommit;\n");
}
