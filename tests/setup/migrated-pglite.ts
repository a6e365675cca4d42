import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../api/db/client.ts";
import { dropTemplates } from "./drop-templates.ts";

/** Names the dumped file to the tests. */
export const migratedVariable = "TEST_MIGRATED";

/** Migrates one embedded database, which every test then begins with a copy of. */
export default async function globalSetup() {
  const database = await openDatabase({});
  if (!("pglite" in database.raw)) throw new Error("The embedded database is another one");
  const { pglite } = database.raw;
  await dropTemplates(pglite);
  const dump = await pglite.dumpDataDir("none");
  await database.close();
  const folder = await mkdtemp(join(tmpdir(), "matinee-migrated-"));
  const file = join(folder, "pg.tar");
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  process.env[migratedVariable] = file;
  return () => rm(folder, { recursive: true, force: true });
}
