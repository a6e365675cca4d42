import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { movies, progress } from "../../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addGenre, addMovie, giveVideo } from "../../setup/catalogue.ts";

let backend: TestBackend;
let editor: string;
let viewer: string;
beforeAll(async () => {
  backend = await startTestBackend();
  editor = (await backend.person({ admin: 2, name: "Edith" })).token;
  viewer = (await backend.person({ admin: 1 })).token;
  await addGenre(backend.db, "drama", { en: "Drama", de: "Drama" });
  await addGenre(backend.db, "crime", { en: "Crime" });
});
afterAll(() => backend.close());

const post = (name: string, body: unknown, token = editor) => backend.post(name, body, { token });
const detail = async (id: string) => (await backend.get("z/movie/detail", `?id=${id}`, { token: viewer })).d;
const list = async (query: string) =>
  (await backend.get("z/movie/list", `?${query}`, { token: viewer })).d as {
    items: { id: string; state: string }[];
    next: string | null;
    total: number | null;
  };
const idsOf = async (query: string) => (await list(query)).items.map(({ id }) => id);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const isThere = async (id: string) => (await backend.get("movie/detail", `?id=${id}`)).c === 0;

async function create(title: string, fields: object = {}) {
  const answer = await post("z/movie/create", {
    ...{ key: crypto.randomUUID(), title, originalLanguage: "en", kind: "film", access: "free", year: 2024 },
    ...{ rating: 6, ...fields },
  });
  expect(answer.c).toBe(0);
  return answer.d as { id: string; revision: number };
}

