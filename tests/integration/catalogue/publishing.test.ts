import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assets, movies } from "../../../api/db/schema.ts";
import { codes } from "../../../contract/codes.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addGenre, addMovie, giveVideo } from "../../setup/catalogue.ts";
import { importsOf } from "../../setup/imports.ts";

let backend: TestBackend;
let editor: string;
let member: string;
beforeAll(async () => {
  backend = await startTestBackend();
  editor = (await backend.person({ admin: 2 })).token;
  member = (await backend.person({})).token;
  await addGenre(backend.db, "drama", { en: "Drama" });
});
afterAll(() => backend.close());

const post = (name: string, body: unknown) => backend.post(name, body, { token: editor });
const detail = async (id: string) => (await backend.get("z/movie/detail", `?id=${id}`, { token: editor })).d;
const seen = async (id: string) => (await backend.get("movie/detail", `?id=${id}`)).d;
const isThere = async (id: string) => (await backend.get("movie/detail", `?id=${id}`)).c === 0;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const dayIn = (days: number) => inDays(days).slice(0, 10);
const save = async (id: string, change: object) =>
  post("z/movie/save", { id, revision: (await detail(id)).revision, ...change });
const loseVideo = (id: string) =>
  backend.db
    .update(assets)
    .set({ state: "failed" })
    .where(eq(assets.id, `${id}-1`));
/** Lets the time of its publication come. */
const fallDue = (id: string) =>
  backend.db
    .update(movies)
    .set({ publishedAt: new Date(Date.now() - 60_000) })
    .where(eq(movies.id, id));

async function draft(title: string, fields: object = {}): Promise<string> {
  const answer = await post("z/movie/create", {
    ...{ key: crypto.randomUUID(), title, originalLanguage: "en", kind: "film", access: "free" },
    ...{ year: 2024, rating: 6, ...fields },
  });
  return answer.d.id as string;
}

describe("a title without a video", () => {
  test("is refused in words, and stays a draft", async () => {
    const id = await draft("Bare");
    const { status, d } = await save(id, { status: "published" });
    expect(status).toBe(422);
    expect(d.issues).toMatchObject([{ field: "status", reason: "video" }]);
    expect(d.issues[0].message).toMatch(/^No video is ready/);
    expect(await detail(id)).toMatchObject({ state: "draft", revision: 0 });
    expect(await isThere(id)).toBe(false);
  });

  test("can be scheduled, stays hidden when its time comes, and is published with its video", async () => {
    const id = await draft("Late reel");
    expect((await save(id, { status: "published", publishAt: inDays(1) })).c).toBe(0);
    expect(await detail(id)).toMatchObject({ state: "waiting", status: "published" });
    await fallDue(id);
    expect([await isThere(id), (await detail(id)).state]).toEqual([false, "waiting"]);
    const found = await backend.get("z/movie/list", "?state=waiting", { token: editor });
    expect(found.d.items).toMatchObject([{ id, state: "waiting" }]);
    expect((await save(id, { year: 1999 })).c).toBe(0);
    await giveVideo(backend.db, id);
    expect([await isThere(id), (await detail(id)).state]).toEqual([true, "published"]);
  });

  test("waits as well if it loses its video before its time", async () => {
    const id = await draft("Lost reel");
    await giveVideo(backend.db, id);
    await save(id, { status: "published", publishAt: inDays(1) });
    expect((await detail(id)).state).toBe("scheduled");
    await loseVideo(id);
    expect((await detail(id)).state).toBe("waiting");
    expect((await save(id, { publishAt: null })).d.issues).toMatchObject([{ reason: "video" }]);
  });

  test("that is public already stays so, and an undo publishes none", async () => {
    await addMovie(backend.db, { id: "shown", everPublished: true });
    const hidden = await post("z/movie/bulk", {
      ...{ selection: { ids: ["shown"] }, action: { kind: "hide" }, dryRun: false },
    });
    await loseVideo("shown");
    await post("z/movie/undo", { entry: hidden.d.entry });
    expect([await isThere("shown"), (await detail("shown")).state]).toEqual([false, "waiting"]);
    await giveVideo(backend.db, "shown");
    await loseVideo("shown");
    expect([await isThere("shown"), (await detail("shown")).state]).toEqual([true, "published"]);
  });

  test("is left out of a bulk action by name, with the reason", async () => {
    const [bare, ready] = [await draft("Bulk bare"), await draft("Bulk ready")];
    await giveVideo(backend.db, ready);
    const ask = { selection: { ids: [bare, ready] }, action: { kind: "publish" } };
    for (const dryRun of [true, false]) {
      const { d } = await post("z/movie/bulk", { ...ask, dryRun });
      expect(d).toMatchObject({ affected: 1, sample: [{ id: ready }] });
      expect(d.skipped).toEqual([{ why: "no_video", count: 1, sample: [{ id: bare, title: "Bulk bare" }] }]);
    }
    expect([await isThere(bare), await isThere(ready)]).toEqual([false, true]);
  });
});

