import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../api/db/client.ts";
import { rowsOf } from "../../../api/db/rows-of.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { copyMigrations, placeForDatabase } from "../../setup/migrations.ts";

test("titles of a version without marks have those of their words, also while it still writes", async () => {
  const migrations = await copyMigrations();
  const place = await placeForDatabase({ empty: true });
  onTestFinished(async () => {
    await place.drop();
    await migrations.remove();
  });
  await migrations.endWith("0045_tiers");
  const before = await openDatabase({ ...place.at, migrationsFolder: migrations.folder });
  const add = (id: string, title: string) => [
    `insert into movie (id, kind, access, status, year, rating, original_language, colour, artwork_version, genres, published_at)
      values ('${id}', 'film', 'free', 'published', 1990, 0, 'en', '#000000', '1', '{}', '2026-01-01')`,
    `insert into movie_text (movie_id, locale, title, description) values ('${id}', 'en', '${title}', '')`,
  ];
  for (const statement of add("old", "Amber Harbour")) await before.db.execute(statement);
  await before.close();

  const database = await openDatabase(place.at);
  const backend = await startTestBackend({ beside: { database } as TestBackend });
  try {
    // As a server of the version before does, which does not know the column.
    for (const statement of add("late", "Quiet River")) await database.db.execute(statement);
    await database.db.execute(`update movie_text set title = 'Amber Garden' where movie_id = 'old'`);
    const { token } = await backend.person({ admin: 1 });
    const find = async (q: string) => {
      const { d } = await backend.get("z/movie/list", `?q=${q}`, { token });
      return d.items.map(({ id }: { id: string }) => id);
    };
    for (const q of ["amber", "gar", "garde", "amber garden", "ol"]) expect(await find(q)).toEqual(["old"]);
    expect(await find("quie")).toEqual(["late"]);
    expect(await find("harbour")).toEqual([]);
    const marks = rowsOf<{ id: string; own: boolean }>(
      await database.db.execute(
        sql`select id, title_marks = title_marks(search_title_words) as own from movie order by id`,
      ),
    );
    expect(marks).toEqual([
      { id: "late", own: true },
      { id: "old", own: true },
    ]);
    expect(backend.bugs).toEqual([]);
  } finally {
    await backend.close();
    await database.close();
  }
});
