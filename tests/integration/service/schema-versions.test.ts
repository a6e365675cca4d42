import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { DatabaseUnusable } from "../../../api/db/database-unusable.ts";
import { openDatabase, ownMigrations, type OpenOptions } from "../../../api/db/client.ts";
import { readMigrations } from "../../../api/db/migration-files.ts";
import { rowsOf } from "../../../api/db/rows-of.ts";
import { copyMigrations, placeForDatabase, type TestMigrations } from "../../setup/migrations.ts";

let migrations: TestMigrations;
let place: Awaited<ReturnType<typeof placeForDatabase>>;

/** A database on the newest schema, and migrations to add to. */
async function begin(): Promise<void> {
  migrations = await copyMigrations();
  place = await placeForDatabase();
  onTestFinished(async () => {
    await place.drop();
    await migrations.remove();
  });
}

/** Opens the database, asks, and closes it. */
async function ask(query: string, options: Partial<OpenOptions> = {}): Promise<unknown[]> {
  const database = await openDatabase({ ...place.at, ...options });
  try {
    return rowsOf(await database.db.execute(query));
  } finally {
    await database.close();
  }
}
const next = () => ({ migrationsFolder: migrations.folder });

describe("a schema of a newer version", () => {
  beforeEach(begin);
  const newest = readMigrations(ownMigrations).at(-1)!.tag;
  const refusal = /^(DATABASE_URL|DATA_DIR \S+): the database is of a newer version of Matinee\. [^\n]+$/;

  test("is used by the version it says it is compatible from", async () => {
    const mark = `-- migration: compatible-from ${newest}\n`;
    await migrations.add("9998_expand", `${mark}alter table movie add column next_one int;`);
    await migrations.add("9999_index", `${mark}create index movie_next_one on movie (next_one);`);
    expect(await ask("select next_one from movie", next())).toEqual([]);
    expect(await ask("select count(*)::int as n from movie")).toEqual([{ n: 0 }]);
    expect(await ask("select count(*)::int as n from movie", { migrate: false })).toEqual([{ n: 0 }]);
  });

  test("is refused where one of its migrations is not compatible with this version", async () => {
    await migrations.add(
      "9998_expand",
      `-- migration: compatible-from ${newest}\nalter table movie add column next_one int;`,
    );
    await migrations.add(
      "9999_contract",
      "-- migration: compatible-from 9998_expand\nalter table movie drop column popularity;",
    );
    await ask("select 1", next());
    await expect(ask("select 1")).rejects.toThrow(refusal);
    await expect(ask("select 1", { migrate: false })).rejects.toThrow(refusal);
  });

  test("is refused where it says nothing", async () => {
    await migrations.add("9999_silent", "alter table movie add column next_one int;");
    await ask("select 1", next());
    await expect(ask("select 1")).rejects.toThrow(refusal);
  });
});

test("a start that may not migrate refuses an older schema and names the command", async () => {
  await begin();
  await migrations.add("9999_next", "create table next_one (n int);");
  const start = ask("select 1", { ...next(), migrate: false });
  await expect(start).rejects.toThrow(DatabaseUnusable);
  await expect(start).rejects.toThrow(
    /^(DATABASE_URL|DATA_DIR \S+): the database's schema is of an older version of Matinee, and MIGRATE is off: run npm run migrate, then start again\.$/,
  );
  const applied: string[] = [];
  await ask("select 1", { ...next(), onMigrated: (tag) => applied.push(tag) });
  expect(applied).toEqual(["9999_next"]);
  expect(await ask("select * from next_one", { ...next(), migrate: false })).toEqual([]);
});

describe("an index that is made outside a transaction", () => {
  beforeEach(begin);
  const index = `-- migration: outside-transaction\n-- Why it is there.\ncreate unique index concurrently if not exists "movie_colour" on movie (colour);`;
  const add = (id: string, colour: string) =>
    ask(`insert into movie (id, kind, access, status, year, rating, original_language, colour, artwork_version, genres, published_at)
      values ('${id}', 'film', 'free', 'draft', 2000, 0, 'en', '${colour}', '', '{}', now())`);
  const valid = "select indisvalid as valid from pg_index where indexrelid = 'movie_colour'::regclass";

  test("is dropped and made again where an earlier attempt left it invalid", async () => {
    await add("one", "red");
    await add("two", "red");
    await migrations.add("9999_index", index);
    await expect(ask("select 1", next())).rejects.toThrow(/movie_colour/);
    expect(await ask(valid)).toEqual([{ valid: false }]);
    await ask("update movie set colour = 'blue' where id = 'two'");
    expect(await ask(valid, next())).toEqual([{ valid: true }]);
  });

  test("is kept where the attempt was ended after it was made", async () => {
    await migrations.add("9998_table", "create table before_it (n int);");
    await migrations.add("9999_index", index);
    await ask("create unique index movie_colour on movie (colour)");
    const before = await ask("select 'movie_colour'::regclass::oid::int as oid");
    expect(await ask("select 'movie_colour'::regclass::oid::int as oid", next())).toEqual(before);
    expect(await ask("select * from before_it", next())).toEqual([]);
  });
});

test("a migration with a mistake in its marks is not read", async () => {
  const migrations = await copyMigrations();
  onTestFinished(migrations.remove);
  await migrations.add("9999_next", "-- migration: outside-transaction\nalter table movie drop column hero;");
  expect(() => readMigrations(migrations.folder)).toThrow(/^9999_next\.sql: outside a transaction only/);
  await migrations.add("9999_next", "-- migration: compatible-from 9999_next\nselect 1;");
  expect(() => readMigrations(migrations.folder)).toThrow(/^9999_next\.sql: unknown mark/);
});

test("each migration after the first version says from which schema on it is compatible", () => {
  const silent = readMigrations(ownMigrations)
    .slice(2)
    .filter((one) => one.compatibleFrom === null);
  expect(silent.map((one) => one.tag)).toEqual([]);
});
