import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { openDatabase } from "../../api/db/client.ts";
import { dropTemplates } from "./drop-templates.ts";

/** Names the dumped file to the tests. */
const variable = "TEST_MIGRATED";

/** Migrates one embedded database, which every test then begins with a copy of. */
export default async function globalSetup() {
  // Of two projects that run together one has made it.
  if (process.env[variable]) return;
  const database = await openDatabase({});
  const pglite = "pglite" in database.raw ? database.raw.pglite : null;
  if (!(pglite instanceof PGlite)) throw new Error("The database in memory is another one");
  await dropTemplates(pglite);
  const dump = await pglite.dumpDataDir("none");
  await database.close();
  const folder = await mkdtemp(join(tmpdir(), "matinee-migrated-"));
  const file = join(folder, "pg.tar");
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  process.env[variable] = file;
  return () => rm(folder, { recursive: true, force: true });
}

/** @returns what an embedded database that has its schema begins as: to migrate takes seconds, to copy takes none */
export async function migratedDump(): Promise<Blob> {
  const path = process.env[variable];
  if (!path) throw new Error("The project's global setup names the migrated database");
  return new Blob([await readFile(path)]);
}
