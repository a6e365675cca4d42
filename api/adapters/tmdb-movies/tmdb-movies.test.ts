import { delay } from "msw";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { localeCodes, localeOfCode } from "../../../contract/locales.ts";
import { tmdbKey } from "../../../tests/setup/tmdb-answers.ts";
import { startTmdb, type TmdbStandIn } from "../../../tests/setup/tmdb.ts";
import { originalLanguageOf, tmdbTags, translationFor } from "./tmdb-languages.ts";
import { createTmdbMovies } from "./tmdb-movies.ts";

let tmdb: TmdbStandIn;
beforeAll(() => {
  tmdb = startTmdb();
});
afterEach(() => tmdb.answers(null));
afterAll(() => tmdb.close());

test("each of our codes has tags of TMDB, and each tag reads as its own language", () => {
  for (const code of localeCodes) expect(tmdbTags[localeOfCode(code)!], code).not.toEqual([]);
  const tags = Object.values(tmdbTags).flat();
  expect(new Set(tags).size).toBe(tags.length);
  for (const tag of tags) expect(tag).toMatch(/^[a-z]{2}-[A-Z]{2}$/);
});

const words = (tag: string) => ({ iso_639_1: tag.slice(0, 2), iso_3166_1: tag.slice(3) });

test.each([
  ["pt", ["pt-PT", "pt-BR"], "pt-BR"],
  ["pt", ["pt-AO"], "pt-AO"],
  ["de", ["fr-FR", "de-CH"], "de-CH"],
  ["zh-hans", ["zh-TW", "zh-CN"], "zh-CN"],
  ["zh-hant", ["zh-CN", "zh-HK"], "zh-HK"],
  ["zh-hant", ["zh-CN"], undefined],
  ["ja", ["ko-KR"], undefined],
] as const)("the best translation for %s of %j", (locale, there, wanted) => {
  expect(translationFor(there.map(words), locale)).toEqual(wanted && words(wanted));
});

test("original languages have the codes that the catalogue stores", () => {
  expect(["ja", "zh", "cn", "fr", "xx", "", "de-DE"].map(originalLanguageOf)).toEqual([
    ...["ja", "zh-hans", "zh-hant", "fr", null, null, null],
  ]);
});

test("a slow answer counts as none, and the failure tells no key", async () => {
  tmdb.answers("/3/", async () => (await delay("infinite"), new Response()));
  const source = createTmdbMovies({ patienceMs: 100 });
  const error = await source
    .open(tmdbKey)
    .check()
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ problem: "away", message: "TMDB: no answer in time" });
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain(tmdbKey);
});

test("after a 429 nothing is asked until the time it names is over", async () => {
  let now = 0;
  const source = createTmdbMovies({ now: () => now });
  tmdb.answers("/3/", () => new Response(null, { status: 429, headers: { "Retry-After": "30" } }));
  const check = () =>
    source
      .open(tmdbKey)
      .check()
      .catch((thrown: unknown) => thrown);
  expect(await check()).toMatchObject({ problem: "busy", waitS: 30 });
  tmdb.answers(null);
  now = 10_000;
  expect(await check()).toMatchObject({ problem: "busy", waitS: 20 });
  now = 30_000;
  expect(await check()).toBeUndefined();
});
