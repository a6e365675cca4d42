import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../api/db/client.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { copyMigrations, placeForDatabase } from "../../setup/migrations.ts";

test("people of titles that a version without them has written are found, also while it still writes", async () => {
  const migrations = await copyMigrations();
  const place = await placeForDatabase({ empty: true });
  onTestFinished(async () => {
    await place.drop();
    await migrations.remove();
  });
  await migrations.endWith("0009_sounds-and-codecs");
  const before = await openDatabase({ ...place.at, migrationsFolder: migrations.folder });
  await before.db.execute(`insert into movie
    (id, kind, access, status, year, rating, original_language, colour, artwork_version, genres, published_at, credits)
    values ('draft', 'film', 'free', 'draft', 1990, 0, 'en', '#000000', '1', '{}', '2026-01-01',
      '[{"role":"cast","name":"Ada Ahrens"}]'),
      ('without', 'film', 'free', 'published', 1990, 0, 'en', '#000000', '1', '{}', '2026-01-01', '[]')`);
  // More than are migrated at once.
  await before.db.execute(`insert into movie
    (id, kind, access, status, year, rating, original_language, colour, artwork_version, genres, published_at, credits)
    select 'many-' || n, 'film', 'free', 'published', 1900 + n % 100, 0, 'en', '#000000', '1', '{}', '2026-01-01',
      jsonb_build_array('{"role":"director","name":"Ada Ahrens"}'::jsonb,
        jsonb_build_object('role', 'cast', 'name', 'Person ' || n, 'part', 'The ''Other'''))
    from generate_series(0, 1002) as n`);
  await before.close();

  const database = await openDatabase(place.at);
  const backend = await startTestBackend({ beside: { database } as TestBackend });
  try {
    const { d } = await backend.get("person/detail", "?id=ada-ahrens&limit=100");
    expect(d).toMatchObject({ person: { roles: ["director"] }, items: { length: 100 } });
    for (const n of [0, 999, 1002])
      expect((await backend.get("movie/search", `?q=person ${n}`)).d.people).toMatchObject([
        { id: `person-${n}`, roles: ["cast"] },
      ]);
    expect((await backend.get("movie/detail", "?id=many-7")).d.people).toEqual([
      { id: "ada-ahrens", role: "director", name: "Ada Ahrens" },
      { id: "person-7", role: "cast", name: "Person 7", part: "The 'Other'" },
    ]);
    // As a server of the version before does, which knows the column alone.
    await database.db.execute(
      `update movie set credits = '[{"role":"music","name":"Late Comer"}]' where id = 'without'`,
    );
    expect((await backend.get("person/detail", "?id=late-comer")).d.items).toMatchObject([{ id: "without" }]);
    expect(backend.bugs).toEqual([]);
  } finally {
    await backend.close();
    await database.close();
  }
});
