import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collections, genreNames } from "../../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addGenre, addMovie } from "../../setup/catalogue.ts";
import { importsOf } from "../../setup/imports.ts";

let backend: TestBackend;
let editor: string;
let imports: ReturnType<typeof importsOf>;
beforeAll(async () => {
  backend = await startTestBackend();
  editor = (await backend.person({ admin: 2, name: "Edith" })).token;
  imports = importsOf(backend, editor);
  await addGenre(backend.db, "drama", { en: "Drama" });
  await addGenre(backend.db, "crime", { en: "Crime" });
  for (const id of ["one", "two", "three", "four"]) await addMovie(backend.db, { id, everPublished: true });
  await addMovie(backend.db, { id: "saga", kind: "series", episodes: 3, everPublished: true });
  await backend.worker.start();
});
afterAll(() => backend.close());

const get = async (name: string, query = "") => (await backend.get(name, query, { token: editor })).d;
const movie = (id: string) => get("z/movie/detail", `?id=${id}`);
const post = (name: string, body: unknown) => backend.post(name, body, { token: editor });
const exported = async (query: string) => (await get("z/movie/export", query)).csv as string;

describe("a checked file", () => {
  test("says what each line would do, and changes nothing", async () => {
    const checked = await imports.check(
      [
        "id,kind,year,genres,title.en,title.de,colour",
        "one,,1931,,,Eins,red",
        "two,,2020,,,,",
        ",series,2001,drama|crime,From a table,,",
        "five,,soon,,Five,,",
        "six,,2000,nonsense,Six,,",
        "one,,1932,,,,",
        "seven,,2000,,,,",
        "eight,,2000",
      ].join("\r\n"),
    );
    expect(checked).toMatchObject({
      ...{ state: "checked", encoding: "utf-8", separator: "comma", share: 1, undoable: false },
      counts: { create: 1, change: 1, unchanged: 1, wrong: 5 },
    });
    expect(checked.columns.map(({ as }) => as)).toEqual([
      ...["id", "kind", "year", "genres", "title.en", "title.de", null],
    ]);
    expect(checked.errors.map(({ line, field, reason }) => [line, field, reason])).toEqual([
      [5, "year", "type"],
      [6, "genres", "choice"],
      [7, "id", "repeated"],
      [8, "title.en", "required"],
      [9, "", "cells"],
    ]);
    expect(checked.sample[0]).toEqual(["one", "", "1931", "", "", "Eins", "red"]);
    expect((await movie("one")).year).toBe(2020);
    expect((await get("z/movie/list", "?q=From+a+table")).items).toEqual([]);
  });

  test.each([
    ["semicolons", "id;title.de\ntwo;Zwei", { separator: "semicolon", encoding: "utf-8" }],
    ["tabs", "id\ttitle.de\ntwo\tZwei", { separator: "tab", encoding: "utf-8" }],
    ["a line sep=", "sep=;\r\nid;title.de\r\ntwo;Zwei, drei", { separator: "semicolon" }],
    ["a mark of UTF-8", "\uFEFFID,Title.DE\ntwo,Zwei", { separator: "comma", encoding: "utf-8" }],
    [
      "Windows-1252",
      Buffer.from("id;title.de\ntwo;Fünf €".replace("€", "\x80"), "latin1"),
      { encoding: "windows-1252" },
    ],
    [
      "UTF-16",
      Buffer.from("\uFEFFid\ttitle.de\ntwo\tZwei", "utf16le"),
      { encoding: "utf-16le", separator: "tab" },
    ],
    ["UTF-16 without a mark", Buffer.from("id;title.de\ntwo;Zwei", "utf16le"), { encoding: "utf-16le" }],
    [
      "UTF-16, high byte first",
      Buffer.from("\uFEFFid,title.de\ntwo,Zwei", "utf16le").swap16(),
      { encoding: "utf-16be" },
    ],
  ])("may have %s", async (_name, file, found) => {
    const checked = await imports.check(file);
    expect(checked).toMatchObject({ ...found, state: "checked", counts: { change: 1 } });
    expect(checked.columns.map(({ as }) => as)).toEqual(["id", "title.de"]);
    expect(checked.sample[0]![1]).toMatch(/^(Zwei(, drei)?|Fünf €)$/);
  });

  test("is read anew where an admin knows better", async () => {
    const checked = await imports.check(Buffer.from("id;title.de\ntwo;Fünf", "utf8"));
    const misread = await imports.recheck(checked.id, { encoding: "windows-1252", separator: "semicolon" });
    expect(misread).toMatchObject({ state: "checked", encoding: "windows-1252", counts: { change: 1 } });
    expect(misread.sample).toEqual([["two", "FÃ¼nf"]]);
    const unread = await imports.recheck(checked.id, { encoding: "utf-8", separator: "tab" });
    expect(unread).toMatchObject({ state: "failed", problem: "columns", problemLine: 1 });
    const again = await imports.recheck(checked.id, { encoding: "utf-8", separator: "semicolon" });
    expect(again).toMatchObject({ state: "checked", problem: null, sample: [["two", "Fünf"]] });
  });

  test.each([
    ["empty but for spaces", " \r\n ", "empty", null],
    ["a line of names alone", "id,title.en\n", "empty", null],
    ["no text", Buffer.from([1, 2, 3, 0, 0, 0, 9, 8, 7, 0, 1, 2]), "binary", null],
    ["a table of something else", "name,price\nbread,3\n", "columns", 1],
    [
      "a quote that is not closed",
      `id,title.en\none,One\ntwo,"Two\n${"three,Three\n".repeat(20_000)}`,
      "quote",
      3,
    ],
    ["a quote at the end", 'id,title.en\none,One\ntwo,"Two', "quote", 3],
  ])("that is %s is refused in words", async (_name, file, problem, problemLine) => {
    expect(await imports.check(file)).toMatchObject({ state: "failed", problem, problemLine });
  });

  test("with a row of 64 KB has that line refused, and the others not", async () => {
    const checked = await imports.check(`id,title.en\none,${"x".repeat(65_536)}\ntwo,Second`);
    expect(checked).toMatchObject({ state: "checked", counts: { wrong: 1, change: 1 } });
    expect(checked.errors).toMatchObject([{ line: 2, field: "title.en", reason: "too_big" }]);
  });
});

