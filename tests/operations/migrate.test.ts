import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../api/db/client.ts";
import { startTestPostgres, type TestPostgres } from "../../scripts/test-postgres.ts";
import { copyMigrations } from "../setup/migrations.ts";
import { runServer } from "../setup/server-process.ts";
import { programs } from "./setup/programs.ts";
import { newPlace, removeFolders, runScript } from "./setup/sample-service.ts";

const engines = ["embedded", ...(programs.postgres ? ["PostgreSQL"] : [])];
let postgres: TestPostgres | null = null;
beforeAll(async () => {
  if (programs.postgres) postgres = await startTestPostgres(programs.postgres);
});
afterAll(async () => {
  await removeFolders();
  await postgres?.stop();
});

describe.each(engines)("npm run migrate on the %s database", (engine) => {
  test("updates a schema that a start with MIGRATE=off refuses", async () => {
    const place = await newPlace(engine === "PostgreSQL" ? postgres!.url : undefined);
    const released = await copyMigrations();
    await released.endWith("0001_functions");
    const database = await openDatabase({
      dataDir: place.DATA_DIR,
      url: place.DATABASE_URL,
      migrationsFolder: released.folder,
    });
    await database.close();
    await released.remove();
    const { code, output } = await runServer({ ...place, MIGRATE: "off" });
    expect(output).toMatch(
      /^matinee: (DATABASE_URL|DATA_DIR \S+): the database's schema is of an older version of Matinee, and MIGRATE is off: run npm run migrate, then start again\.\n$/,
    );
    expect(code).toBe(1);
    const migrated = await runScript("migrate", { env: place });
    expect(migrated.output).toMatch(/^(Applied \d{4}_[\w-]+\.\n)+$/);
    expect(migrated.code).toBe(0);
    const again = await runScript("migrate", { env: { ...place, MIGRATE: "off" } });
    expect(again).toEqual({ code: 0, output: "The schema is up to date.\n" });
  });
});
