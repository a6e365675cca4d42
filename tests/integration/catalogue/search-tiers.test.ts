import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { movieTexts } from "../../../api/db/schema.ts";
import { searchMovies } from "../../../api/domain/catalogue/search/search-movies.ts";
import { suggestMovies } from "../../../api/domain/catalogue/search/suggest-movies.ts";
import { termsOf } from "../../../api/domain/catalogue/search/terms.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

/** Few matches are fetched by an index, many by walking the order, tier by tier: both have to find the same. */
let backend: TestBackend;
const words =
  "river rivers riverbed ghost ghosts host the of a night nights knight café cafe über stars star 2001 o'clock Sinemanın ночь ночи".split(
    " ",
  );
const unspaced = ["幽灵", "电影院", "电影", "ホテル", "さくら", "ผีในโรงหนัง", "長城"];
const word = fc.constantFrom(...words, ...unspaced);
const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(" "));
const genre = fc.constantFrom("drama", "crime", "family");

const seed = fc.record({
  en: phrase,
  zh: fc.option(phrase, { nil: undefined }),
  description: phrase,
  romanised: fc.option(fc.constantFrom("dian ying", "you ling", "chang cheng"), { nil: null }),
  popularity: fc.integer({ min: 0, max: 3 }),
  year: fc.integer({ min: 1998, max: 2003 }),
  minute: fc.integer({ min: 0, max: 3 }),
  access: fc.constantFrom("free" as const, "vip" as const),
  genres: fc.uniqueArray(genre, { minLength: 1, maxLength: 2 }),
  status: fc.constantFrom("published" as const, "published" as const, "published" as const, "draft" as const),
});

beforeAll(async () => {
  backend = await startTestBackend();
  const { db } = backend;
  for (const [n, made] of fc.sample(seed, { numRuns: 60, seed: 7 }).entries()) {
    const { en, zh, description, romanised, minute, ...fields } = made;
    const id = `m${n % 10}-${n}`;
    await addMovie(db, {
      id,
      texts: { en: { title: en, description }, ...(zh ? { "zh-hans": { title: zh } } : {}) },
      publishedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)),
      episodes: 1 + (n % 3),
      ready: n % 2,
      ...fields,
    });
    if (zh) await db.update(movieTexts).set({ romanised }).where(eq(movieTexts.movieId, id));
  }
});
afterAll(() => backend.close());

const query = fc
  .oneof(
    { weight: 3, arbitrary: phrase },
    // Cut short, and with letters swapped, added or left out.
    { weight: 3, arbitrary: fc.tuple(phrase, fc.nat(12)).map(([text, at]) => text.slice(0, at + 1)) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(phrase, fc.nat(12), fc.constantFrom("", "x", "e"))
        .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1)),
    },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 20 }) },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }) },
  )
  .filter((text) => text.trim() !== "" && text.isWellFormed() && !text.includes("\u0000"));

/** One filter at most: several leave nothing of sixty movies. */
const filters = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.record({ genre }),
  fc.record({ year: fc.integer({ min: 1998, max: 2003 }) }),
  fc.record({ decade: fc.constantFrom(1990, 2000) }),
  fc.record({ kind: fc.constantFrom("film" as const, "series" as const) }),
  fc.record({ access: fc.constantFrom("free" as const, "vip" as const) }),
);

const asking = fc.record(
  {
    q: query,
    sort: fc.constantFrom("relevance" as const, "popular" as const, "new" as const),
    limit: fc.integer({ min: 1, max: 12 }),
    locale: fc.constantFrom("en" as const, "zh-hans" as const, "de" as const),
  },
  { requiredKeys: ["limit", "locale"] },
);
const input = fc.tuple(asking, filters).map(([asked, narrowed]) => ({ ...asked, ...narrowed }));

/** The number of movies that the search believes the catalogue has: it walks at most a quarter of them. */
async function believe(movies: number): Promise<void> {
  await backend.db.execute(
    sql`update pg_class set reltuples = ${movies}::float4 where oid = 'movie'::regclass`,
  );
}

const noGenres = () => Promise.resolve(new Map<string, string>());

/** Every page of a search, and the suggestions for its words. */
async function answersTo(asked: Omit<Parameters<typeof searchMovies>[1], "ageLimit">) {
  const { db } = backend;
  const pages = [];
  let cursor: string | null | undefined;
  do {
    const page: Awaited<ReturnType<typeof searchMovies>> = await searchMovies(
      db,
      {
        ...asked,
        ...(cursor ? { cursor } : {}),
        ageLimit: null,
      },
      noGenres,
    );
    pages.push(page);
    cursor = page.next;
  } while (cursor && pages.length < 4);
  const { q, locale } = asked;
  return {
    pages,
    suggested: q === undefined ? null : await suggestMovies(db, { q, locale, ageLimit: null }, noGenres),
  };
}

test("few and many matches are found in the same order, page by page", async () => {
  const asked = fc.sample(input, { numRuns: 250, seed: 11 });
  await believe(0);
  const few = [];
  for (const one of asked) few.push(await answersTo(one));
  await believe(100_000);
  for (const [at, one] of asked.entries())
    expect({ one, ...(await answersTo(one)) }).toEqual({ one, ...few[at] });
  // Many of these searches find something, and some need a second page.
  expect(few.filter(({ pages }) => pages[0]!.items.length > 0).length).toBeGreaterThan(100);
  expect(few.filter(({ pages }) => pages.length > 1).length).toBeGreaterThan(25);
}, 120_000);

test("pages of any size hold what one large page holds, once", async () => {
  await fc.assert(
    fc.asyncProperty(input, fc.integer({ min: 1, max: 20 }), async (asked, movies) => {
      await believe(movies * 10);
      const whole = await answersTo({ ...asked, limit: 100 });
      const { pages } = await answersTo(asked);
      const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
      const all = whole.pages[0]!.items.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(all.slice(0, ids.length));
      if (pages.at(-1)!.next === null && !pages[0]!.near) expect(ids).toEqual(all);
    }),
    { numRuns: 80, seed: 13 },
  );
}, 120_000);

test("plain words are split as the database splits titles", async () => {
  const text = fc.string({
    unit: fc.constantFrom(..."aBz09 '-_.:&%\\|!".split("")),
    minLength: 1,
    maxLength: 24,
  });
  await fc.assert(
    fc.asyncProperty(text, async (q) => {
      // A letter outside of ASCII leaves the splitting to the database.
      const byDatabase = await termsOf(backend.db, `${q} ночь`);
      const here = await termsOf(backend.db, q);
      expect([...here, { text: "ночь", unspaced: false }].slice(0, 8)).toEqual(byDatabase);
    }),
    { numRuns: 200, seed: 3 },
  );
}, 60_000);

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