describe("an import", () => {
  test("writes what the check announced, and reports each line's result", async () => {
    const done = await imports.complete(
      [
        "id;year;originalLanguage;access;title.de;description.de",
        "three;1931;;vip;Drei;Erzählt von Dreien",
        "kafka;1915;de;;Die Verwandlung;",
        "four;;;;;Nur eine Beschreibung",
        "two;;;;Zwei;",
      ].join("\n"),
    );
    expect(done).toMatchObject({ state: "imported", undoable: true });
    expect(done.counts).toEqual({ created: 1, changed: 2, wrong: 1 });
    expect(await movie("three")).toMatchObject({
      ...{ year: 1931, access: "vip" },
      texts: { de: { title: "Drei", description: "Erzählt von Dreien" } },
    });
    expect(await movie("kafka")).toMatchObject({ kind: "film", state: "draft", originalLanguage: "de" });
    expect((await backend.fetch("/artwork/kafka/poster-320.webp")).status).toBe(200);
    expect(await imports.result(done.id)).toEqual([
      "line,id,episode,outcome,reason",
      "2,three,,changed,",
      "3,kafka,,created,",
      "4,four,,wrong,title.de: required",
      "5,two,,changed,",
    ]);
    const { items } = await get("z/audit/list", "?action=z/import/start&kind=movie&target=three");
    expect(items[0]).toMatchObject({ actor: { name: "Edith" }, after: { access: "vip", year: 1931 } });
    // A second tap finds it done.
    expect(await imports.act("start", done.id)).toBe(0);
    expect((await imports.settled(done.id)).counts).toEqual(done.counts);
  });

  test("is undone as a whole, and leaves what was changed since", async () => {
    const facts = async () => {
      const { year, access, texts, episodes } = await movie("one");
      return { year, access, texts, level: episodes[0].access };
    };
    const before = await facts();
    const file = "id,episode,year,access,title.en,title.ja\n";
    const rows = "one,,1950,vip,,一\none,1,,free,,\nmade,,1951,,Made,\nsaga,,1952,,,\n";
    const done = await imports.complete(file + rows);
    expect(done.counts).toEqual({ created: 1, changed: 3 });
    expect((await movie("one")).episodes[0].access).toBe("free");
    const saga = await movie("saga");
    await post("z/movie/save", { id: "saga", revision: saga.revision, rating: 12 });
    expect(await imports.act("undo", done.id)).toBe(0);
    const undone = await imports.settled(done.id);
    expect(undone).toMatchObject({ state: "undone", undoable: false, counts: { undone: 3, kept: 1 } });
    expect(await facts()).toEqual(before);
    expect(await movie("saga")).toMatchObject({ year: 1952, rating: 12 });
    expect((await backend.get("z/movie/detail", "?id=made", { token: editor })).status).toBe(404);
    // The same file can be imported again at once.
    expect((await imports.check(file + rows)).counts).toMatchObject({ create: 1 });
    backend.clock.set(new Date(Date.now() + 25 * 3_600_000));
    const late = await imports.detail(done.id);
    backend.clock.set(new Date());
    expect(late.undoable).toBe(false);
  });

  test("leaves a title alone that another admin has changed since the check", async () => {
    const checked = await imports.check("id,year\nfour,1960\n");
    const { revision } = await movie("four");
    await post("z/movie/save", { id: "four", revision, year: 1961 });
    await imports.act("start", checked.id);
    const done = await imports.settled(checked.id);
    expect(done).toMatchObject({ state: "imported", counts: { failed: 1 }, undoable: false });
    expect(done.errors).toMatchObject([{ line: 2, movie: "four", reason: "conflict" }]);
    expect((await movie("four")).year).toBe(1961);
  });

  test("creates the lines around one that can't be written any more, each with its id and one entry in the log", async () => {
    await addGenre(backend.db, "fleeting", { en: "Fleeting" });
    const checked = await imports.check(
      [
        "id,kind,year,genres,tags,title.en,title.de,hideAt,ageRatings",
        ",series,2001,drama|drama,b|a|b,Twice told,Zweimal,,DE FSK 12|US PG-13",
        ",,2002,,,Twice told,,,",
        "caught,,2003,,,Caught,,,",
        "passing,,2004,fleeting,,Passing,,,",
        "dated,,2005,,,Dated,,2099-01-01T00:00:00Z,JP PG12",
        "after,,2006,crime,,After,,,",
      ].join("\n"),
    );
    expect(checked.counts).toEqual({ create: 6 });
    await addMovie(backend.db, { id: "caught", everPublished: true });
    await backend.db.delete(genreNames).where(eq(genreNames.genre, "fleeting"));
    await imports.act("start", checked.id);
    const done = await imports.settled(checked.id);
    expect(done).toMatchObject({ counts: { created: 4, failed: 2 }, undoable: true });
    expect(await imports.result(done.id)).toEqual([
      "line,id,episode,outcome,reason",
      "2,twice-told,,created,",
      "3,twice-told-2,,created,",
      "4,caught,,failed,id: repeated",
      "5,passing,,failed,genres: choice",
      "6,dated,,created,",
      "7,after,,created,",
    ]);
    expect(await movie("twice-told")).toMatchObject({
      ...{ kind: "series", state: "draft", year: 2001, genres: ["drama"], tags: ["b", "a"], episodes: [] },
      ageRatings: ["DE FSK 12", "US PG-13"],
      texts: { en: { title: "Twice told", description: "" }, de: { title: "Zweimal", description: "" } },
    });
    expect((await movie("dated")).ageRatings).toEqual(["JP PG12"]);
    expect(await movie("after")).toMatchObject({ kind: "film", genres: ["crime"], episodes: [{ index: 1 }] });
    expect((await movie("dated")).hideAt).toBe("2099-01-01T00:00:00.000Z");
    const { items } = await get("z/audit/list", "?action=z/import/start&kind=movie&target=after");
    expect(items).toMatchObject([
      { before: null, after: { year: 2006, genres: ["crime"], "texts.en.title": "After", episodes: 1 } },
    ]);
    expect((await get("z/movie/list", "?q=zweimal")).items).toMatchObject([{ id: "twice-told" }]);
    expect(await imports.act("undo", done.id)).toBe(0);
    expect(await imports.settled(done.id)).toMatchObject({ counts: { undone: 4, failed: 2 } });
    expect((await movie("caught")).texts.en.title).not.toBe("Caught");
  });

  test("stops when it is cancelled; what was written stays, and is undone", async () => {
    const rows = Array.from({ length: 400 }, (_, at) => `row-${at},2000,Row ${at}`);
    const checked = await imports.check(`id,year,title.en\n${rows.join("\n")}`);
    expect(checked.counts).toEqual({ create: 400 });
    await imports.act("start", checked.id);
    await imports.settled(checked.id, ({ counts }) => (counts.created ?? 0) > 0);
    expect(await imports.act("cancel", checked.id)).toBe(0);
    const left = await imports.settled(checked.id);
    expect(left).toMatchObject({ state: "cancelled", undoable: true });
    const { created = 0, create = 0 } = left.counts;
    expect(created + create).toBe(400);
    expect(create).toBeGreaterThan(0);
    expect((await get("z/movie/list", "?q=row-&limit=1")).total).toBe(created);
    await imports.act("undo", checked.id);
    expect(await imports.settled(checked.id)).toMatchObject({ counts: { undone: created } });
    expect((await get("z/movie/list", "?q=row-&limit=1")).total).toBe(0);
  });

  test("ends when its admin may no longer change titles", async () => {
    const { uid, token } = await backend.person({ admin: 2 });
    const theirs = importsOf(backend, token);
    const rows = Array.from({ length: 400 }, (_, at) => `left-${at},2000,Left ${at}`);
    const checked = await theirs.check(`id,year,title.en\n${rows.join("\n")}`);
    await theirs.act("start", checked.id);
    await theirs.settled(checked.id, ({ counts }) => (counts.created ?? 0) > 0);
    const owner = await backend.person({ admin: 3 });
    await backend.post("z/user/save", { uid, revision: 0, level: "viewer", reason: "left" }, owner);
    const left = await imports.settled(checked.id);
    expect(left).toMatchObject({ state: "cancelled", undoable: true });
    expect(left.counts.create).toBeGreaterThan(0);
    // An admin who may still do so takes it back; this one may not.
    expect(await theirs.act("undo", checked.id)).toBe(403);
    expect(await imports.act("undo", checked.id)).toBe(0);
    expect((await imports.settled(checked.id)).counts).toMatchObject({ undone: left.counts.created });
  });

  test("takes no file of another admin's", async () => {
    const source = await imports.upload("id,year\ntwo,1999\n");
    const other = await backend.person({ admin: 2 });
    const key = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
    expect((await backend.post("z/import/begin", { key, source }, other)).status).toBe(422);
  });
});

