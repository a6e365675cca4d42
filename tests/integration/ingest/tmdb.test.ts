import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { locales } from "../../../contract/locales.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addGenre, addMovie } from "../../setup/catalogue.ts";
import type { TmdbDifference } from "../../../contract/index.ts";
import { film, tmdbKey, tmdbToken } from "../../setup/tmdb-answers.ts";
import { startTmdb, type TmdbStandIn } from "../../setup/tmdb.ts";

let backend: TestBackend;
let tmdb: TmdbStandIn;
let owner: string;
let made = 0;

beforeAll(async () => {
  tmdb = startTmdb();
  backend = await startTestBackend();
  owner = (await backend.person({ admin: 3, name: "Olga" })).token;
  await addGenre(backend.db, "drama", { en: "Drama", de: "Drama" });
});
beforeEach(() => {
  tmdb.answers(null);
  tmdb.asked.length = 0;
});
afterAll(async () => {
  await backend.close();
  tmdb.close();
});

const get = (name: string, query: Record<string, string>, locale?: string) =>
  backend.get(name, `?${new URLSearchParams(query)}`, { token: owner, locale });
const post = (name: string, body: object) => backend.post(name, body, { token: owner });
const setKey = async (key: string | null) => {
  const { revision } = (await get("z/settings/read", {})).d;
  return post("z/settings/save", { revision, values: { tmdbKey: key } });
};
const detail = async (id: string) => (await get("z/movie/detail", { id })).d;
const ofFilm = { tmdb: "603", kind: "film" };
const compare = (id: string, more = {}) => get("z/tmdb/compare", { id, ...ofFilm, ...more });
const byField = (list: TmdbDifference[]) =>
  Object.fromEntries(list.map((one) => [one.field, one])) as Record<string, TmdbDifference>;
const differences = async (id: string) => byField((await compare(id)).d.differences);
const fill = async (id: string, fields: string[], more: object = {}) =>
  post("z/tmdb/fill", {
    id,
    revision: (await detail(id)).revision,
    tmdb: 603,
    kind: "film",
    fields,
    ...more,
  });

/** A draft as the form makes it. */
async function draft(title = "Harbour", kind = "film"): Promise<string> {
  const answer = await post("z/movie/create", {
    ...{ key: crypto.randomUUID(), id: `draft-${(made += 1)}`, title, originalLanguage: "en", kind },
    ...{ access: "free", year: 2026, rating: 0 },
  });
  return answer.d.id;
}

describe("without a key", () => {
  test("nothing is asked, and the answer says why", async () => {
    expect(await get("z/tmdb/search", { q: "Harbour" })).toMatchObject({ status: 409, c: 40912 });
    expect(await compare(await draft())).toMatchObject({ c: 40912 });
    expect((await post("z/settings/test", { what: "tmdb" })).d).toMatchObject({ problem: "not_configured" });
    expect(tmdb.asked).toEqual([]);
  });
});

describe("the key", () => {
  test("is never shown after it was set: not in settings, history, export or audit", async () => {
    expect((await setKey(tmdbKey)).d.values.tmdbKey).toBe("••••cdef");
    // The mask that a form sends back changes nothing.
    expect((await setKey("••••cdef")).d.values.tmdbKey).toBe("••••cdef");
    const texts = await Promise.all(
      ["z/settings/read", "z/settings/history", "z/settings/export", "z/audit/list"].map(async (name) =>
        JSON.stringify(await get(name, {})),
      ),
    );
    for (const text of texts) expect(text).not.toContain(tmdbKey);
    expect(texts[1]).toContain("••••cdef");
    expect((await post("z/settings/test", { what: "tmdb" })).d).toMatchObject({ ok: true });
  });

  test("of version 3 goes along in the query, a token of version 4 in a header", async () => {
    await get("z/tmdb/search", { q: "Harbour" });
    await setKey(tmdbToken);
    await get("z/tmdb/search", { q: "Harbour" });
    const [first, second] = tmdb.asked;
    expect([first!.query.get("api_key"), first!.authorization]).toEqual([tmdbKey, null]);
    expect([second!.query.get("api_key"), second!.authorization]).toEqual([null, `Bearer ${tmdbToken}`]);
    await setKey(tmdbKey);
  });

  test("is refused in a form that TMDB has none of", async () => {
    expect(await setKey("not a key")).toMatchObject({ status: 422 });
  });
});

