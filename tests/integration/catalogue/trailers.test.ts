import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assets, movies, progress } from "../../../api/db/schema.ts";
import { purgeMovies } from "../../../api/domain/catalogue/admin/purge-movies.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie, giveVideo } from "../../setup/catalogue.ts";

let backend: TestBackend;
let owner: string;

beforeAll(async () => {
  backend = await startTestBackend();
  owner = (await backend.person({ admin: 3 })).token;
});
afterAll(() => backend.close());
beforeEach(async () => {
  for (const table of [movies, assets]) await backend.db.delete(table);
  await addMovie(backend.db, {
    ...{ id: "a-film", access: "vip", year: 2003 },
    texts: { en: { title: "A film" }, de: { title: "Ein Film" } },
  });
});

const post = (call: string, input: object) => backend.post(call, input, { token: owner });
const detail = async (id: string) => (await backend.get("z/movie/detail", `?id=${id}`, { token: owner })).d;
const make = async (id = "a-film") => (await post("z/movie/trailer", { id })).d.id as string;
const start = (id: string, token?: string) =>
  backend.get("playback/start", `?id=${id}`, token === undefined ? {} : { token });
const shown = async () => (await backend.get("movie/detail", "?id=a-film")).d.trailer;

async function withVideo() {
  const id = await make();
  await giveVideo(backend.db, id);
  return id;
}

describe("everyone", () => {
  test("may watch the trailer of a title that only members may watch, once it has a video", async () => {
    const id = await make();
    expect(id).toBe("a-film-trailer");
    expect((await start(id)).c).not.toBe(0);
    await giveVideo(backend.db, id);
    expect(await shown()).toBe(id);
    const { c, d } = await start(id);
    expect(c).toBe(0);
    expect(d).toMatchObject({ id, index: 1, downloadable: false, teaser: null, next: null });
    // Its delivery is no progress.
    expect(d.hlsTracked).toBe(d.hls);
    expect((await start("a-film")).c).not.toBe(0);
  });

  test("may watch it where guests may not watch videos, and nothing is kept of it", async () => {
    const id = await withVideo();
    const settings = await backend.get("z/settings/read", "", { token: owner });
    const set = (guestWatching: boolean, revision: number) =>
      post("z/settings/save", { revision, values: { guestWatching } });
    const saved = await set(false, settings.d.revision);
    expect((await start(id)).c).toBe(0);
    await set(true, saved.d.revision);
    const { token } = await backend.person();
    const place = { id, index: 1, positionS: 10, durationS: 100, settled: true };
    expect((await backend.post("progress/save", place, { token })).status).toBe(404);
    expect(await backend.db.$count(progress)).toBe(0);
    expect((await backend.post("favourite/add", { id }, { token })).status).toBe(404);
    expect((await backend.post("vote/save", { id, liked: true }, { token })).status).toBe(404);
    expect((await backend.get("download/offer", `?id=${id}&index=1`, { token })).status).toBe(404);
  });

  test("finds it in no list and on no page of its own", async () => {
    const id = await withVideo();
    const idsIn = async (call: string, query = "") =>
      (await backend.get(call, query)).d.items.map((one: { id: string }) => one.id);
    for (const [call, query] of [
      ["movie/list", ""],
      ["movie/search", "?q=film"],
      ["feed/movies", ""],
      ["sitemap/movies", "?limit=10"],
    ] as const)
      expect(await idsIn(call, query), call).toEqual(["a-film"]);
    expect((await backend.get("movie/detail", `?id=${id}`)).status).toBe(404);
    expect(JSON.stringify((await backend.get("home/rows", "")).d)).not.toContain(id);
  });

  test("watches it as long as its title is public, also one that is only announced", async () => {
    const id = await withVideo();
    const change = (fields: object) => backend.db.update(movies).set(fields).where(eq(movies.id, "a-film"));
    await backend.db.execute(sql`update episode set asset_id = null where movie_id = 'a-film'`);
    await change({ hasVideo: false, premiereOn: "2999-01-01" });
    expect((await start(id)).c).toBe(0);
    for (const fields of [
      { status: "draft" },
      { status: "published", publishedAt: new Date("2999-01-01") },
      { publishedAt: new Date("2020-01-01"), hideAt: new Date("2021-01-01") },
      { hideAt: null, status: "deleted" },
    ]) {
      await change(fields);
      expect((await start(id)).status, JSON.stringify(fields)).toBe(404);
    }
  });
});

