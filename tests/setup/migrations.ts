import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, ownMigrations, type OpenOptions } from "../../api/db/client.ts";
import { migratedDump } from "./migrated-pglite.ts";
import { copyOfTemplate } from "./migrated-postgres.ts";

type Journal = { entries: { idx: number; when: number; tag: string }[] };

/** A copy of the product's migrations that a test changes. */
export type TestMigrations = {
  folder: string;
  /** Adds a migration, as a next version has one. */
  add: (tag: string, sql: string) => Promise<void>;
  /** Leaves out the migrations after one. */
  endWith: (tag: string) => Promise<void>;
  remove: () => Promise<void>;
};

export async function copyMigrations(): Promise<TestMigrations> {
  const folder = await mkdtemp(join(tmpdir(), "matinee-migrations-"));
  await cp(ownMigrations, folder, { recursive: true });
  const path = join(folder, "meta/_journal.json");
  const change = async (how: (journal: Journal) => void) => {
    const journal = JSON.parse(await readFile(path, "utf8")) as Journal;
    how(journal);
    await writeFile(path, JSON.stringify(journal));
  };
  return {
    folder,
    async add(tag, sql) {
      await writeFile(join(folder, `${tag}.sql`), sql);
      await change(({ entries }) => {
        const last = entries.at(-1)!;
        entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
      });
    },
    endWith: (tag) =>
      change((journal) => {
        journal.entries.splice(1 + journal.entries.findIndex((one) => one.tag === tag));
      }),
    remove: () => rm(folder, { recursive: true }),
  };
}

/**
 * A place for a database on either engine, which a test opens and closes several times.
 * @param empty without a schema; else with the newest
 */
export async function placeForDatabase({ empty = false } = {}): Promise<{
  at: OpenOptions;
  drop: () => Promise<void>;
}> {
  if (process.env.TEST_DATABASE === "postgresql") {
    const { url, drop } = await copyOfTemplate(
      process.env.TEST_DATABASE_URL!,
      empty ? "template0" : undefined,
    );
    return { at: { url }, drop };
  }
  const dataDir = await mkdtemp(join(tmpdir(), "matinee-place-"));
  if (!empty) {
    const database = await openDatabase({ dataDir, from: await migratedDump() });
    await database.close();
  }
  return { at: { dataDir }, drop: () => rm(dataDir, { recursive: true }) };
}
