import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mostCollectionMovies, mostCollections } from "../../../contract/catalogue/values.ts";
import { assets, collections, movies } from "../../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
let owner: string;

beforeAll(async () => {
  backend = await startTestBackend();
  owner = (await backend.person({ admin: 3 })).token;
});
afterAll(() => backend.close());
beforeEach(async () => {
  for (const table of [collections, movies, assets]) await backend.db.delete(table);
  for (const [id, year] of [
    ["dawn", 2003],
    ["noon", 2001],
    ["dusk", 2002],
    ["other", 2000],
  ] as const)
    await addMovie(backend.db, { id, year });
});

const asOwner = {
  get token() {
    return owner;
  },
};
const post = (call: string, input: object) => backend.post(call, input, asOwner);
const detail = async (id: string) => (await backend.get("z/collection/detail", `?id=${id}`, asOwner)).d;
const create = (id: string, texts: object = { en: { name: "The Days" }, de: { name: "Die Tage" } }) =>
  post("z/collection/save", { id, revision: null, texts });
const setMovies = async (id: string, ids: string[]) =>
  post("z/collection/movies", { id, revision: (await detail(id)).revision, movies: ids });
const seen = async (id: string, query = "", locale: "en" | "de" = "en") =>
  backend.get("collection/detail", `?id=${id}${query}`, { locale });
const idsOf = ({ d }: { d: { items: { id: string }[] } }) => d.items.map(({ id }) => id);
const partOf = async (id: string) => (await backend.get("movie/detail", `?id=${id}`)).d.collections;

describe("visitors", () => {
  test("see a collection once one of its movies is published, in the admins' order", async () => {
    expect(await create("days")).toMatchObject({ c: 0, d: { revision: 0 } });
    expect((await seen("days")).status).toBe(404);
    expect((await backend.get("collection/list", "")).d).toEqual({ items: [], next: null });
    expect(await setMovies("days", ["dusk", "dawn", "noon"])).toMatchObject({ c: 0, d: { revision: 1 } });
    const answer = await seen("days");
    expect(answer.d.collection).toEqual({ id: "days", name: "The Days", description: "", movies: 3 });
    expect(idsOf(answer)).toEqual(["dusk", "dawn", "noon"]);
    expect((await seen("days", "", "de")).d.collection.name).toBe("Die Tage");
    expect(await partOf("dawn")).toEqual([{ id: "days", name: "The Days" }]);
    expect(await partOf("other")).toBeUndefined();
    const { d } = await backend.get("collection/list", "");
    expect(d.items).toMatchObject([{ id: "days", movies: 3, first: [{ id: "dusk" }, { id: "dawn" }, {}] }]);
    await backend.db.update(movies).set({ status: "draft" }).where(eq(movies.id, "dawn"));
    await post("z/collection/save", { id: "days", revision: 1, texts: { ja: { name: "日々" } } });
    expect(idsOf(await seen("days"))).toEqual(["dusk", "noon"]);
  });

  test("read it page by page; movies without a place follow by year", async () => {
    await create("days");
    await setMovies("days", ["dusk"]);
    for (const id of ["dawn", "noon", "other"])
      await post("z/movie/save", { id, revision: 0, collections: ["days"] });
    const all = ["dusk", "other", "noon", "dawn"];
    expect(idsOf(await seen("days"))).toEqual(all);
    const read: string[] = [];
    let cursor = "";
    for (let part = 0; part < 4; part++) {
      const page = await seen("days", `&limit=1${cursor}`);
      read.push(...idsOf(page));
      cursor = `&cursor=${page.d.next}`;
      if (page.d.next === null) break;
    }
    expect(read).toEqual(all);
    for (const wrong of ["abc", "e30", Buffer.from('["x","y"]').toString("base64url")])
      expect((await seen("days", `&cursor=${wrong}`)).c, wrong).toBe(422);
  });

  test("read the list page by page", async () => {
    for (const id of ["a", "b", "c"]) {
      await create(id);
      await setMovies(id, ["noon"]);
    }
    const first = (await backend.get("collection/list", "?limit=2")).d;
    expect(first.items.map(({ id }: { id: string }) => id)).toEqual(["a", "b"]);
    const second = (await backend.get("collection/list", `?limit=2&cursor=${first.next}`)).d;
    expect(second).toMatchObject({ items: [{ id: "c" }], next: null });
  });
});

