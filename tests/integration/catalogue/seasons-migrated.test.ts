import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../api/db/client.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { copyMigrations, placeForDatabase } from "../../setup/migrations.ts";

test("episodes of a version without seasons are season 1 by their numbers, also while it still writes", async () => {
  const migrations = await copyMigrations();
  const place = await placeForDatabase({ empty: true });
  onTestFinished(async () => {
    await place.drop();
    await migrations.remove();
  });
  await migrations.endWith("0020_votes");
  const before = await openDatabase({ ...place.at, migrationsFolder: migrations.folder });
  await before.db.execute(`insert into movie
    (id, kind, access, status, year, rating, original_language, colour, artwork_version, genres, published_at)
    values ('old', 'series', 'free', 'published', 1990, 0, 'en', '#000000', '1', '{}', '2026-01-01')`);
  await before.db.execute(`insert into asset (id, state, duration_s) values ('old-1', 'ready', 100)`);
  const add = (index: number, asset = "null") =>
    `insert into episode (movie_id, index, texts, asset_id)
     values ('old', ${index}, '{"en":{"title":"Part ${index}"}}', ${asset})`;
  await before.db.execute(add(1, "'old-1'"));
  for (const index of [2, 3]) await before.db.execute(add(index));
  await before.db.execute(`update movie set status = 'published' where id = 'old'`);
  await before.close();

  const database = await openDatabase(place.at);
  const backend = await startTestBackend({ beside: { database } as TestBackend });
  try {
    const { token } = await backend.person({ admin: 2 });
    const shown = async () => {
      const { d } = await backend.get("movie/detail", "?id=old");
      return (d.episodeList as { index: number; season: number; number: number; title: string }[]).map(
        ({ index, season, number, title }) => `${index}: S${season}E${number} ${title}`,
      );
    };
    expect(await shown()).toEqual(["1: S1E1 Part 1", "2: S1E2 Part 2", "3: S1E3 Part 3"]);
    // As a server of the version before does, which does not know the columns: it moves by indexes alone.
    await database.db.execute(
      `update episode set index = -(case index when 2 then 3 else 2 end) where index > 1`,
    );
    await database.db.execute(`update episode set index = -index where index < 0`);
    const moved = ["1: S1E1 Part 1", "2: S1E2 Part 3", "3: S1E3 Part 2"];
    await backend.post("z/movie/save", { id: "old", revision: 0, year: 1991 }, { token });
    expect(await shown()).toEqual(moved);
    // Then an admin gives the last one a season of its own, and the other version adds an episode at the end.
    const save = { id: "old", revision: 1, index: 3, season: 2, number: 1 };
    expect((await backend.post("z/episode/save", save, { token })).c).toBe(0);
    await database.db.execute(add(4));
    const { d } = await backend.post("z/episode/create", { id: "old", revision: 2, season: 2 }, { token });
    expect(await shown()).toEqual([
      ...[...moved.slice(0, 2), "3: S1E4 Part 4", "4: S2E1 Part 2", "5: S2E2 "],
    ]);
    expect(d.index).toBe(5);
    expect(backend.bugs).toEqual([]);
  } finally {
    await backend.close();
    await database.close();
  }
});