describe("an announced title", () => {
  test("is seen with its date, kept in lists, and not played, until its video ends the announcement", async () => {
    const id = await draft("Comet night");
    const premiereOn = dayIn(10);
    expect((await save(id, { status: "published", premiereOn })).c).toBe(0);
    expect(await seen(id)).toMatchObject({ premiereOn, ready: false });
    const { items } = (await backend.get("movie/list", "?limit=100")).d;
    expect(items.find((one: { id: string }) => one.id === id)).toMatchObject({ premiereOn });
    const play = await backend.get("playback/start", `?id=${id}&index=1`, { token: member });
    expect([play.c, play.d]).toEqual([codes.not_ready.c, null]);
    expect((await backend.post("favourite/add", { id }, { token: member })).c).toBe(0);
    expect((await save(id, { premiereOn: null })).d.issues).toMatchObject([
      { field: "status", reason: "video" },
    ]);
    await giveVideo(backend.db, id);
    // A save clears what is cached of the catalogue.
    await save(id, { year: 2001 });
    expect(await seen(id)).toMatchObject({ ready: true });
    expect(await seen(id)).not.toHaveProperty("premiereOn");
    expect(await detail(id)).toMatchObject({ state: "published", premiereOn: null });
  });

  test("begins at its time of publication, and takes no day that is over", async () => {
    const id = await draft("Comet day");
    expect((await save(id, { premiereOn: dayIn(-3) })).d.issues).toMatchObject([
      { field: "premiereOn", reason: "too_small" },
    ]);
    await save(id, { status: "published", publishAt: inDays(1), premiereOn: dayIn(10) });
    expect([await isThere(id), (await detail(id)).state]).toEqual([false, "scheduled"]);
    await fallDue(id);
    expect([await isThere(id), (await detail(id)).state]).toEqual([true, "published"]);
  });

  test("whose day has passed is shown without it", async () => {
    await addMovie(backend.db, { id: "overdue", ready: 0, premiereOn: dayIn(-5) });
    expect(await seen("overdue")).toMatchObject({ ready: false });
    expect(await seen("overdue")).not.toHaveProperty("premiereOn");
    expect(await detail("overdue")).toMatchObject({ premiereOn: dayIn(-5) });
    expect((await save("overdue", { year: 2001 })).c).toBe(0);
  });
});

test("a file of titles announces, refuses what has no video, and comes back as it was exported", async () => {
  await backend.worker.start();
  const imports = importsOf(backend, editor);
  const done = await imports.complete(
    [
      "id,status,publishAt,premiereOn,year,title.en",
      "csv-bare,published,,,2020,Bare",
      `csv-soon,published,,${dayIn(20)},2020,Soon`,
      `csv-later,published,${inDays(3)},,2020,Later`,
      `csv-past,,,${dayIn(-20)},2020,Past`,
    ].join("\n"),
  );
  expect(done.counts).toEqual({ created: 2, wrong: 2 });
  expect(done.errors.map(({ line, field, reason }) => [line, field, reason])).toEqual([
    [2, "status", "video"],
    [5, "premiereOn", "too_small"],
  ]);
  expect(await seen("csv-soon")).toMatchObject({ premiereOn: dayIn(20) });
  expect(await detail("csv-later")).toMatchObject({ state: "waiting" });
  const { csv } = (await backend.get("z/movie/export", "", { token: editor })).d;
  const { counts } = await imports.check(csv);
  expect(Object.keys(counts)).toEqual(["unchanged"]);
  // Taken back, an announcement is no longer public.
  const announced = await imports.complete(`id,premiereOn\ncsv-later,${dayIn(30)}`);
  expect(await detail("csv-later")).toMatchObject({ state: "scheduled", premiereOn: dayIn(30) });
  await imports.act("undo", announced.id);
  await imports.settled(announced.id);
  expect(await detail("csv-later")).toMatchObject({ state: "waiting", premiereOn: null });
});

test.each([
  ["Smørrebrød & Æbler", /^smorrebrod-aebler$/],
  ["Łódź, 1917", /^lodz-1917$/],
  ["千と千尋 (Spirited Away)", /^spirited-away$/],
  ["東京 2020", /^title-[0-9a-f]{8}$/],
  ["الصحراء", /^title-[0-9a-f]{8}$/],
])("%s gets an id that can be read, or one that says nothing", async (title, id) => {
  expect(await draft(title)).toMatch(id);
});
