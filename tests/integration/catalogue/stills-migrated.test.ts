import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../api/db/client.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { copyMigrations, placeForDatabase } from "../../setup/migrations.ts";

test("episodes of a version without stills have none, also while it still writes", async () => {
  const migrations = await copyMigrations();
  const place = await placeForDatabase({ empty: true });
  onTestFinished(async () => {
    await place.drop();
    await migrations.remove();
  });
  await migrations.endWith("0012_tuning");
  const before = await openDatabase({ ...place.at, migrationsFolder: migrations.folder });
  await before.db.execute(`insert into movie
    (id, kind, access, status, year, rating, original_language, colour, artwork_version, genres, published_at)
    values ('old', 'series', 'free', 'published', 1990, 0, 'en', '#000000', '1', '{}', '2026-01-01')`);
  await before.db.execute(`insert into asset (id, state, duration_s) values ('old-1', 'ready', 100)`);
  const add = (index: number, asset: string) =>
    `insert into episode (movie_id, index, texts, asset_id) values ('old', ${index}, '{"en":{"title":"One"}}', ${asset})`;
  await before.db.execute(add(1, "'old-1'"));
  await before.db.execute(`update movie set status = 'published' where id = 'old'`);
  await before.close();

  const database = await openDatabase(place.at);
  const backend = await startTestBackend({ beside: { database } as TestBackend });
  try {
    // As a server of the version before does, which does not know the column.
    await database.db.execute(add(2, "null"));
    const { d } = await backend.get("movie/detail", "?id=old");
    expect(d.episodeList).toMatchObject([
      { index: 1, title: "One", ready: true, still: null },
      { index: 2, title: "One", ready: false, still: null },
    ]);
    expect(backend.bugs).toEqual([]);
  } finally {
    await backend.close();
    await database.close();
  }
});
