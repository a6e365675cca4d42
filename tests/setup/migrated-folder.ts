import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../api/db/client.ts";
import { dropTemplates } from "./drop-templates.ts";

const variable = "TEST_MIGRATED_FOLDER";

/** Makes one data folder with a migrated embedded database: the first start of a server spends seconds on it. */
export default async function globalSetup() {
  const folder = await mkdtemp(join(tmpdir(), "matinee-migrated-"));
  const database = await openDatabase({ dataDir: folder });
  if ("pglite" in database.raw) await dropTemplates(database.raw.pglite);
  await database.close();
  process.env[variable] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * @param purpose part of its name
 * @returns a new data folder, as a server leaves it behind that was started and did nothing
 */
export async function migratedFolder(purpose: string): Promise<string> {
  const from = process.env[variable];
  if (!from) throw new Error("The project's global setup names the migrated folder");
  const folder = await mkdtemp(join(tmpdir(), `matinee-${purpose}-`));
  await cp(join(from, "pg"), join(folder, "pg"), { recursive: true });
  return folder;
}
