import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../api/db/client.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { copyMigrations, placeForDatabase } from "../../setup/migrations.ts";

test("what could be watched before the upgrade is no news, and what a server of that version adds is", async () => {
  const migrations = await copyMigrations();
  const place = await placeForDatabase({ empty: true });
  onTestFinished(async () => {
    await place.drop();
    await migrations.remove();
  });
  await migrations.endWith("0022_season-numbers");
  const before = await openDatabase({ ...place.at, migrationsFolder: migrations.folder });
  await before.db.execute(`insert into movie
    (id, kind, access, status, year, rating, original_language, colour, artwork_version, genres, published_at)
    values ('old', 'series', 'free', 'published', 1990, 0, 'en', '#000000', '1', '{}', '2026-01-01')`);
  const asset = (n: number) => `insert into asset (id, state, duration_s, ready_at)
    values ('old-${n}', 'ready', 100, now())`;
  const episode = (n: number, has: string) => `insert into episode (movie_id, index, texts, asset_id)
    values ('old', ${n}, '{}', ${has})`;
  for (const n of [1, 2, 3]) await before.db.execute(asset(n));
  await before.db.execute(episode(1, "'old-1'"));
  await before.db.execute(episode(2, "null"));
  await before.db.execute(`update movie set status = 'published' where id = 'old'`);
  await before.close();

  const database = await openDatabase(place.at);
  const backend = await startTestBackend({ beside: { database } as TestBackend });
  try {
    const { token } = await backend.person();
    expect((await backend.post("favourite/add", { id: "old" }, { token })).c).toBe(0);
    const inbox = async () => {
      await backend.tell();
      const { d } = await backend.get("notice/list", "", { token });
      return (d.items as { text: string }[]).map(({ text }) => text);
    };
    expect(await inbox()).toEqual([]);
    // As a server of the version before does, which does not know the column.
    await database.db.execute(`update episode set asset_id = 'old-2' where index = 2`);
    await database.db.execute(episode(3, "'old-3'"));
    expect(await inbox()).toEqual(["Episodes 2–3 are out"]);
    expect(backend.bugs).toEqual([]);
  } finally {
    await backend.close();
    await database.close();
  }
});