describe("a title", () => {
  test("is made once by one form, under an id of its title, with pictures that stand in, and is a draft", async () => {
    const key = crypto.randomUUID();
    const { id } = await create("Über den Wölken!", { key });
    expect(id).toBe("uber-den-wolken");
    expect((await create("Über den Wölken!", { key })).id).toBe(id);
    expect((await create("Über den Wölken")).id).toBe("uber-den-wolken-2");
    const movie = await detail(id);
    expect(movie).toMatchObject({
      state: "draft",
      publishAt: null,
      texts: { en: { title: "Über den Wölken!" } },
    });
    expect(movie.episodes).toMatchObject([{ index: 1, asset: null }]);
    const poster = await backend.fetch(`${movie.artwork.path}/poster-320.webp?v=0`);
    expect([poster.status, poster.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
    expect(await isThere(id)).toBe(false);
    const taken = await post("z/movie/create", {
      ...{ key: crypto.randomUUID(), id, title: "Another", originalLanguage: "en", kind: "film" },
      ...{ access: "free", year: 2024, rating: 6 },
    });
    expect(taken.d.issues).toMatchObject([{ field: "id", reason: "repeated" }]);
  });

  test("is changed in parts; what was left out stays, and the log says what and by whom", async () => {
    const { id } = await create("A lamp");
    const saved = await post("z/movie/save", {
      ...{ id, revision: 0, genres: ["drama"], tags: ["autumn"], access: "vip", hero: 2 },
      texts: { de: { title: "Eine Lampe", description: "Hell" } },
      credits: [{ role: "director", name: "Ōyama Zenzaburō" }],
    });
    expect(saved.d).toEqual({ revision: 1 });
    expect(await detail(id)).toMatchObject({
      ...{ revision: 1, access: "vip", year: 2024, tags: ["autumn"] },
      texts: { en: { title: "A lamp" }, de: { title: "Eine Lampe", description: "Hell" } },
    });
    const { d: log } = await backend.get("z/audit/list", `?kind=movie&target=${id}&limit=1`, {
      token: editor,
    });
    expect(log.items[0]).toMatchObject({ action: "z/movie/save", actor: { name: "Edith" } });
    expect(log.items[0].before).toMatchObject({ access: "free", tags: [], "texts.de.title": null });
    expect(log.items[0].after).not.toHaveProperty("year");
    // The same once more changes nothing, and nothing is written.
    const again = await post("z/movie/save", { id, revision: 1, access: "vip" });
    expect(again.d).toEqual({ revision: 1 });
  });

  test("saved by two: the later one is told what changed, by whom and when, and nothing is overwritten", async () => {
    const { id } = await create("Two hands");
    await post("z/movie/save", {
      id,
      revision: 0,
      year: 1999,
      texts: { en: { title: "Three hands", description: "" } },
    });
    const late = await post("z/movie/save", {
      ...{ id, revision: 0, year: 2001, rating: 6 },
      texts: { en: { title: "Four hands", description: "" } },
    });
    expect([late.status, late.c]).toEqual([409, 4094]);
    expect(late.d.conflict).toMatchObject({ revision: 1, by: "Edith" });
    expect(late.d.conflict.fields).toEqual([
      { field: "year", theirs: 1999 },
      { field: "texts.en.title", theirs: "Three hands" },
    ]);
    expect(Date.now() - Date.parse(late.d.conflict.at)).toBeLessThan(60_000);
    expect(await detail(id)).toMatchObject({ year: 1999, texts: { en: { title: "Three hands" } } });
  });

  test.each([
    [{ genres: ["nonsense"] }, "genres.0", "choice"],
    [{ publishAt: inDays(2), hideAt: inDays(1) }, "hideAt", "too_small"],
    [{ texts: { en: null } }, "texts.en.title", "required"],
    [{ tags: ["<b>"] }, "tags.0", "format"],
    [{ year: 1700 }, "year", "too_small"],
    [{ admin: 3 }, "admin", "unknown"],
  ])("%j is refused", async (change, field, reason) => {
    const { id } = await create("Refused");
    const { status, d } = await post("z/movie/save", { id, revision: 0, ...change });
    expect(status).toBe(422);
    expect(d.issues).toMatchObject([{ field, reason }]);
    expect((await detail(id)).revision).toBe(0);
  });
});

describe("what is published", () => {
  test("is so from its date to its end, everywhere, and at once", async () => {
    const { id } = await create("The zeppelin hangar");
    await giveVideo(backend.db, id);
    const found = async () => (await backend.get("movie/search", "?q=zeppelin")).d.items.length as number;
    let revision = 0;
    const save = async (change: object) => {
      const answer = await post("z/movie/save", { id, revision, ...change });
      expect(answer.c).toBe(0);
      revision = answer.d.revision;
      return [await isThere(id), await found(), (await detail(id)).state];
    };
    expect(await save({ status: "published", publishAt: inDays(1) })).toEqual([false, 0, "scheduled"]);
    expect(await save({ publishAt: null })).toEqual([true, 1, "published"]);
    expect(await save({ publishAt: inDays(-3), hideAt: inDays(-1) })).toEqual([false, 0, "ended"]);
    expect(await save({ hideAt: inDays(1) })).toEqual([true, 1, "published"]);
    expect(await save({ status: "draft" })).toEqual([false, 0, "draft"]);
    const play = await backend.get("playback/start", `?id=${id}&index=1`);
    expect(play.c).toBe(404);
    // Published again, it keeps its date, and is not announced as new.
    expect(await save({ status: "published" })).toEqual([true, 1, "published"]);
    expect(Date.parse((await detail(id)).publishAt)).toBeLessThan(Date.now() - 2 * 86_400_000);
  });
});

describe("the list", () => {
  beforeAll(async () => {
    await addMovie(backend.db, {
      id: "list-a",
      texts: { en: { title: "Quince Alpha" }, ja: { title: "花梨" } },
      year: 1980,
      popularity: 5,
    });
    await addMovie(backend.db, {
      id: "list-b",
      texts: { en: { title: "Quince Beta" } },
      year: 1990,
      popularity: 9,
      access: "vip",
      ready: 0,
    });
    await addMovie(backend.db, {
      id: "list-c",
      texts: { en: { title: "Quince Gamma" } },
      year: 2000,
      popularity: 1,
      status: "draft",
      genres: ["crime"],
      tags: ["odd"],
      episodes: 2,
    });
  });

  test.each([
    ["", ["list-a", "list-b", "list-c"]],
    ["state=draft", ["list-c"]],
    ["state=published", ["list-a", "list-b"]],
    ["access=vip", ["list-b"]],
    ["kind=series", ["list-c"]],
    ["genre=crime", ["list-c"]],
    ["tag=odd", ["list-c"]],
    ["yearFrom=1985&yearTo=1995", ["list-b"]],
    ["missing=ja", ["list-b", "list-c"]],
    ["film=none", ["list-b"]],
    ["film=some", ["list-a", "list-c"]],
    ["film=some&missing=de&state=published", ["list-a"]],
  ])("is narrowed by %s", async (query, ids) => {
    const answer = await list(`q=quince&sort=title&${query}`);
    expect(answer.items.map(({ id }) => id)).toEqual(ids);
    expect(answer.total).toBe(ids.length);
  });

  test("finds by a beginning, in every language, and by id", async () => {
    expect(await idsOf("q=quin%20gam")).toEqual(["list-c"]);
    expect(await idsOf(`q=${encodeURIComponent("花梨")}`)).toEqual(["list-a"]);
    expect(await idsOf("q=list-b")).toEqual(["list-b"]);
    expect(await idsOf("q=%25")).toEqual([]);
    expect(await idsOf("q='%3A*%20%7C%20zz")).toEqual([]);
  });

  test.each(["title", "published", "popularity", "year", "updated"])(
    "by %s: page by page as in one, both ways",
    async (sort) => {
      for (const direction of ["asc", "desc"]) {
        const all = await idsOf(`sort=${sort}&direction=${direction}&limit=100`);
        const paged: string[] = [];
        let cursor: string | null = "";
        while (cursor !== null) {
          const page = await list(
            `sort=${sort}&direction=${direction}&limit=2${cursor && `&cursor=${cursor}`}`,
          );
          paged.push(...page.items.map(({ id }) => id));
          cursor = page.next;
        }
        expect(paged).toEqual(all);
        expect(new Set(all).size).toBe(all.length);
      }
      expect((await idsOf(`q=quince&sort=year&direction=desc`))[0]).toBe("list-c");
    },
  );
});

describe("many at once", () => {
  test("first what it would do, then it is done, and once it can be undone", async () => {
    const ids = ["bulk-a", "bulk-b"];
    await addMovie(backend.db, { id: "bulk-a", everPublished: true });
    await addMovie(backend.db, { id: "bulk-b", status: "draft" });
    const selection = { ids: [...ids, "nobody"] };
    const ask = await post("z/movie/bulk", { selection, action: { kind: "publish" }, dryRun: true });
    expect(ask.d).toMatchObject({
      ...{ selected: 3, affected: 1, entry: null, sample: [{ id: "bulk-b" }] },
      skipped: [
        { why: "unchanged", count: 1 },
        { why: "not_found", count: 1 },
      ],
    });
    expect(await isThere("bulk-b")).toBe(false);
    const tag = await post("z/movie/bulk", {
      selection: { ids },
      action: { kind: "tag", tag: "fest" },
      dryRun: false,
    });
    expect(await idsOf("tag=fest&sort=title")).toEqual(ids);
    const gone = await post("z/movie/bulk", {
      selection: { filter: { tag: "fest" } },
      action: { kind: "delete" },
      dryRun: false,
    });
    expect(gone.d.affected).toBe(2);
    expect(await isThere("bulk-a")).toBe(false);
    expect(await idsOf("tag=fest")).toEqual([]);
    expect(await idsOf("tag=fest&state=deleted&sort=title")).toEqual(ids);
    expect((await post("z/movie/save", { id: "bulk-a", revision: 2, year: 2000 })).c).toBe(404);
    expect((await post("z/movie/undo", { entry: gone.d.entry })).d).toEqual({ restored: 2, skipped: 0 });
    expect(await isThere("bulk-a")).toBe(true);
    expect((await post("z/movie/undo", { entry: gone.d.entry })).c).toBe(404);
    // What was changed since is not undone.
    expect((await post("z/movie/undo", { entry: tag.d.entry })).d).toEqual({ restored: 0, skipped: 2 });
  });

  test("a film that was deleted is not served any more, by no link that was signed before", async () => {
    await addMovie(backend.db, { id: "leaked" });
    const asset = join(backend.dataDir, "media", "leaked-1");
    await mkdir(asset, { recursive: true });
    await writeFile(join(asset, "progressive.mp4"), "film");
    const link = (await detail("leaked")).episodes[0].asset.preview as string;
    const status = async () => (await backend.fetch(link)).status;
    expect(await status()).toBe(200);
    const { d } = await post("z/movie/delete", { id: "leaked", revision: 0 });
    expect(await status()).toBe(404);
    await post("z/movie/undo", { entry: d.entry });
    expect(await status()).toBe(200);
    const { revision } = await detail("leaked");
    await post("z/episode/delete", { id: "leaked", revision, index: 1 });
    expect(await status()).toBe(404);
  });

  test("a day later it can't be undone, and what was deleted is gone for good, with its pictures", async () => {
    const { id } = await create("Soon gone");
    const { d } = await post("z/movie/delete", { id, revision: 0, reason: "a duplicate" });
    const later = new Date(Date.now() + 25 * 3_600_000);
    backend.clock.set(later);
    const late = await post("z/movie/undo", { entry: d.entry });
    expect(late.c).toBe(404);
    const artworkDir = join(backend.dataDir, "artwork");
    await backend.sweep();
    backend.clock.set(new Date());
    expect(await backend.db.select().from(movies).where(eq(movies.id, id))).toEqual([]);
    await expect(readFile(join(artworkDir, id, "poster-320.webp"))).rejects.toThrow("ENOENT");
  });
});

describe("episodes", () => {
  test("a save that comes too late is told what differs, field by field", async () => {
    await addMovie(backend.db, { id: "late" });
    const one = { id: "late", revision: 0, index: 1 };
    expect((await post("z/episode/save", { ...one, creditsFromS: 90 })).c).toBe(0);
    const late = await post("z/episode/save", { ...one, creditsFromS: 80, introFromS: null });
    expect(late.d.conflict).toMatchObject({ by: "Edith", fields: [{ field: "creditsFromS", theirs: 90 }] });
  });

  test("are added, changed, moved with what people watched, and taken out", async () => {
    await addMovie(backend.db, { id: "saga", episodes: 3 });
    const { uid } = await backend.person();
    const watched = {
      uid,
      movieId: "saga",
      positionS: 5,
      durationS: 9,
      finished: false,
      updatedAt: new Date(),
    };
    await backend.db
      .insert(progress)
      .values([1, 3].map((index) => ({ ...watched, index, positionS: index })));
    let revision = 0;
    const write = async (name: string, body: object) => {
      const answer = await post(name, { id: "saga", revision, ...body });
      expect(answer.c, JSON.stringify(answer)).toBe(0);
      revision = answer.d.revision;
      return (await detail("saga")).episodes as {
        index: number;
        texts: Record<string, { title: string }>;
        asset: { id: string } | null;
      }[];
    };
    expect((await write("z/episode/create", { texts: { en: { title: "Part 4" } } })).length).toBe(4);
    const moved = await write("z/episode/order", { index: 3, to: 1 });
    expect(moved.map(({ texts }) => texts.en!.title)).toEqual(["Part 3", "Part 1", "Part 2", "Part 4"]);
    expect(moved.map(({ index }) => index)).toEqual([1, 2, 3, 4]);
    const places = await backend.db
      .select()
      .from(progress)
      .where(eq(progress.uid, uid))
      .orderBy(progress.index);
    expect(places.map(({ index, positionS }) => [index, positionS])).toEqual([
      [1, 3],
      [2, 1],
    ]);
    const left = await write("z/episode/delete", { index: 1 });
    expect(left.map(({ texts }) => texts.en!.title)).toEqual(["Part 1", "Part 2", "Part 4"]);
    const saved = await write("z/episode/save", {
      ...{ index: 2, introFromS: 1, introToS: 4, creditsFromS: 90 },
      texts: { en: { title: "Second" }, de: { title: "Zweiter" } },
      chapters: [
        { startS: 50, titles: { en: "End" } },
        { startS: 0, titles: { en: "Start" } },
      ],
    });
    expect(saved[1]).toMatchObject({
      introToS: 4,
      texts: { de: { title: "Zweiter" } },
      chapters: [{ startS: 0 }, { startS: 50 }],
    });
    const late = await post("z/episode/save", {
      id: "saga",
      revision: 0,
      index: 1,
      texts: { en: { title: "Late" } },
    });
    expect(late.c).toBe(4094);
  });

  test.each([
    [{ introFromS: 5, introToS: 2 }, "introToS", "too_small"],
    [{ introFromS: 5 }, "introToS", "required"],
    [{ creditsFromS: 500 }, "creditsFromS", "too_big"],
    [{ chapters: [{ startS: 101, titles: {} }] }, "chapters.0.startS", "too_big"],
  ])("%j is refused", async (change, field, reason) => {
    const id = `marks-${crypto.randomUUID().slice(0, 8)}`;
    await addMovie(backend.db, { id });
    const { d } = await post("z/episode/save", { id, revision: 0, index: 1, ...change });
    expect(d.issues).toMatchObject([{ field, reason }]);
  });

  test("a film has its one", async () => {
    const { id } = await create("Alone");
    expect((await post("z/episode/create", { id, revision: 0 })).status).toBe(422);
  });
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
