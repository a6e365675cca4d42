import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { movies } from "../../../api/db/schema.ts";
import { rowsOf } from "../../../api/db/rows-of.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
let owner: string;
let editor: string;

beforeAll(async () => {
  backend = await startTestBackend();
  await addMovie(backend.db, { id: "a-film" });
  await addMovie(backend.db, { id: "a-series", kind: "series", episodes: 2 });
  await addMovie(backend.db, { id: "a-draft", status: "draft" });
  owner = (await backend.person({ admin: 3 })).token;
  editor = (await backend.person({ admin: 2 })).token;
});
afterAll(() => backend.close());

const detail = async (id: string) => (await backend.get("movie/detail", `?id=${id}`)).d;
const short = (code: string) => backend.get("movie/short", `?code=${encodeURIComponent(code)}`);
const allow = async (id: string, embeddable: boolean) => {
  const { d } = await backend.get("z/movie/detail", `?id=${id}`, { token: editor });
  return backend.post("z/movie/save", { id, revision: d.revision, embeddable }, { token: editor });
};
/** What the sitemap is told of each title. */
const listed = async () => {
  const { items } = (await backend.get("sitemap/movies", "?limit=10")).d;
  return Object.fromEntries(
    items.map((one: { id: string; embeddable: boolean }) => [one.id, one.embeddable]),
  );
};
const setSites = async (embedSites: unknown) => {
  const { d } = await backend.get("z/settings/read", "", { token: owner });
  return backend.post("z/settings/save", { revision: d.revision, values: { embedSites } }, { token: owner });
};

test("a short code leads to its movie, and to no other", async () => {
  const codes = new Set<string>();
  for (const id of ["a-film", "a-series"]) {
    const { shortCode } = await detail(id);
    expect(shortCode).toMatch(/^[\w-]{10}$/);
    expect(await short(shortCode)).toMatchObject({ c: 0, d: { id } });
    codes.add(shortCode);
  }
  expect(codes.size).toBe(2);
});

test("what is not public, unknown or no code leads nowhere", async () => {
  const { shortCode } = await detail("a-film");
  await backend.db.update(movies).set({ status: "draft" }).where(eq(movies.id, "a-film"));
  expect((await short(shortCode)).c).toBe(404);
  await backend.db.update(movies).set({ status: "published" }).where(eq(movies.id, "a-film"));
  expect((await short("AAAAAAAAAA")).c).toBe(404);
  for (const code of ["", "short", "a".repeat(11), "' or 1=1 ", "%00aaaaaaaa"])
    expect((await short(code)).c, code).toBe(422);
});

test("the database computes the code of each movie alike, in an index", async () => {
  const { shortCode } = await detail("a-series");
  await backend.db
    .execute(sql`insert into movie (id, kind, access, status, year, rating, original_language, colour,
      artwork_version, genres, published_at)
    select 'made-' || n, 'film', 'free', 'draft', 2020, 6, 'en', '#000000', '1', '{}', now()
    from generate_series(1, 3000) n`);
  await backend.db.execute(sql`analyze movie`);
  const plan = rowsOf<{ "QUERY PLAN": string }>(
    await backend.db.execute(sql`explain select id from movie
      where left(translate(encode(sha256(id::bytea), 'base64'), '+/', '-_'), 10) = ${shortCode}`),
  );
  expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toContain("movie_short_code");
  await backend.db.execute(sql`delete from movie where id like 'made-%'`);
});

test("other sites may show a movie once it and a setting allow it", async () => {
  expect(await detail("a-film")).not.toHaveProperty("embedSites");
  expect(await allow("a-film", true)).toMatchObject({ c: 0 });
  expect(await detail("a-film")).not.toHaveProperty("embedSites");
  expect(await listed()).toEqual({ "a-film": false, "a-series": false });
  expect(await setSites("https://Blog.example https://*.partner.example")).toMatchObject({ c: 0 });
  expect(await detail("a-film")).toMatchObject({
    embedSites: "https://blog.example https://*.partner.example",
  });
  expect(await detail("a-series")).not.toHaveProperty("embedSites");
  expect(await listed()).toEqual({ "a-film": true, "a-series": false });
  expect(await allow("a-film", false)).toMatchObject({ c: 0 });
  expect(await detail("a-film")).not.toHaveProperty("embedSites");
  expect(await setSites(null)).toMatchObject({ c: 0 });
});

test("the sites are a list for a header, and nothing else", async () => {
  for (const good of ["*", "http://localhost:8080", "https://a.example https://b.example:8443"])
    expect(await setSites(good), good).toMatchObject({ c: 0 });
  for (const bad of [
    "'unsafe-inline'",
    "https://a.example; script-src *",
    "https://a.example, https://b.example",
    "https://a.example\r\nX: y",
    "https://a.example/path",
    "a.example",
    "data:",
    "https://a.example  https://b.example",
    "https://*",
    `https://${"a".repeat(2_000)}.example`,
  ])
    expect((await setSites(bad)).c, bad).toBe(422);
  await setSites(null);
});