describe("admins", () => {
  test("change what the form changed; a clash names the field and who changed it", async () => {
    await create("days", { en: { name: "The Days", description: "Four of them" } });
    const before = { "texts.en.name": "The Days", "texts.en.description": "Four of them" };
    const save = (texts: object) => post("z/collection/save", { id: "days", revision: 0, before, texts });
    expect(await save({ en: { name: "Days", description: "Four of them" } })).toMatchObject({ c: 0 });
    // Another field of the same beginning.
    expect(await save({ en: { name: "The Days", description: "Three" } })).toMatchObject({ c: 0 });
    expect((await detail("days")).texts).toEqual({ en: { name: "Days", description: "Three" } });
    expect(await save({ en: { name: "Other days", description: "Four of them" } })).toMatchObject({
      status: 409,
      d: { conflict: { fields: [{ field: "texts.en.name", theirs: "Days" }] } },
    });
    expect(await save({ en: null })).toMatchObject({ status: 409 });
  });

  test("can't make one twice, one without a name, or one with a bad id", async () => {
    expect(await create("days")).toMatchObject({ c: 0 });
    const issues = (field: string, reason: string) => ({ status: 422, d: { issues: [{ field, reason }] } });
    expect(await create("days")).toMatchObject(issues("id", "repeated"));
    expect(await create("more", {})).toMatchObject(issues("texts.en.name", "required"));
    for (const id of ["", "A", "-a", "a b", "x".repeat(65)]) expect((await create(id)).c, id).toBe(422);
    expect((await create("more", { en: { name: "x".repeat(121) } })).c).toBe(422);
    const gone = { id: "days", revision: 0, texts: { en: null, de: null } };
    expect(await post("z/collection/save", gone)).toMatchObject(issues("texts.en.name", "required"));
    expect((await post("z/collection/save", { ...gone, id: "nothing" })).status).toBe(404);
  });

  test("choose its movies; unknown and repeated ones, and one too many, are refused", async () => {
    await create("days");
    const issues = (field: string, reason: string) => ({ status: 422, d: { issues: [{ field, reason }] } });
    expect(await setMovies("days", ["noon", "nothing"])).toMatchObject(issues("movies.1", "choice"));
    expect(await setMovies("days", ["noon", "noon"])).toMatchObject(issues("movies.1", "repeated"));
    const full = Array.from({ length: mostCollections }, (_, n) => `c${n}`);
    await backend.db.update(movies).set({ collections: full }).where(eq(movies.id, "dusk"));
    expect(await setMovies("days", ["noon", "dusk"])).toMatchObject(issues("movies.1", "too_big"));
    expect(
      await setMovies(
        "days",
        Array.from({ length: mostCollectionMovies + 1 }, (_, n) => `m${n}`),
      ),
    ).toMatchObject({ status: 422 });
    expect((await detail("days")).movies).toEqual([]);
    const stale = { id: "days", revision: 7, movies: ["noon"] };
    expect(await post("z/collection/movies", stale)).toMatchObject({
      status: 409,
      d: { conflict: { fields: [{ field: "movies", theirs: [] }] } },
    });
  });

  test("delete it after a dry run; its movies stay, and the log keeps which they were", async () => {
    await create("days");
    await setMovies("days", ["noon", "dawn"]);
    const ask = (dryRun: boolean) => post("z/collection/delete", { id: "days", dryRun });
    expect(await ask(true)).toMatchObject({ d: { movies: 2 } });
    expect((await detail("days")).total).toBe(2);
    expect(await ask(false)).toMatchObject({ d: { movies: 2 } });
    expect((await ask(false)).status).toBe(404);
    expect(await partOf("noon")).toBeUndefined();
    const log = (await backend.get("z/audit/list", "?kind=collection&target=days", asOwner)).d.items;
    expect(log.slice(0, 3).map(({ action }: { action: string }) => action)).toEqual([
      ...["z/collection/delete", "z/collection/movies", "z/collection/save"],
    ]);
    expect(log[0].before.movies.toSorted()).toEqual(["dawn", "noon"]);
  });

  test("keep the movies beyond those that the page lists", async () => {
    await create("days");
    for (let n = 0; n <= mostCollectionMovies; n++)
      await addMovie(backend.db, {
        id: `part-${String(n).padStart(3, "0")}`,
        year: 1900,
        collections: ["days"],
      });
    const { movies: listed, total } = await detail("days");
    expect([listed.length, total]).toEqual([mostCollectionMovies, mostCollectionMovies + 1]);
    const ids = listed.map(({ id }: { id: string }) => id);
    expect(await setMovies("days", ids.toReversed())).toMatchObject({ c: 0 });
    expect((await detail("days")).total).toBe(mostCollectionMovies + 1);
    expect((await seen("days")).d.items[0].id).toBe(ids.at(-1));
  });

  test("save a title with known collections only", async () => {
    await create("days");
    const save = (collections: string[]) => post("z/movie/save", { id: "noon", revision: 0, collections });
    expect(await save(["days", "nothing"])).toMatchObject({
      status: 422,
      d: { issues: [{ field: "collections.1", reason: "choice" }] },
    });
    expect(await save(["days", "days"])).toMatchObject({ c: 0 });
    expect((await backend.get("z/movie/detail", "?id=noon", asOwner)).d.collections).toEqual(["days"]);
    const { d } = await backend.get("z/movie/export", "", asOwner);
    expect(d.csv.split("\n")[0]).toContain("tags,collections,");
  });
});
