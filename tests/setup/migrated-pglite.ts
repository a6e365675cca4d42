import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../api/db/client.ts";

/** Names the dumped file to the tests. */
export const migratedVariable = "TEST_MIGRATED";

/** Databases that others are made from: two thirds of the dump's files, which every copy would have to write again. */
const templates = ["template0", "template1"];

/** Migrates one embedded database, which every test then begins with a copy of. */
export default async function globalSetup() {
  const database = await openDatabase({});
  if (!("pglite" in database.raw)) throw new Error("The embedded database is another one");
  const { pglite } = database.raw;
  for (const name of templates) {
    await pglite.query("update pg_database set datistemplate = false where datname = $1", [name]);
    await pglite.exec(`drop database ${name}`);
  }
  const dump = await pglite.dumpDataDir("none");
  await database.close();
  const folder = await mkdtemp(join(tmpdir(), "matinee-migrated-"));
  const file = join(folder, "pg.tar");
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  process.env[migratedVariable] = file;
  return () => rm(folder, { recursive: true, force: true });
}
