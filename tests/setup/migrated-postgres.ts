import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { openDatabase } from "../../api/db/client.ts";

/** Names the migrated database to the tests. */
const templateVariable = "TEST_TEMPLATE";

/** Migrates one database on PostgreSQL, which every test then begins with a copy of. */
export default async function globalSetup() {
  const server = process.env.TEST_DATABASE_URL;
  // The tests themselves say what is missing.
  if (!server) return;
  const name = `matinee_test_${randomUUID().replaceAll("-", "")}`;
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(
    `create database ${name} template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`,
  );
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openDatabase({ url: url.href });
  await database.close();
  process.env[templateVariable] = name;
  return async () => {
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  };
}

/**
 * Makes a database of its own for a test, as a start leaves it behind.
 * @param server a PostgreSQL databases can be made on
 * @param template `template0` for an empty one
 */
export async function copyOfTemplate(
  server: string,
  template = process.env[templateVariable],
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `matinee_test_${randomUUID().replaceAll("-", "")}`;
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  // In memory, copying the files takes a third of what the default does, which writes each page to the log; on a disk,
  // as long.
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