describe("a search", () => {
  test("takes a title, in the admin's language", async () => {
    const { d } = await get("z/tmdb/search", { q: "Hafen" }, "de");
    expect(d).toMatchObject({
      asked: { q: "Hafen", year: null, kind: "film" },
      items: [{ tmdb: 603, kind: "film", title: "The Harbour", originalTitle: "Der Hafen", year: 1998 }],
    });
    expect(tmdb.asked[0]!.query.get("language")).toBe("de-DE");
  });

  test("reads title and year in a file's name, and does without the year where it finds nothing", async () => {
    const { d } = await get("z/tmdb/search", { q: "The.Harbour.1999.1080p.BluRay.x264.mkv" });
    expect(d.asked).toEqual({ q: "The Harbour", year: 1999, kind: "film" });
    expect(d.items).toHaveLength(1);
    expect(tmdb.asked.map(({ query }) => query.get("year"))).toEqual(["1999", null]);
  });

  test("guesses from the title of a draft", async () => {
    const { d } = await get("z/tmdb/search", { id: await draft("Saltwater", "series") });
    expect(d).toMatchObject({
      asked: { q: "Saltwater", kind: "series" },
      items: [{ tmdb: 1399 }],
      link: null,
    });
  });

  test("finds nothing, and asks nothing without words", async () => {
    expect((await get("z/tmdb/search", { q: "zzz" })).d.items).toEqual([]);
    tmdb.asked.length = 0;
    expect((await get("z/tmdb/search", {})).d).toMatchObject({ asked: { q: "" }, items: [] });
    expect(tmdb.asked).toEqual([]);
  });
});

describe("a comparison", () => {
  test("shows each field on both sides, in every language, and writes nothing", async () => {
    const id = await draft("The Harbour");
    const before = await detail(id);
    const { d } = await compare(id);
    expect(d).toMatchObject({
      title: "The Harbour",
      url: "https://www.themoviedb.org/movie/603",
      filledAt: null,
    });
    const found = byField(d.differences);
    for (const locale of locales) expect(found).toHaveProperty([`texts.${locale}.description`]);
    expect(found["texts.de.title"]).toEqual({
      ...{ field: "texts.de.title", current: null, found: "Der Hafen", ticked: true },
    });
    expect(found["texts.pt.title"]!.found).toBe("O Porto");
    expect([found["texts.zh-hans.title"]!.found, found["texts.zh-hant.title"]!.found]).toEqual([
      "港口",
      "港灣",
    ]);
    // The same title: no difference.
    expect(found).not.toHaveProperty(["texts.en.title"]);
    expect(found.year).toEqual({ field: "year", current: 2026, found: 1998, ticked: true });
    expect(found.rating).toMatchObject({ current: 0, found: 12, ticked: true });
    expect(found.ageRatings).toMatchObject({
      current: null,
      found: expect.arrayContaining(["US PG-13"]) as unknown,
    });
    expect(found.originalLanguage).toMatchObject({ current: "en", found: "de" });
    expect(found["credits.cast"]!.found).toEqual(["Ada Ahrens (Harbour Master)", "Bea Brandt (The Captain)"]);
    expect(found["credits.director"]!.found).toEqual(["Dora Dahl"]);
    expect(found.genres).toMatchObject({ current: null, found: ["drama"] });
    expect(d.unknownGenres).toEqual(["Western"]);
    expect(found.poster).toMatchObject({ current: null, found: "/poster1.jpg" });
    expect(d.pictures.poster).toMatch(/^data:image\/jpeg;base64,/);
    expect(found).not.toHaveProperty(["runtime"]);
    expect(await detail(id)).toEqual(before);
    expect((await get("z/genre/list", {})).d.items).toHaveLength(1);
  });

  test("ticks nothing that an admin has written", async () => {
    await addMovie(backend.db, {
      ...{ id: "typed", revision: 3, rating: 0, genres: [], year: 1997 },
      texts: { en: { title: "My harbour", description: "Mine." } },
    });
    const found = await differences("typed");
    const typed = ["year", "rating", "texts.en.title", "texts.en.description", "poster"];
    expect(typed.filter((field) => found[field]!.ticked)).toEqual([]);
    expect(["texts.ja.title", "genres"].filter((field) => !found[field]!.ticked)).toEqual([]);
  });

  test("answers not_found for an entry that is not there, and for a title that is not", async () => {
    expect(await compare(await draft(), { tmdb: "604" })).toMatchObject({ status: 404, c: 404 });
    expect(await compare("no-such-title")).toMatchObject({ status: 404, c: 404 });
  });
});

