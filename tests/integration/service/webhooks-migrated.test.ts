import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../api/db/client.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { copyMigrations, placeForDatabase } from "../../setup/migrations.ts";
import { webhooksOf } from "../../setup/webhooks.ts";

test("the log of the version before names no keys, and a write of a server of that version is told", async () => {
  const migrations = await copyMigrations();
  const place = await placeForDatabase({ empty: true });
  onTestFinished(async () => {
    await place.drop();
    await migrations.remove();
  });
  await migrations.endWith("0027_age-ratings");
  const before = await openDatabase({ ...place.at, migrationsFolder: migrations.folder });
  const movie = (id: string, status: string) => `insert into movie
    (id, kind, access, status, year, rating, original_language, colour, artwork_version, genres, published_at, has_video)
    values ('${id}', 'film', 'free', '${status}', 1990, 0, 'en', '#000000', '1', '{}', '2026-01-01', true)`;
  await before.db.execute(movie("old", "published"));
  await before.db.execute(`insert into audit_entry (id, at, actor_name, action, target_kind, target_id, after)
    values (gen_random_uuid(), now(), 'Olga', 'z/movie/save', 'movie', 'old', '{"year": 1990}')`);
  await before.close();

  const database = await openDatabase(place.at);
  const backend = await startTestBackend({ beside: { database } as TestBackend });
  try {
    const { token } = await backend.person({ admin: 3 });
    const { d } = await backend.get("z/audit/list", "", { token });
    expect(d.items).toMatchObject([{ actor: { name: "Olga", key: null } }]);
    const hooks = webhooksOf(backend, token);
    await hooks.add("https://8.8.8.8/hook", ["movie.published", "movie.unpublished"]);
    expect(await hooks.log()).toEqual([]);
    // As a server of the version before does, which knows of no endpoints.
    await database.db.execute(`update movie set status = 'draft' where id = 'old'`);
    await database.db.execute(movie("new", "published"));
    expect((await hooks.log()).map(({ type }) => type).sort()).toEqual([
      "movie.published",
      "movie.unpublished",
    ]);
    expect(backend.bugs).toEqual([]);
  } finally {
    await backend.close();
    await database.close();
  }
});
