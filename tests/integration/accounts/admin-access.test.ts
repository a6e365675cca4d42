import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { importsOf } from "../../setup/imports.ts";

let backend: TestBackend;
let editor: string;
beforeAll(async () => {
  backend = await startTestBackend();
  editor = (await backend.person({ admin: 2, name: "Edith" })).token;
  await backend.worker.start();
});
afterAll(() => backend.close());

const post = (name: string, body: unknown) => backend.post(name, body, { token: editor });
const detail = async (id: string) => (await backend.get("z/movie/detail", `?id=${id}`, { token: editor })).d;
const lastEntry = async (id: string) =>
  (await backend.get("z/audit/list", `?kind=movie&target=${id}&limit=1`, { token: editor })).d.items[0];
/** What visitors are told of a title: its level, and that of each episode. */
const publicLevels = async (id: string) => {
  const { d } = await backend.get("movie/detail", `?id=${id}`);
  return [d.access, ...d.episodeList.map(({ access }: { access: string }) => access)] as string[];
};

describe("who may watch", () => {
  test("a title and how much of it others may see is saved, in force at once, and in the log by name", async () => {
    await addMovie(backend.db, { id: "level" });
    expect(await publicLevels("level")).toEqual(["free", "free"]);
    const saved = await post("z/movie/save", {
      id: "level",
      revision: 0,
      access: "signed-in",
      teaserS: 600,
    });
    expect(saved.d).toEqual({ revision: 1 });
    expect(await detail("level")).toMatchObject({ access: "signed-in", teaserS: 600 });
    expect(await publicLevels("level")).toEqual(["signed-in", "signed-in"]);
    for (const name of ["movie/search", "movie/list"]) {
      const { d } = await backend.get(name, "?access=signed-in");
      expect(d.items.map(({ id }: { id: string }) => id)).toEqual(["level"]);
    }
    const entry = await lastEntry("level");
    expect(entry.before).toEqual({ access: "free", teaserS: 0 });
    expect(entry.after).toEqual({ access: "signed-in", teaserS: 600 });
  });

  test("an episode is its own, until that is taken back: then it is its title's", async () => {
    await addMovie(backend.db, { id: "saga", episodes: 2, access: "vip" });
    const one = { id: "saga", index: 1 };
    await post("z/episode/save", { ...one, revision: 0, access: "free", teaserS: 30 });
    expect((await detail("saga")).episodes).toMatchObject([
      { access: "free", teaserS: 30 },
      { access: null, teaserS: null },
    ]);
    expect(await publicLevels("saga")).toEqual(["vip", "free", "vip"]);
    const entry = await lastEntry("saga");
    expect(entry.after).toEqual({ "episode.1.access": "free", "episode.1.teaserS": 30 });
    // What a save does not speak of stays.
    await post("z/episode/save", { ...one, revision: 1, creditsFromS: 90 });
    expect(await publicLevels("saga")).toEqual(["vip", "free", "vip"]);
    await post("z/episode/save", { ...one, revision: 2, access: null, teaserS: null });
    expect((await detail("saga")).episodes[0]).toMatchObject({ access: null, teaserS: null });
    expect(await publicLevels("saga")).toEqual(["vip", "vip", "vip"]);
  });

  test.each([
    [{ teaserS: 601 }, "teaserS", "too_big"],
    [{ teaserS: -1 }, "teaserS", "too_small"],
    [{ teaserS: 1.5 }, "teaserS", "type"],
    [{ teaserS: "60" }, "teaserS", "type"],
    [{ access: "gold" }, "access", "choice"],
  ])("%j is refused, of a title and of an episode", async (change, field, reason) => {
    const id = `bad-${crypto.randomUUID().slice(0, 8)}`;
    await addMovie(backend.db, { id });
    for (const [name, at] of [
      ["z/movie/save", { id, revision: 0 }],
      ["z/episode/save", { id, revision: 0, index: 1 }],
    ] as const) {
      const { status, d } = await post(name, { ...at, ...change });
      expect(status).toBe(422);
      expect(d.issues).toMatchObject([{ field, reason }]);
    }
    expect(await detail(id)).toMatchObject({ revision: 0, access: "free", teaserS: 0 });
  });

  test("saved by two: the later one is told which of the two fields differ", async () => {
    await addMovie(backend.db, { id: "two" });
    await post("z/movie/save", { id: "two", revision: 0, access: "vip", teaserS: 60 });
    const late = await post("z/movie/save", { id: "two", revision: 0, access: "signed-in", teaserS: 60 });
    expect(late.d.conflict.fields).toEqual([{ field: "access", theirs: "vip" }]);
    await post("z/episode/save", { id: "two", revision: 1, index: 1, access: "free" });
    const again = { id: "two", revision: 1, index: 1, access: null, teaserS: 20 };
    expect((await post("z/episode/save", again)).d.conflict.fields).toEqual([
      { field: "access", theirs: "free" },
      { field: "teaserS", theirs: null },
    ]);
  });
});

