import { eq } from "drizzle-orm";
import { beforeAll, afterAll, expect, test } from "vitest";
import { sitemapParts } from "../../../api/domain/catalogue/feeds/list-pages.ts";
import { assets, movies } from "../../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
const day = (n: number) => new Date(`2026-02-0${n}T00:00:00Z`);
const later = new Date("2999-01-01T00:00:00Z");
const credits = [{ role: "cast" as const, name: "Ada Ahrens" }];

beforeAll(async () => {
  backend = await startTestBackend();
  const { db } = backend;
  await addMovie(db, {
    id: "a-old",
    publishedAt: day(1),
    updatedAt: day(4),
    credits,
    texts: { en: { title: "Old", description: "An old one" }, de: { title: "Alt" } },
  });
  await addMovie(db, { id: "b-new", publishedAt: day(3), updatedAt: day(2), access: "vip" });
  await addMovie(db, { id: "c-series", publishedAt: day(2), updatedAt: day(2), episodes: 3, ready: 2 });
  await addMovie(db, { id: "d-announced", publishedAt: day(2), premiereOn: "2999-01-01", ready: 0 });
  await addMovie(db, { id: "e-draft", status: "draft", credits: [{ role: "cast", name: "Of a draft" }] });
  await addMovie(db, { id: "f-later", publishedAt: later });
  await addMovie(db, { id: "g-over", hideAt: day(2) });
  await addMovie(db, { id: "h-deleted", status: "deleted" });
  await db
    .update(assets)
    .set({ readyAt: day(5) })
    .where(eq(assets.id, "c-series-1"));
  await db
    .update(assets)
    .set({ readyAt: day(6) })
    .where(eq(assets.id, "c-series-2"));
});
afterAll(() => backend.close());

test("the feed has what can be watched, the latest first, in the caller's language", async () => {
  const answer = await backend.get("feed/movies", "", { locale: "de" });
  expect(answer.d.items.map(({ id }: { id: string }) => id)).toEqual(["b-new", "c-series", "a-old"]);
  expect(answer.d.items[2]).toMatchObject({ title: "Alt", updatedAt: day(4).toISOString() });
  // A title can't have changed before it was there.
  expect(answer.d.items[0]).toMatchObject({ updatedAt: day(3).toISOString() });
});

test("a series has a feed of the episodes that can be watched; nothing else has one", async () => {
  const answer = await backend.get("feed/episodes", "?id=c-series");
  expect(answer.d.items.map(({ index }: { index: number }) => index)).toEqual([2, 1]);
  expect(answer.d.items[0]).toMatchObject({ title: "Part 2", publishedAt: day(6).toISOString() });
  for (const id of ["a-old", "e-draft", "none"])
    expect(await backend.get("feed/episodes", `?id=${id}`)).toMatchObject({ status: 404 });
});

test("the sitemap has every title and person that everyone may see, once, in parts", async () => {
  const all = ["a-old", "b-new", "c-series", "d-announced"];
  const { d } = await backend.get("sitemap/parts");
  expect(d).toEqual({ movies: ["d-announced"], people: ["ada-ahrens"] });
  expect(await sitemapParts(backend.db, { size: 2 })).toMatchObject({ movies: ["b-new", "d-announced"] });
  expect(await sitemapParts(backend.db, { size: 3 })).toMatchObject({ movies: ["c-series", "d-announced"] });
  const found: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await backend.get("sitemap/movies", `?limit=3${after ? `&after=${after}` : ""}`);
    found.push(...page.d.items.map(({ id }: { id: string }) => id));
    if (page.d.next === null) break;
    after = page.d.next;
  }
  expect(found).toEqual(all);
  const some = await backend.get("sitemap/movies", "?after=a-old&upTo=c-series&limit=10");
  expect(some.d.items).toMatchObject([
    { id: "b-new", access: "vip", video: { index: 1, durationS: 100 } },
    { id: "c-series", kind: "series" },
  ]);
  const last = await backend.get("sitemap/movies", "?after=c-series&limit=10");
  expect(last.d.items).toMatchObject([{ id: "d-announced", video: null }]);
  const people = await backend.get("sitemap/people", "?limit=10");
  expect(people.d).toMatchObject({
    items: [{ id: "ada-ahrens", updatedAt: day(4).toISOString() }],
    next: null,
  });
});

test.each(["after=%00", "upTo=A", "limit=1001", "limit=0"])("a part of %s is refused", async (query) => {
  const of = query.startsWith("limit") ? query : `${query}&limit=1`;
  for (const call of ["sitemap/movies", "sitemap/people"])
    expect(await backend.get(call, `?${of}`)).toMatchObject({ status: 422 });
  expect(backend.bugs).toEqual([]);
});

test("what is hidden leaves them at once", async () => {
  await backend.db
    .update(movies)
    .set({ hideAt: day(2) })
    .where(eq(movies.id, "a-old"));
  const people = await backend.get("sitemap/people", "?limit=10");
  expect(people.d.items).toEqual([]);
  const left = await backend.get("sitemap/movies", "?limit=10");
  expect(left.d.items[0].id).toBe("b-new");
});