test("puts titles into collections that there are; the undo takes them out", async () => {
  await addMovie(backend.db, { id: "in-one", everPublished: true });
  await backend.db.insert(collections).values({ id: "days", texts: { en: { name: "The Days" } } });
  const file =
    "id,year,title.en,collections\nin-one,,,days\nanew,2001,Anew,days|days\nwrong,2001,Wrong,nights\n";
  const checked = await imports.check(file);
  expect(checked.errors).toMatchObject([{ line: 4, field: "collections", reason: "choice" }]);
  await imports.act("start", checked.id);
  const done = await imports.settled(checked.id);
  expect(done.counts).toMatchObject({ created: 1, changed: 1 });
  const read = async () => [(await movie("in-one")).collections, (await movie("anew")).collections];
  expect(await read()).toEqual([["days"], ["days"]]);
  expect(await exported("")).toContain(",days,");
  await imports.act("undo", done.id);
  await imports.settled(done.id);
  expect((await movie("in-one")).collections).toEqual([]);
  await backend.db.delete(collections);
});

describe("an export", () => {
  test("comes in again and changes nothing", async () => {
    await addMovie(backend.db, { id: "round-trip", everPublished: true, tags: ["a", "b"] });
    const texts = {
      en: { title: "=HYPERLINK(1)", description: 'says "no",\nreally; so it is' },
      de: { title: "'=1+1", description: "" },
      ja: { title: "往復", description: "''-x" },
    };
    const ageRatings = ["US PG-13", "DE FSK 12"];
    await post("z/movie/save", {
      id: "round-trip",
      revision: 0,
      texts,
      ageRatings,
      genres: ["crime", "drama"],
    });
    const { revision } = await movie("saga");
    await post("z/episode/save", { id: "saga", revision, index: 2, access: "vip", teaserS: 30 });
    const csv = await exported("");
    expect(csv).toContain("\r\nsaga,2,1,2,,,vip,30,");
    expect(csv).toContain(",US PG-13|DE FSK 12,");
    const checked = await imports.check(`\uFEFF${csv}`);
    expect(checked.errors).toEqual([]);
    expect(checked.counts).toEqual({ unchanged: csv.match(/\r\n(?=[a-z-]+,)/g)!.length });
  });

  test("has episodes' own levels, which a file sets and takes away", async () => {
    const done = await imports.complete(
      "id,episode,access,teaserS\nsaga,2,title,0\nsaga,3,free,\nsaga,9,vip,\n",
    );
    expect(done.counts).toEqual({ changed: 2, wrong: 1 });
    expect(done.errors).toMatchObject([{ line: 4, field: "episode", reason: "missing" }]);
    const { episodes } = await movie("saga");
    expect(
      episodes.map(({ access, teaserS }: { access: string; teaserS: number }) => [access, teaserS]),
    ).toEqual([
      [null, null],
      [null, 0],
      ["free", null],
    ]);
  });
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