describe("filling in", () => {
  test("takes over what is named and nothing else, in one revision with one entry of the log", async () => {
    const id = await draft("The Harbour");
    const fields = ["texts.ja.title", "texts.ja.description", "year", "credits.cast", "poster"];
    const answer = await fill(id, fields);
    expect(answer).toMatchObject({ c: 0, d: { revision: 1 } });
    const movie = await detail(id);
    expect(movie.texts).toEqual({
      en: { title: "The Harbour", description: "" },
      ja: { title: "港", description: "港." },
    });
    expect(movie).toMatchObject({ year: 1998, rating: 0, genres: [], originalLanguage: "en" });
    expect(movie.credits).toEqual([
      { role: "cast", name: "Ada Ahrens", part: "Harbour Master" },
      { role: "cast", name: "Bea Brandt", part: "The Captain" },
    ]);
    expect(movie.artwork.version).not.toBe("0");
    expect(await readdir(join(backend.dataDir, "artwork", id))).toContain("poster-480.webp");
    const { items } = (await get("z/audit/list", { kind: "movie", target: id })).d;
    expect(items.map(({ action }: { action: string }) => action)).toEqual(["z/tmdb/fill", "z/movie/create"]);
    expect(items[0].after).toMatchObject({ year: 1998, "texts.ja.title": "港" });
  });

  test("everything at once, then nothing differs; what TMDB changes later is ticked, what an admin changed is not", async () => {
    const id = await draft("The Harbour");
    const all = Object.keys(await differences(id));
    expect((await fill(id, all)).c).toBe(0);
    const filled = await detail(id);
    expect(Object.keys(filled.texts).sort()).toEqual([...locales].sort());
    expect(filled).toMatchObject({ rating: 12, originalLanguage: "de", genres: ["drama"] });
    expect((await compare(id)).d).toMatchObject({ differences: [], filledAt: expect.any(String) });
    expect((await get("z/tmdb/search", { id })).d.link).toMatchObject({ tmdb: 603, kind: "film" });

    await post("z/movie/save", {
      ...{ id, revision: filled.revision, year: 1999 },
      texts: { de: { title: "Mein Hafen", description: filled.texts.de.description } },
    });
    const renamed = { ...film, poster_path: "/poster2.jpg", overview: "Two ships come in." };
    const english = {
      iso_639_1: "en",
      iso_3166_1: "US",
      data: { title: "The Port", overview: "Two ships." },
    };
    const translations = { translations: [english, ...film.translations.translations] };
    tmdb.answers("movie/603", () => Response.json({ ...renamed, translations }));
    const later = await differences(id);
    const ticks = Object.fromEntries(Object.entries(later).map(([field, { ticked }]) => [field, ticked]));
    expect(ticks).toEqual({
      ...{ year: false, "texts.de.title": false, poster: true },
      ...{ "texts.en.title": true, "texts.en.description": true },
    });
  });

  test("a description of a language without a title brings the title along", async () => {
    const id = await draft();
    await fill(id, ["texts.tr.description"]);
    expect((await detail(id)).texts.tr).toEqual({ title: "Liman", description: "Liman." });
  });

  test("is refused when another admin has saved in the meantime, and for a field that TMDB has nothing for", async () => {
    const id = await draft();
    await post("z/movie/save", { id, revision: 0, year: 1990 });
    expect(await fill(id, ["year"], { revision: 0 })).toMatchObject({
      c: 4094,
      d: { conflict: { by: "Olga" } },
    });
    expect(await fill(id, ["year", "texts.fr.title"])).toMatchObject({
      ...{ status: 422, d: { issues: [{ field: "fields.1", reason: "choice" }] } },
    });
    expect((await detail(id)).year).toBe(1990);
  });
});

