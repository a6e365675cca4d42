import { readFile } from "node:fs/promises";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase, type Database } from "../../../api/db/client.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { copyMigrations, placeForDatabase } from "../../setup/migrations.ts";
import { readSampleData } from "../../setup/sample-data.ts";

/** Data and answers of a released version; a release adds its own. */
const released = ["0001_functions"];

async function run(database: Database, statements: string): Promise<void> {
  const { raw } = database;
  if ("pglite" in raw) return void (await raw.pglite.exec(statements));
  const client = postgres(raw.url, { max: 1, onnotice: () => {} });
  await client.unsafe(statements);
  await client.end();
}

test.each(released)("data of the schema %s are migrated, and the API answers as it did", async (tag) => {
  const fixture = `tests/fixtures/schema-${tag.slice(0, 4)}`;
  const migrations = await copyMigrations();
  const place = await placeForDatabase({ empty: true });
  onTestFinished(async () => {
    await place.drop();
    await migrations.remove();
  });
  await migrations.endWith(tag);
  const before = await openDatabase({ ...place.at, migrationsFolder: migrations.folder });
  await run(before, await readFile(`${fixture}.sql`, "utf8"));
  await before.close();

  const database = await openDatabase(place.at);
  const backend = await startTestBackend({ beside: { database } as TestBackend });
  try {
    backend.clock.set(new Date("2026-11-22T15:00:00Z"));
    const answers = JSON.parse(await readFile(`${fixture}.json`, "utf8")) as object;
    expect(await readSampleData(backend)).toMatchObject(answers);
    await backend.post("favourite/add", { id: "harbour" });
    expect(backend.bugs).toEqual([]);
  } finally {
    await backend.close();
    await database.close();
  }
});
