import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { episodes, movies, movieTexts } from "../../../api/db/schema.ts";
import { searchMovies } from "../../../api/domain/catalogue/search/search-movies.ts";
import { suggestMovies } from "../../../api/domain/catalogue/search/suggest-movies.ts";
import { createTitleSource } from "../../../api/domain/catalogue/search/title-source.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

/** Titles are searched in memory or in the database, and must be the same either way. */
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

const input = fc.record(
  {
    q: query,
    genre,
    year: fc.integer({ min: 1998, max: 2003 }),
    decade: fc.constantFrom(1990, 2000),
    kind: fc.constantFrom("film" as const, "series" as const),
    access: fc.constantFrom("free" as const, "vip" as const),
    sort: fc.constantFrom("relevance" as const, "popular" as const, "new" as const),
    limit: fc.integer({ min: 1, max: 12 }),
  },
  { requiredKeys: ["limit"] },
);

/** Both sources of what is in the database now. */
async function sources() {
  const { db } = backend;
  return {
    memory: await createTitleSource(db, { freshMs: 0 }).current(),
    database: await createTitleSource(db, { mostTitles: 0 }).current(),
  };
}

test("memory and database find the same titles, in the same order, page by page", async () => {
  const { memory, database } = await sources();
  const locale = fc.constantFrom("en" as const, "zh-hans" as const, "de" as const);
  await fc.assert(
    fc.asyncProperty(input, locale, async (asked, locale) => {
      let cursor: string | undefined;
      for (let page = 0; page < 3; page++) {
        const wanted = { ...asked, ...(cursor ? { cursor } : {}), locale };
        const found = await searchMovies(memory, wanted);
        expect(found).toEqual(await searchMovies(database, wanted));
        if (found.next === null) break;
        cursor = found.next;
      }
      if (asked.q !== undefined)
        expect(await suggestMovies(memory, { q: asked.q, locale })).toEqual(
          await suggestMovies(database, { q: asked.q, locale }),
        );
    }),
    { numRuns: 400, seed: 11 },
  );
}, 120_000);

test("words like a term are the same ones, in the same order, and as alike", async () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "c", "n", "é"), minLength: 3, maxLength: 8 });
  const title = fc.sample(letters, { numRuns: 300, seed: 5 }).join(" ");
  await addMovie(backend.db, { id: "words", status: "draft", texts: { en: { title } } });
  const { memory, database } = await sources();
  const rounded = ({ around, near }: Awaited<ReturnType<typeof memory.wordsLike>>) => ({
    around,
    near: near.map(({ word, alike }) => [word, alike.toFixed(5)]),
  });
  const term = fc.oneof(letters, fc.constantFrom("river", "ghst", "nihgt", "aba"));
  await fc.assert(
    fc.asyncProperty(term, async (text) => {
      expect(rounded(await memory.wordsLike(text))).toEqual(rounded(await database.wordsLike(text)));
    }),
    { numRuns: 200, seed: 3 },
  );
}, 60_000);

test("what another process writes is in the index after `freshMs`, and not looked for before", async () => {
  const { db } = backend;
  let now = 0;
  const source = createTitleSource(db, { freshMs: 2_000, now: () => now });
  const ids = async (q: string) =>
    (await searchMovies(await source.current(), { q, locale: "en", limit: 50 })).items.map(({ id }) => id);
  await addMovie(db, { id: "early", texts: { en: { title: "Zeppelin" } }, ready: 0 });
  expect(await ids("zeppelin")).toEqual(["early"]);
  await addMovie(db, { id: "late", texts: { en: { title: "Zeppelin" } } });
  await db.update(movieTexts).set({ title: "Airship" }).where(eq(movieTexts.movieId, "early"));
  now = 1_999;
  expect(await ids("zeppelin")).toEqual(["early"]);
  now = 2_000;
  expect(await ids("zeppelin")).toEqual(["late"]);
  expect(await ids("airship")).toEqual(["early"]);

  const card = async () =>
    (await searchMovies(await source.current(), { q: "airship", locale: "en" })).items[0];
  expect(await card()).toMatchObject({ episodes: 1, ready: false, year: 2020 });
  await db.update(episodes).set({ assetId: "late-1" }).where(eq(episodes.movieId, "early"));
  await db.update(movies).set({ year: 2021 }).where(eq(movies.id, "early"));
  source.expire();
  expect(await card()).toMatchObject({ ready: true, year: 2021 });
  await db.update(movies).set({ status: "draft" }).where(eq(movies.id, "early"));
  source.expire();
  expect(await card()).toBeUndefined();
  await db.delete(movies).where(eq(movies.id, "late"));
  source.expire();
  expect(await ids("zeppelin")).toEqual([]);
});

test("a catalogue that outgrows the index is searched in the database", async () => {
  const source = createTitleSource(backend.db, { freshMs: 0, mostTitles: 10 });
  const small = createTitleSource(backend.db, { freshMs: 0 });
  const find = async (one: typeof source) =>
    searchMovies(await one.current(), { q: "river", locale: "en", limit: 5 });
  expect(await find(source)).toEqual(await find(small));
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