describe("genres that are not there", () => {
  test("are made in every language TMDB has, with the title and one entry of the log each", async () => {
    const id = await draft("The Harbour");
    expect(await fill(id, ["genres"], { newGenres: ["Western"] })).toMatchObject({ c: 0 });
    expect((await detail(id)).genres).toEqual(["drama", "western"]);
    const { items } = (await get("z/genre/list", {})).d;
    expect(items.find((one: { id: string }) => one.id === "western").names).toEqual({
      ...{ en: "Western", de: "Western", ja: "西部劇" },
    });
    const log = (await get("z/audit/list", { kind: "genre", target: "western" })).d.items;
    expect(log).toMatchObject([{ action: "z/genre/save", before: null, after: { ja: "西部劇" } }]);
    // What was taken over is known: nothing differs, and nothing is missing.
    expect((await compare(id)).d.unknownGenres).toEqual([]);
    expect(await differences(id)).not.toHaveProperty(["genres"]);
    await post("z/genre/delete", { id: "western", dryRun: false });
  });

  test("are made without any other field, and without those that the title leaves out", async () => {
    const id = await draft("The Harbour");
    expect((await fill(id, [], { newGenres: ["Western"] })).c).toBe(0);
    expect((await detail(id)).genres).toEqual(["western"]);
    await post("z/genre/delete", { id: "western", dryRun: false });
  });

  test("are those that have no counterpart in any language", async () => {
    await addGenre(backend.db, "cowboys", { ja: "西部劇" });
    const id = await draft("The Harbour");
    const { d } = await compare(id);
    expect(d.unknownGenres).toEqual([]);
    expect(byField(d.differences).genres!.found).toEqual(["drama", "cowboys"]);
    await post("z/genre/delete", { id: "cowboys", dryRun: false });
  });

  test("are refused where none is missing, and nothing is written", async () => {
    const id = await draft("The Harbour");
    const refused = (field: string, reason: string) => ({ status: 422, d: { issues: [{ field, reason }] } });
    expect(await fill(id, ["year"], { newGenres: ["Drama"] })).toMatchObject(
      refused("newGenres.0", "choice"),
    );
    expect(await fill(id, [])).toMatchObject(refused("fields", "required"));
    expect(await detail(id)).toMatchObject({ year: 2026, genres: [] });
  });
});

