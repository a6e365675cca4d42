import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addGenre, addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
  const { db } = backend;
  await addGenre(db, "drama", { en: "Drama", de: "Drama", ja: "ドラマ", ar: "دراما" });
  await addGenre(db, "nature", { en: "Nature", de: "Natur" });
  await addMovie(db, {
    id: "cinema-ghost",
    texts: {
      en: { title: "The Cinema Ghost", description: "A projectionist stays on after midnight." },
      ja: { title: "映画館の幽霊", description: "真夜中の映写技師。" },
      vi: { title: "Bóng ma rạp chiếu phim", description: "Đêm khuya." },
    },
    hero: 1,
    popularity: 50,
    publishedAt: new Date("2026-03-01T00:00:00Z"),
  });
  await addMovie(db, {
    id: "great-river",
    texts: { en: { title: "Größe des Flusses" }, ar: { title: "أحلام النهر", description: "قصة" } },
    access: "vip",
    genres: ["nature", "drama"],
    popularity: 90,
    year: 1999,
  });
  await addMovie(db, { id: "harbour", episodes: 3, ready: 1, genres: ["nature"], popularity: 10 });
  await addMovie(db, { id: "hidden", status: "draft", texts: { en: { title: "Hidden draft" } } });
  for (let n = 0; n < 12; n++) {
    await addMovie(db, { id: `film-${String(n).padStart(2, "0")}`, popularity: n % 3, ready: n % 2 });
  }
});
afterAll(() => backend.close());

test("the home page has the chosen hero and rows, and no draft", async () => {
  const { c, d } = await backend.get("home/rows");
  expect(c).toBe(0);
  expect(d.hero.map((card: { id: string }) => card.id)).toEqual(["cinema-ghost"]);
  expect(d.hero[0].description).toContain("projectionist");
  expect(
    d.rows.map((row: { kind: string; genre: { name: string } | null }) => row.genre?.name ?? row.kind),
  ).toEqual(expect.arrayContaining(["new", "popular", "Drama"]));
  expect(JSON.stringify(d)).not.toContain("hidden");
});

test.each([
  ["ja", "映画館の幽霊"],
  ["ja-JP,en;q=0.5", "映画館の幽霊"],
  ["de", "The Cinema Ghost"],
  ["xx", "The Cinema Ghost"],
])("a title in the language of Accept-Language %s", async (locale, title) => {
  const { d } = await backend.get("movie/detail", "?id=cinema-ghost", { locale });
  expect(d.title).toBe(title);
  expect(d.originalTitle).toBe("The Cinema Ghost");
});

test("a movie's details name its episodes, which of them are ready, and its genres", async () => {
  const { d } = await backend.get("movie/detail", "?id=harbour");
  expect(d).toMatchObject({
    kind: "series",
    episodes: 3,
    ready: true,
    genreNames: [{ id: "nature", name: "Nature" }],
  });
  expect(
    d.episodeList.map((episode: { index: number; ready: boolean }) => [episode.index, episode.ready]),
  ).toEqual([
    [1, true],
    [2, false],
    [3, false],
  ]);
});

test.each(["nowhere", "hidden"])("%s is 404", async (id) => {
  const answer = await backend.get("movie/detail", `?id=${id}`);
  expect(answer).toMatchObject({ status: 404, c: 404, m: "Page not found", d: null });
});

test.each(["new", "popular"])(
  "pages of the list sorted by %s hold every movie once, in order",
  async (sort) => {
    const seen: string[] = [];
    let cursor = "";
    do {
      const { c, d } = await backend.get(
        "movie/list",
        `?limit=4&sort=${sort}${cursor && `&cursor=${cursor}`}`,
      );
      expect(c).toBe(0);
      seen.push(...d.items.map((card: { id: string }) => card.id));
      cursor = d.next ?? "";
    } while (cursor);
    expect(seen).toHaveLength(15);
    expect(new Set(seen).size).toBe(15);
    expect(seen[0]).toBe(sort === "new" ? "cinema-ghost" : "great-river");
  },
);

test("the list filters by genre, kind and access", async () => {
  const ids = async (query: string) =>
    (await backend.get("movie/list", query)).d.items.map((card: { id: string }) => card.id);
  expect(await ids("?genre=nature")).toEqual(["harbour", "great-river"]);
  expect(await ids("?kind=series")).toEqual(["harbour"]);
  expect(await ids("?access=vip")).toEqual(["great-river"]);
  expect(await ids("?genre=western")).toEqual([]);
});

test("a list says how many there are, where it is asked, whatever the page", async () => {
  const total = async (query: string) => (await backend.get("movie/list", query)).d.total;
  expect(await total("?limit=2")).toBeNull();
  expect(await total("?limit=2&count=true")).toBe(15);
  expect(await total("?limit=2&count=true&genre=nature")).toBe(2);
  expect(await total("?limit=2&count=true&genre=nature&kind=series")).toBe(1);
  expect(await total("?limit=2&count=true&access=vip&genre=nothing")).toBe(0);
  expect((await backend.get("movie/list", "?count=yes")).status).toBe(422);
});

test("a cursor of another sort, and a forged one, are refused beside their field", async () => {
  const { d } = await backend.get("movie/list", "?limit=2&sort=popular");
  for (const cursor of [d.next, "bm90LW91cnM", "%7B%7D"]) {
    const answer = await backend.get("movie/list", `?sort=new&cursor=${cursor}`);
    expect(answer).toMatchObject({
      status: 422,
      c: 422,
      d: { issues: [{ field: "cursor", reason: "format" }] },
    });
  }
});

test.each([
  ["ghost", "cinema-ghost", "a word"],
  ["GHOST cinema", "cinema-ghost", "words in another order and case"],
  ["cinma ghst", "cinema-ghost", "typos"],
  ["映画館", "cinema-ghost", "Japanese"],
  ["映", "cinema-ghost", "one character"],
  ["幽霊", "cinema-ghost", "two characters"],
  ["bong ma", "cinema-ghost", "Vietnamese without accents"],
  ["ｇｈｏｓｔ", "cinema-ghost", "full-width letters"],
  ["grosse", "great-river", "ß and umlauts"],
  ["احلام", "great-river", "Arabic letter variants"],
  ["gh", "cinema-ghost", "two ASCII letters at a word's start"],
  ["projectionist", "cinema-ghost", "a word of the description"],
])("search finds %s (%s: %s)", async (q, id) => {
  const { c, d } = await backend.get("movie/search", `?q=${encodeURIComponent(q)}`);
  expect(c).toBe(0);
  expect(d.items[0]?.id).toBe(id);
});

test.each(["%", "_", "\\", "%%%", "q%z", "zzzzzz", "🦖", "' or 1=1 --"])(
  "search takes %s as text",
  async (q) => {
    const { c, d } = await backend.get("movie/search", `?q=${encodeURIComponent(q)}`);
    expect(c).toBe(0);
    expect(d.items).toEqual([]);
  },
);

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
