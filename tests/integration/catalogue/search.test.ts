import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { movieTexts, movies } from "../../../api/db/schema.ts";
import { romaniseTitles } from "../../../api/domain/catalogue/search/romanise.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addGenre, addMovie, type MovieSeed } from "../../setup/catalogue.ts";

/** A cursor that looks like ours, of a place the database could not even read. */
const forged = (key: string) => Buffer.from(JSON.stringify([key, "a"])).toString("base64url");

let backend: TestBackend;

type Card = { id: string };
const ask = async (query: Record<string, string | number>, locale = "en") => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const { c, d } = await backend.get("movie/search", `?${search}`, { locale });
  expect(c).toBe(0);
  return { ...d, ids: d.items.map(({ id }: Card) => id) } as {
    ids: string[];
    next: string | null;
    near: boolean;
    corrected: string | null;
  };
};

beforeAll(async () => {
  backend = await startTestBackend();
  const { db } = backend;
  await addGenre(db, "drama", { en: "Drama", de: "Drama" });
  await addGenre(db, "adventure", { en: "Adventure", de: "Abenteuer", ja: "冒険", ar: "مغامرات" });
  // In the order they came out.
  const seeds: Omit<MovieSeed, "publishedAt">[] = [
    {
      id: "river",
      texts: { en: { title: "River", description: "A quiet film." } },
      popularity: 1,
      year: 1994,
    },
    {
      id: "river-of-stars",
      texts: { en: { title: "River of Stars" } },
      popularity: 50,
      year: 2001,
      access: "vip",
    },
    {
      id: "the-last-river",
      texts: { en: { title: "The Last River" } },
      popularity: 90,
      year: 2005,
      genres: ["adventure"],
    },
    {
      id: "boats",
      texts: { en: { title: "Boats", description: "Two friends follow the river." } },
      popularity: 99,
      episodes: 2,
    },
    {
      id: "cinema",
      texts: {
        en: { title: "The Ghost's Picture Palace" },
        "zh-hans": { title: "电影院的幽灵", description: "午夜之后" },
        ja: { title: "ホテル・サクラの幽霊" },
        th: { title: "ผีในโรงหนัง" },
        ko: { title: "영화관의 유령" },
        de: { title: "Das Geisterlichtspielhaus" },
        ar: { title: "شبحُ السينما" },
        tr: { title: "Sinemanın Hayaleti" },
      },
      popularity: 5,
    },
  ];
  for (const [day, seed] of seeds.entries()) {
    await addMovie(db, { ...seed, publishedAt: new Date(Date.UTC(2026, 0, day + 1)) });
  }
  await addMovie(db, { id: "draft", status: "draft", texts: { en: { title: "River unpublished" } } });
  await romaniseTitles(db);
});
afterAll(() => backend.close());

test("best first: the title itself, what begins with it, what has it, then what only speaks of it", async () => {
  expect((await ask({ q: "river" })).ids).toEqual(["river", "river-of-stars", "the-last-river", "boats"]);
  expect((await ask({ q: "river", sort: "popular" })).ids).toEqual([
    "boats",
    "the-last-river",
    "river-of-stars",
    "river",
  ]);
  expect((await ask({ q: "river", sort: "new" })).ids).toEqual([
    "boats",
    "the-last-river",
    "river-of-stars",
    "river",
  ]);
});

test.each(["relevance", "popular", "new"])(
  "pages by cursor, sorted by %s, hold every title once, in the order of the whole",
  async (sort) => {
    const whole = (await ask({ q: "river", sort })).ids;
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof ask>> = await ask({
        q: "river",
        sort,
        limit: 1,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...page.ids);
      cursor = page.next;
    } while (cursor);
    expect(seen).toEqual(whole);
  },
);