describe("many at once", () => {
  const bulk = async (selection: object, access: string, dryRun: boolean) =>
    post("z/movie/bulk", { selection, action: { kind: "access", access }, dryRun });

  test("get a level: first what it would do, then it is done, in the log, and once it can be undone", async () => {
    await addMovie(backend.db, { id: "many-a", tags: ["many"] });
    await addMovie(backend.db, { id: "many-b", tags: ["many"], access: "signed-in" });
    await addMovie(backend.db, { id: "many-c", tags: ["many"], access: "vip", episodes: 2 });
    await post("z/episode/save", { id: "many-c", revision: 0, index: 1, access: "free" });
    const selection = { filter: { tag: "many" } };
    const asked = await bulk(selection, "signed-in", true);
    expect(asked.d).toMatchObject({
      ...{ selected: 3, affected: 2, entry: null, sample: [{ id: "many-a" }, { id: "many-c" }] },
      skipped: [{ why: "unchanged", count: 1 }],
    });
    expect(await publicLevels("many-a")).toEqual(["free", "free"]);
    const { d } = await bulk(selection, "signed-in", false);
    expect(await publicLevels("many-a")).toEqual(["signed-in", "signed-in"]);
    // An episode keeps the level it has of its own.
    expect(await publicLevels("many-c")).toEqual(["signed-in", "free", "signed-in"]);
    expect(await lastEntry("many-a")).toMatchObject({
      ...{ action: "z/movie/bulk", before: { access: "free" }, after: { access: "signed-in" } },
    });
    // What was changed since stays as it is.
    await post("z/movie/save", { id: "many-c", revision: 2, access: "free" });
    expect((await post("z/movie/undo", { entry: d.entry })).d).toEqual({ restored: 1, skipped: 1 });
    expect(await publicLevels("many-a")).toEqual(["free", "free"]);
    expect(await publicLevels("many-c")).toEqual(["free", "free", "free"]);
  });

  test("get none that there is not", async () => {
    const { status } = await bulk({ ids: ["many-a"] }, "gold", false);
    expect(status).toBe(422);
  });
});

describe("as CSV", () => {
  /** A line of the export by its columns; no cell here holds a comma. */
  const lineOf = async (tag: string) => {
    const { d } = await backend.get("z/movie/export", `?tag=${tag}`, { token: editor });
    const [head, line] = (d.csv as string).trim().split("\r\n");
    const cells = line!.split(",");
    return Object.fromEntries(head!.split(",").map((name, at) => [name, cells[at]!])) as Record<
      string,
      string
    >;
  };
  const fileOf = (cells: Record<string, string>) =>
    [Object.keys(cells), Object.values(cells)].map((line) => line.join(",")).join("\n");
  const send = (cells: Record<string, string>) => importsOf(backend, editor).complete(fileOf(cells));

  test("what is exported is imported again, and says the same", async () => {
    await addMovie(backend.db, {
      id: "sheet",
      tags: ["sheet"],
      genres: [],
      access: "signed-in",
      teaserS: 45,
    });
    const cells = await lineOf("sheet");
    expect(cells).toMatchObject({ access: "signed-in", teaserS: "45" });
    const filled = Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ""));
    expect(await send(filled)).toMatchObject({ counts: { unchanged: 1 }, errors: [] });
    expect(await send({ ...filled, access: "vip", teaserS: "0" })).toMatchObject({
      counts: { changed: 1 },
      errors: [],
    });
    expect(await detail("sheet")).toMatchObject({ access: "vip", teaserS: 0 });
    expect((await send({ id: "sheet", title: "no" })).columns).toContainEqual({ name: "title", as: null });
    const fresh = { id: "sheet-new", "title.en": "New", year: "2020", access: "signed-in", teaserS: "600" };
    expect(await send(fresh)).toMatchObject({ counts: { created: 1 }, errors: [] });
    expect(await detail("sheet-new")).toMatchObject({ access: "signed-in", teaserS: 600 });
  });

  test.each([
    [{ teaserS: "601" }, "teaserS", "too_big"],
    [{ teaserS: "-1" }, "teaserS", "too_small"],
    [{ teaserS: "a minute" }, "teaserS", "type"],
    [{ access: "gold" }, "access", "choice"],
  ])("%j is wrong in its line and column", async (cells, field, reason) => {
    const report = await send({ id: "sheet-new", ...cells });
    expect(report.counts).toEqual({ wrong: 1 });
    expect(report.errors).toEqual([{ line: 2, movie: "sheet-new", field, reason }]);
  });
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
