import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { favourites, movies, progress, relatedMovies, serviceFacts, users } from "../../../api/db/schema.ts";
import { rankFor } from "../../../api/domain/library/recommend/recommend-movies.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
const now = new Date("2027-05-10T20:00:00Z");
const sea = ["anchor", "buoy", "cliff", "dock", "ebb", "ferry"];
const city = ["alley", "bridge", "corner", "depot", "exit", "fence"];

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  backend.clock.set(now);
  for (const table of [relatedMovies, progress, favourites, movies, serviceFacts])
    await backend.db.delete(table);
  await backend.db.execute(sql`delete from asset`);
  for (const id of sea) await addMovie(backend.db, { id, genres: ["sea"], originalLanguage: "en" });
  for (const id of city) await addMovie(backend.db, { id, genres: ["city"], originalLanguage: "de" });
});

async function watch(token: string, id: string, positionS = 100): Promise<void> {
  const place = { id, index: 1, positionS, durationS: 100, settled: true };
  expect(await backend.post("progress/save", place, { token })).toMatchObject({ c: 0 });
  backend.clock.set(new Date(backend.clock.now().getTime() + 60_000));
}
/** A new user who has watched movies to their end, in order. */
async function viewer(ids: string[], fields: Partial<typeof users.$inferInsert> = {}) {
  const person = await backend.person(fields);
  for (const id of ids) await watch(person.token, id);
  return person;
}
/** The task runs once a day: the next day has come. */
async function relate(): Promise<void> {
  await backend.db.delete(serviceFacts);
  await backend.relateMovies();
}
async function rowsOf(token: string): Promise<{ because: string; items: string[] }[]> {
  const { c, d } = await backend.get("recommendation/list", "", { token });
  expect(c).toBe(0);
  return d.rows.map((row: { because: { id: string }; items: { id: string }[] }) => ({
    because: row.because.id,
    items: row.items.map(({ id }) => id),
  }));
}

test("without viewers, movies of one genre, language and with the same people recommend each other", async () => {
  const captain = { role: "actor", name: "Ada Hale" } as const;
  await backend.db.execute(sql`update movie set credits = ${JSON.stringify([captain])}::jsonb
    where id in ('anchor', 'ferry', 'fence')`);
  await relate();
  const { token } = await viewer(["anchor"]);
  expect(await rowsOf(token)).toEqual([
    { because: "anchor", items: ["ferry", "buoy", "cliff", "dock", "ebb", "fence"] },
  ]);
});

test("what the same viewers like outweighs the genre, and each row names its reason", async () => {
  for (let n = 0; n < 6; n++) await viewer(["anchor", "bridge", "corner", "depot"]);
  await relate();
  const { token } = await viewer(["exit", "anchor"]);
  const rows = await rowsOf(token);
  expect(rows[0]).toMatchObject({ because: "anchor" });
  expect(rows[0]!.items.slice(0, 3).sort()).toEqual(["bridge", "corner", "depot"]);
  // Only two movies are left for the other reason: too few for a row.
  expect(rows).toHaveLength(1);
  await backend.db.execute(sql`update movie set status = 'draft' where id in ('bridge', 'corner')`);
  await addMovie(backend.db, { id: "garage", genres: ["city"], originalLanguage: "de" });
  await relate();
  const both = await rowsOf(token);
  expect(both).toEqual([
    { because: "anchor", items: expect.arrayContaining(["depot", "buoy"]) },
    { because: "exit", items: ["alley", "fence", "garage"] },
  ]);
  const shown = both.flatMap(({ items }) => items);
  expect(new Set(shown).size).toBe(shown.length);
  const { d } = await backend.get("recommendation/list", "", { token });
  expect(d.rows[0].because).toEqual({ id: "anchor", title: "Title of anchor" });
});

test("what was begun, is on the list, was withdrawn or was only looked at is left out", async () => {
  for (const id of ["gull", "harbour"]) await addMovie(backend.db, { id, genres: ["sea"] });
  await relate();
  const { token } = await viewer(["anchor"]);
  await watch(token, "buoy", 10);
  await backend.post("favourite/add", { id: "cliff" }, { token });
  await backend.db.execute(sql`update movie set status = 'draft' where id = 'dock'`);
  const shown = (await rowsOf(token)).flatMap(({ items }) => items);
  expect(shown).not.toHaveLength(0);
  for (const id of ["anchor", "buoy", "cliff", "dock"]) expect(shown).not.toContain(id);
  // Ten seconds of it are no reason.
  expect((await rowsOf(token)).map(({ because }) => because)).not.toContain("buoy");
});