describe("admins", () => {
  test("make one for a title, with its names; asking again gives the same", async () => {
    const id = await make();
    expect(await make()).toBe(id);
    expect((await detail("a-film")).trailer).toEqual({ id, ready: false });
    expect(await detail(id)).toMatchObject({
      ...{ state: "trailer", trailerOf: "a-film", kind: "film", access: "free" },
      texts: { en: { title: "A film" }, de: { title: "Ein Film" } },
    });
    expect((await post("z/movie/trailer", { id })).status).toBe(404);
    expect((await post("z/movie/trailer", { id: "nothing" })).status).toBe(404);
  });

  test("find it in none of their lists, and it counts as no title", async () => {
    const before = (await backend.get("z/overview", "", { token: owner })).d.counts.movies;
    await withVideo();
    for (const query of ["", "?q=film", "?kind=film", "?state=deleted", "?film=some", "?state=published"]) {
      const { d } = await backend.get("z/movie/list", query, { token: owner });
      const wanted = query === "?state=deleted" ? [] : ["a-film"];
      expect(
        d.items.map((one: { id: string }) => one.id),
        query,
      ).toEqual(wanted);
    }
    const { d } = await backend.get("z/movie/export", "", { token: owner });
    expect(d.csv).not.toContain("a-film-trailer");
    expect((await backend.get("z/overview", "", { token: owner })).d.counts.movies).toBe(before);
  });

  test("can't make a title of it: only its texts can be changed", async () => {
    const id = await withVideo();
    const save = (fields: object) => post("z/movie/save", { id, revision: 0, ...fields });
    for (const fields of [
      { status: "published" },
      { kind: "series" },
      { access: "vip" },
      { hero: 1 },
      { publishAt: null },
      { premiereOn: "2999-01-01" },
    ])
      expect(await save(fields), JSON.stringify(fields)).toMatchObject({ status: 422 });
    expect(await save({ texts: { en: { title: "Official trailer", description: "" } } })).toMatchObject({
      c: 0,
    });
    const bulk = { selection: { ids: [id] }, action: { kind: "publish" }, dryRun: false };
    expect((await post("z/movie/bulk", bulk)).d).toMatchObject({
      affected: 0,
      skipped: [{ why: "not_found" }],
    });
    expect((await detail(id)).state).toBe("trailer");
  });

  test("delete it, undo that, and make another one in its place", async () => {
    const id = await withVideo();
    const remove = async (of: string) =>
      (await post("z/movie/delete", { id: of, revision: (await detail(of)).revision })).d.entry as string;
    const entry = await remove(id);
    expect([await shown(), (await detail("a-film")).trailer]).toEqual([undefined, null]);
    expect((await start(id)).status).toBe(404);
    expect((await post("z/movie/undo", { entry })).d).toEqual({ restored: 1, skipped: 0 });
    expect(await shown()).toBe(id);
    const later = await remove(id);
    expect(await make()).toBe("a-film-trailer-2");
    expect((await post("z/movie/undo", { entry: later })).d).toEqual({ restored: 0, skipped: 1 });
    expect((await detail("a-film")).trailer).toEqual({ id: "a-film-trailer-2", ready: false });
  });

  test("purge it with its title", async () => {
    const id = await withVideo();
    await post("z/movie/delete", { id: "a-film", revision: (await detail("a-film")).revision });
    const removed: string[] = [];
    const artwork = { removeFolder: async (folder: string) => void removed.push(folder) };
    const inTwoDays = new Date(Date.now() + 2 * 86_400_000);
    expect(await purgeMovies({ db: backend.db, artwork: artwork as never }, inTwoDays)).toBe(1);
    expect(removed.toSorted()).toEqual(["a-film", id]);
    expect(await backend.db.$count(movies)).toBe(0);
  });
});