describe("filters", () => {
  test.each([
    [{ q: "river", genre: "adventure" }, ["the-last-river"]],
    [{ q: "river", year: 1994 }, ["river"]],
    [{ q: "river", decade: 2000 }, ["river-of-stars", "the-last-river"]],
    [{ q: "river", kind: "series" }, ["boats"]],
    [{ q: "river", access: "vip" }, ["river-of-stars"]],
    [{ genre: "adventure" }, ["the-last-river"]],
    [{ decade: 2000, sort: "new" }, ["the-last-river", "river-of-stars"]],
    [{ q: "river", genre: "western" }, []],
  ])("%o", async (query, ids) => {
    expect((await ask(query as Record<string, string>)).ids).toEqual(ids);
  });

  test.each([
    ["decade=1995", "decade"],
    ["year=3000", "year"],
    ["kind=opera", "kind"],
    ["sort=worst", "sort"],
    ["genre=A%20B", "genre"],
    ["q=river&cursor=bm90LW91cnM", "cursor"],
    [`sort=new&cursor=${forged("0:2026-02-30T00:00:00.000000Z")}`, "cursor"],
    [`sort=new&cursor=${forged("0:0000-01-01T00:00:00.000000Z")}`, "cursor"],
    [`q=river&cursor=${forged("0:9999999999")}`, "cursor"],
  ])("%s is refused beside its field", async (query, field) => {
    const answer = await backend.get("movie/search", `?${query}`);
    expect(answer).toMatchObject({ status: 422, c: 422, d: { issues: [{ field }] } });
  });

  test("a cursor of one sort is none of another's", async () => {
    const { next } = await ask({ q: "river", limit: 1 });
    expect(await backend.get("movie/search", `?q=river&sort=new&cursor=${next}`)).toMatchObject({ c: 422 });
  });

  test("search/filters names the genres in the reader's language and every decade", async () => {
    const { d } = await backend.get("search/filters", "", { locale: "de" });
    expect(d.genres.map(({ name }: { name: string }) => name)).toEqual(["Abenteuer", "Drama"]);
    expect(d.decades).toEqual([2020, 2010, 2000, 1990]);
  });
});

test.each([
  ["dianyingyuan", "pinyin run together"],
  ["dian ying", "pinyin in syllables"],
  ["youling", "pinyin from the middle"],
  ["hoteru", "romaji of katakana"],
  ["sakura", "romaji of the next word"],
  ["ほてる", "hiragana for katakana"],
  ["ﾎﾃﾙ", "half-width katakana"],
  ["幽灵", "Chinese"],
  ["幽霊", "Japanese"],
  ["院", "one character"],
  ["电影院的幽灵", "a whole Chinese title"],
  ["โรงหนัง", "Thai, from the middle of a run"],
  ["영화", "the beginning of a Korean word"],
  ["geister", "the beginning of a German word"],
  ["شبح", "Arabic without its vowel signs"],
  ["السينما شبح", "words in another order"],
  ["sinemanin", "Turkish without its dotless i"],
  ["ghosts", "an apostrophe left out"],
])("%s finds a title (%s)", async (q) => {
  const found = await ask({ q });
  expect(found.ids).toContain("cinema");
  expect(found.near).toBe(false);
});

describe("words that name a genre or a year", () => {
  test.each([
    ["adventure", "en", ["the-last-river"]],
    ["Abenteuer", "ja", ["the-last-river"]],
    ["冒険", "en", ["the-last-river"]],
    ["مغامرات ٢٠٠٥", "en", ["the-last-river"]],
    ["adventure 2001", "en", []],
    ["1994", "de", ["river"]],
    ["1994年", "ja", ["river"]],
    ["1994년", "ko", ["river"]],
    ["adventure river", "en", ["the-last-river"]],
    ["river 2001", "en", ["river-of-stars"]],
  ])("%s (%s)", async (q, locale, ids) => {
    const found = await ask({ q }, locale);
    expect(found.near ? [] : found.ids).toEqual(ids);
  });

  test("what is called so comes before what is of that genre, on every page once", async () => {
    const { db } = backend;
    await addMovie(db, { id: "called", texts: { en: { title: "Adventure" } }, popularity: 0 });
    const first = await ask({ q: "adventure", limit: 1 });
    expect(first.ids).toEqual(["called"]);
    expect(await ask({ q: "adventure", limit: 1, cursor: first.next! })).toMatchObject({
      ids: ["the-last-river"],
      next: null,
    });
    await db.delete(movies).where(eq(movies.id, "called"));
  });
});