describe("a series", () => {
  const entry = { tmdb: "1399", kind: "series" };

  test("has the texts of a season's episodes, by number; placeholders of TMDB are none", async () => {
    await addMovie(backend.db, { id: "saltwater", episodes: 3, genres: [] });
    const { d } = await get("z/tmdb/compare", { id: "saltwater", ...entry });
    expect(d.season).toBe(1);
    expect(d.seasons.map(({ season }: { season: number }) => season)).toEqual([0, 1, 2]);
    const episodes = (d.differences as TmdbDifference[]).filter(({ field }) => field.startsWith("episode."));
    const arrival = ["Arrival", "The ferry lands."];
    expect(episodes).toEqual([
      { field: "episode.1.de", current: null, found: ["Ankunft", "Die Fähre legt an."], ticked: true },
      { field: "episode.1.en", current: ["Part 1", ""], found: arrival, ticked: false },
      { field: "episode.2.en", current: ["Part 2", ""], found: ["Ebb", ""], ticked: false },
      { field: "episode.1.still", current: null, found: "/still1.jpg", ticked: true },
    ]);
    expect(d.pictures["episode.1.still"]).toMatch(/^data:image\/jpeg;base64,/);
    const second = await get("z/tmdb/compare", { id: "saltwater", ...entry, season: "2" });
    expect(byField(second.d.differences)["episode.1.de"]!.found).toEqual(["Rückkehr", "Ein Jahr später."]);
  });

  test("gets the pictures of its episodes; what an admin sends later is not ticked", async () => {
    await addMovie(backend.db, { id: "stills", episodes: 2, genres: [] });
    const ofStill = async () =>
      byField((await get("z/tmdb/compare", { id: "stills", ...entry })).d.differences)["episode.1.still"];
    const filling = { tmdb: 1399, kind: "series", season: 1 };
    expect((await fill("stills", ["episode.1.still"], filling)).c).toBe(0);
    const [first, second] = (await detail("stills")).episodes;
    expect([first.still.sent, second.still]).toEqual([true, null]);
    expect((await backend.fetch(`${first.still.path}-640.webp`)).status).toBe(200);
    expect(await ofStill()).toBeUndefined();
    expect((await post("z/episode/still", { id: "stills", revision: 1, index: 1, key: null })).c).toBe(0);
    expect(await ofStill()).toMatchObject({ current: null, ticked: true });

    tmdb.answers("still1", () => new Response("no picture"));
    expect(await fill("stills", ["episode.1.still"], filling)).toMatchObject({
      ...{ status: 422, d: { issues: [{ field: "episode.1.still", reason: "format" }] } },
    });
    tmdb.answers(null);
  });

  test("is filled by episode and language, and its season is remembered", async () => {
    const fields = ["episode.1.de", "texts.de.title", "rating"];
    const answer = await fill("saltwater", fields, { tmdb: 1399, kind: "series", season: 2 });
    expect(answer.c).toBe(0);
    const { episodes, texts, rating } = await detail("saltwater");
    expect(episodes[0].texts).toEqual({
      en: { title: "Part 1" },
      de: { title: "Rückkehr", description: "Ein Jahr später." },
    });
    expect([texts.de.title, rating]).toEqual(["Salzwasser", 14]);
    expect((await get("z/tmdb/compare", { id: "saltwater", ...entry })).d.season).toBe(2);
  });
});

describe("a series with seasons", () => {
  const entry = { tmdb: "1399", kind: "series" };
  const compared = async (season: string) => {
    const { d } = await get("z/tmdb/compare", { id: "seasons", ...entry, season });
    return (d.differences as TmdbDifference[]).filter(({ field }) => /^(season|episode)\./.test(field));
  };

  test("is compared and filled season by season, with its names, its years and its specials", async () => {
    await addMovie(backend.db, { id: "seasons", episodes: 4, genres: [] });
    let revision = 0;
    const place = async (index: number, season: number, number: number) => {
      const answer = await post("z/episode/save", { id: "seasons", revision, index, season, number });
      revision = answer.d.revision;
    };
    await place(4, 0, 1);
    await place(3, 2, 1);
    const second = await compared("2");
    const flood = ["The Flood", "The water comes back."];
    expect(second.map(({ field, found }) => [field, found])).toEqual([
      ["season.2.year", 2013],
      ["season.2.de", ["", "Das Wasser kehrt zurück."]],
      ["season.2.en", flood],
      ["episode.3.de", ["Rückkehr", "Ein Jahr später."]],
      ["episode.3.en", ["Return", "A year later."]],
    ]);
    const fields = second.map(({ field }) => field).filter((field) => field !== "episode.3.en");
    const filling = { tmdb: 1399, kind: "series", season: 2, revision };
    expect((await post("z/tmdb/fill", { id: "seasons", ...filling, fields })).c).toBe(0);
    const movie = await detail("seasons");
    expect(movie.seasons[1]).toEqual({
      season: 2,
      year: 2013,
      texts: {
        de: { name: "", description: "Das Wasser kehrt zurück." },
        en: { name: "The Flood", description: "The water comes back." },
      },
    });
    expect(movie.episodes[2].texts).toEqual({
      en: { title: "Part 3" },
      de: { title: "Rückkehr", description: "Ein Jahr später." },
    });
    expect((await compared("2")).map(({ field }) => field)).toEqual(["episode.3.en"]);
    // The specials have no name of their own.
    expect((await compared("0")).map(({ field, found }) => [field, found])).toEqual([
      ["season.0.year", 2012],
      ["episode.4.en", ["Before the Ferry", "A prologue."]],
    ]);
    const first = await compared("1");
    expect(first.map(({ field }) => field)).not.toContain("season.1.en");
    expect(first.map(({ field }) => field)).toContain("episode.2.en");
  });
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