describe("nothing is recommended", () => {
  test("to a user who has watched nothing, or whose reason was withdrawn", async () => {
    await relate();
    expect(await rowsOf((await backend.person()).token)).toEqual([]);
    const { token } = await viewer(["anchor"]);
    await backend.db.execute(sql`update movie set status = 'draft' where id = 'anchor'`);
    expect(await rowsOf(token)).toEqual([]);
  });

  test("that an admin withdraws, from rows that were shown a moment ago", async () => {
    await relate();
    const { token } = await viewer(["anchor"]);
    expect((await rowsOf(token))[0]!.items).toContain("buoy");
    const admin = await backend.person({ admin: 2 });
    const { c } = await backend.post("z/movie/delete", { id: "buoy", revision: 0 }, { token: admin.token });
    expect(c).toBe(0);
    expect((await rowsOf(token))[0]!.items).not.toContain("buoy");
  });

  test("while it is turned off; then the user's taste counts for others neither", async () => {
    const viewers = [];
    for (let n = 0; n < 3; n++) viewers.push(await viewer(["anchor", "bridge"]));
    await relate();
    const count = () => backend.db.$count(relatedMovies, sql`movie_id = 'anchor' and other_id = 'bridge'`);
    expect(await count()).toBe(1);
    const { token } = viewers[0]!;
    expect(await rowsOf(token)).not.toEqual([]);
    expect(await backend.post("profile/recommending", { on: false }, { token })).toMatchObject({ c: 0 });
    expect(await rowsOf(token)).toEqual([]);
    expect((await backend.post("login/token", { token })).d).toMatchObject({ recommending: false });
    await relate();
    expect(await count()).toBe(0);
    await backend.post("profile/recommending", { on: true }, { token });
    expect(await rowsOf(token)).not.toEqual([]);
  });

  test("because of guests whom one network made on one day", async () => {
    for (let n = 0; n < 10; n++)
      await viewer(["anchor", "fence"], { anonymous: true, origin: "one-network" });
    await relate();
    const { token } = await viewer(["anchor"]);
    expect((await rowsOf(token)).flatMap(({ items }) => items)).not.toContain("fence");
  });
});

test("the task runs once a day, and replaces what it wrote", async () => {
  await relate();
  const before = await backend.db
    .select()
    .from(relatedMovies)
    .orderBy(relatedMovies.movieId, relatedMovies.otherId);
  await backend.db.delete(movies).where(sql`id = 'buoy'`);
  await backend.relateMovies();
  expect(await backend.db.$count(relatedMovies, sql`movie_id = 'anchor'`)).toBe(5);
  backend.clock.set(new Date("2027-05-11T00:10:00Z"));
  await backend.relateMovies();
  expect(await backend.db.$count(relatedMovies, sql`movie_id = 'anchor'`)).toBe(4);
  await addMovie(backend.db, { id: "buoy-2", genres: ["sea"] });
  await relate();
  expect(await backend.db.$count(relatedMovies)).toBe(before.length);
});

test("on a simulated service with known tastes, ten hits find three times as many held-out movies as popularity", async () => {
  const [tastes, ofTaste, people, watched] = [12, 25, 600, 13];
  let seed = 20_271_126;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  // Tastes are in no genre: only the viewers know them. A few movies of each are seen far more than the others.
  const idOf = (taste: number, n: number) => `taste-${taste}-${n}`;
  const ids = Array.from({ length: tastes * ofTaste }, (_, n) => idOf(Math.floor(n / ofTaste), n % ofTaste));
  await backend.db
    .execute(sql`insert into movie (id, kind, access, status, year, rating, original_language, colour,
      artwork_version, genres, published_at)
    select value, 'film', 'free', 'published', 2020, 6, 'en', '#336699', '1', '{drama}', now()
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`);
  await backend.db.execute(sql`insert into episode (movie_id, index, texts)
    select value, 1, '{}' from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`);
  const held = new Map<string, string>();
  const rows: { uid: string; movie: string; at: string }[] = [];
  const views = new Map<string, number>();
  for (let person = 0; person < people; person++) {
    const uid = `simulated-${person}`;
    const own = [person % tastes, Math.floor(random() * tastes)];
    const seen = new Set<string>();
    while (seen.size < watched) {
      const taste = random() < 0.8 ? own[Math.floor(random() * 2)]! : Math.floor(random() * tastes);
      seen.add(idOf(taste, Math.floor(ofTaste * random() ** 1.7)));
    }
    const list = [...seen];
    held.set(uid, list.pop()!);
    for (const [n, movie] of list.entries()) {
      rows.push({ uid, movie, at: new Date(now.getTime() - (watched - n) * 86_400_000).toISOString() });
      views.set(movie, (views.get(movie) ?? 0) + 1);
    }
  }
  await backend.db.execute(sql`insert into user_account (uid, anonymous)
    select value, false from jsonb_array_elements_text(${JSON.stringify([...held.keys()])}::jsonb)`);
  await backend.db
    .execute(sql`insert into progress (uid, movie_id, index, position_s, duration_s, finished, updated_at)
    select uid, movie, 1, 100, 100, true, at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(uid text, movie text, at timestamptz)`);
  await relate();

  const popular = [...views].sort(([, a], [, b]) => b - a).map(([id]) => id);
  let [found, foundByPopularity] = [0, 0];
  for (const [uid, movie] of held) {
    const seen = new Set(rows.filter((row) => row.uid === uid).map((row) => row.movie));
    if ((await rankFor(backend.db, uid)).slice(0, 10).some(({ id }) => id === movie)) found += 1;
    if (
      popular
        .filter((id) => !seen.has(id))
        .slice(0, 10)
        .includes(movie)
    )
      foundByPopularity += 1;
  }
  expect(foundByPopularity).toBeGreaterThan(0);
  expect(found / foundByPopularity).toBeGreaterThanOrEqual(3);
  await backend.db.delete(users).where(sql`uid like 'simulated-%'`);
}, 120_000);