describe("near misses", () => {
  test.each([
    ["rivre", "river"],
    ["rver", "river"],
    ["rievr stras", "river stars"],
    ["lichtspielhaus", "geisterlichtspielhaus"],
  ])("%s is taken for %s, and says so", async (q, corrected) => {
    const found = await ask({ q });
    expect(found).toMatchObject({ near: true, corrected });
    expect(found.ids.length).toBeGreaterThan(0);
  });

  test("a title with some of the words is offered where none has all", async () => {
    const found = await ask({ q: "stars xylophones" });
    expect(found).toMatchObject({ near: true, corrected: null, ids: ["river-of-stars"], next: null });
    expect((await ask({ q: "电影街" })).ids).toEqual(["cinema"]);
  });

  test("filters hold for them too, and so do their pages", async () => {
    expect((await ask({ q: "rivre", access: "vip" })).ids).toEqual(["river-of-stars"]);
    const first = await ask({ q: "rivre", limit: 2 });
    const second = await ask({ q: "rivre", limit: 2, cursor: first.next! });
    expect([...first.ids, ...second.ids]).toEqual(["the-last-river", "river-of-stars", "river"]);
    expect(second).toMatchObject({ near: true, corrected: "river", next: null });
  });

  test.each([
    "qqqqqqq",
    "%",
    "_",
    "\\",
    "' | '",
    "a' & 'b",
    ":*",
    "🦖",
    "...",
    "!river:*|x zzzzzz".slice(0, 1),
  ])("%s is text and finds nothing", async (q) => {
    expect((await ask({ q })).ids).toEqual([]);
  });

  test("signs of a query language mean nothing", async () => {
    expect((await ask({ q: "river:* & !(stars | 'last')" })).ids).not.toContain("draft");
    expect((await ask({ q: "\\river\\ 'of' stars" })).ids).toEqual(["river-of-stars"]);
  });
});

describe("suggestions", () => {
  const suggest = async (q: string) =>
    (await backend.get("movie/suggest", `?q=${encodeURIComponent(q)}`)).d.items.map(({ id }: Card) => id);

  test("come with the first letter, titles that begin with it first", async () => {
    expect(await suggest("r")).toEqual(["river-of-stars", "river", "the-last-river"]);
    expect(await suggest("riv")).toEqual(["river-of-stars", "river", "the-last-river"]);
    expect(await suggest("river")).toEqual(["river", "river-of-stars", "the-last-river"]);
  });

  test("forgive typos, are at most eight, and none for signs alone", async () => {
    expect(await suggest("rivre")).toContain("river");
    expect(await suggest("%")).toEqual([]);
    for (let n = 0; n < 12; n++)
      await addMovie(backend.db, { id: `lamp-${n}`, texts: { en: { title: `Lamp number ${n}` } } });
    expect(await suggest("lamp")).toHaveLength(8);
  });

  test("what most people watch stands for who has typed nothing", async () => {
    const { d } = await backend.get("movie/trending");
    expect(d.items.map(({ id }: Card) => id).slice(0, 3)).toEqual([
      "boats",
      "the-last-river",
      "river-of-stars",
    ]);
    expect(d.items).toHaveLength(12);
  });
});

test("a changed title is found by its new words, romanised too, and no longer by its old ones", async () => {
  const { db } = backend;
  await addMovie(db, { id: "renamed", texts: { "zh-hans": { title: "长城" } } });
  await romaniseTitles(db);
  expect((await ask({ q: "changcheng" })).ids).toEqual(["renamed"]);
  await db
    .update(movieTexts)
    .set({ title: "黄河" })
    .where(and(eq(movieTexts.movieId, "renamed"), eq(movieTexts.locale, "zh-hans")));
  expect((await ask({ q: "黄河" })).ids).toEqual(["renamed"]);
  await romaniseTitles(db);
  expect((await ask({ q: "huanghe" })).ids).toEqual(["renamed"]);
  expect((await ask({ q: "长城" })).ids).toEqual([]);
  await db.delete(movieTexts).where(eq(movieTexts.movieId, "renamed"));
  expect((await ask({ q: "huang he" })).ids).toEqual([]);
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
