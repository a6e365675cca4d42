import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "../../../api/db/rows-of.ts";
import { movies, movieTexts } from "../../../api/db/schema.ts";
import { accessLevels, tierOf, vipLevels } from "../../../contract/catalogue/values.ts";
import { locales } from "../../../contract/locales.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

async function marksOf(facet: string): Promise<bigint> {
  const rows = rowsOf<{ marks: string }>(
    await backend.db.execute(sql`select movie_marks(array[${facet}::text])::text as marks`),
  );
  return BigInt(rows[0]!.marks);
}

test("every level, language, state and kind a title can have is a mark of its own", async () => {
  const facets = [
    ...["s:draft", "s:published", "s:waiting", "s:deleted", "k:film", "k:series", "f:none", "f:some"],
    ...accessLevels.filter((level) => tierOf(level) <= 1).map((level) => `a:${level}`),
    ...locales.map((locale) => `m:${locale}`),
  ];
  const words = ["g:drama", "t:slow"];
  const marks = await Promise.all([...facets, ...words].map(marksOf));
  expect(new Set(marks).size).toBe(facets.length + words.length);
  for (const mark of marks) expect(mark.toString(2)).toMatch(/^10*$/);
});

test("a title of a higher tier has the mark of VIP, by which the filter of VIP finds it", async () => {
  const vip = await marksOf("a:vip");
  for (const level of vipLevels) expect(await marksOf(`a:${level}`)).toBe(vip);
});

test("a new title lacks every language of the contract, and then those it is not written in", async () => {
  const missingOf = async () => (await backend.db.select().from(movies))[0]!.missing;
  const facts = { kind: "film", access: "free", status: "draft", year: 2026, rating: 0 } as const;
  const made = { originalLanguage: "en", colour: "#000000", artworkVersion: "1", publishedAt: new Date() };
  await backend.db.insert(movies).values({ id: "bare", ...facts, ...made, genres: [] });
  expect(await missingOf()).toEqual(locales);
  await backend.db
    .insert(movieTexts)
    .values({ movieId: "bare", locale: "en", title: "Bare", description: "" });
  expect(await missingOf()).toEqual(locales.filter((locale) => locale !== "en"));
});

test("a facet nothing knows of is refused, and takes no other's mark", async () => {
  await expect(marksOf("a:nobody")).rejects.toThrow();
  await expect(marksOf("x")).rejects.toThrow();
});

describe("marks of titles", () => {
  async function has(title: string, q: string): Promise<boolean> {
    const rows = rowsOf<{ has: boolean }>(
      await backend.db.execute(sql`select title.marks & search.marks = search.marks as has
        from (select title_marks(array_to_tsvector(title_lexemes(search_terms(fold(${title}))))) as marks) as title,
          (select title_marks(array_to_tsvector(search_lexemes(search_terms(fold(${q}))))) as marks) as search`),
    );
    return rows[0]!.has;
  }

  test.each([
    ["The Amber Harbour", ["amb", "ambe", "amber", "harb", "the amber", "HÁRBOUR"]],
    ["青い港", ["港", "青い", "青い港"]],
    ["Öl", ["ol", "öl"]],
  ])("of %s are those of every search that finds it", async (title, searches) => {
    for (const q of searches) expect(await has(title, q)).toBe(true);
  });

  test("tell most titles without a word", async () => {
    const words = Array.from({ length: 60 }, (_, n) => `${(n * 7919 + 12_345).toString(36)}word`);
    const told = await Promise.all(words.map((word) => has("The Amber Harbour of Quiet Nights", word)));
    expect(told.filter(Boolean).length).toBeLessThan(6);
  });
});
