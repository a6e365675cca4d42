import { readMigrationFiles } from "drizzle-orm/migrator";
import { DatabaseUnusable } from "./database-unusable.ts";

/**
 * Refuses a database with a newer schema: this older version would write data that the schema defines differently now.
 * @param ask runs a query and returns its rows
 * @throws DatabaseUnusable when a migration was applied that this version does not know
 */
export async function refuseNewer(
  ask: (query: string) => PromiseLike<unknown>,
  { migrationsFolder, name }: { migrationsFolder: string; name: string },
): Promise<void> {
  const [table] = (await ask("select to_regclass('drizzle.__drizzle_migrations') as at")) as {
    at: unknown;
  }[];
  if (!table?.at) return;
  const [last] = (await ask("select max(created_at) as at from drizzle.__drizzle_migrations")) as {
    at: string | number | null;
  }[];
  const known = Math.max(0, ...readMigrationFiles({ migrationsFolder }).map((one) => one.folderMillis));
  if (Number(last?.at ?? 0) > known)
    throw new DatabaseUnusable(
      `${name}: the database is of a newer version of Matinee. Start that version, or restore a backup of before.`,
    );
}
