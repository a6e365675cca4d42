import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { movies } from "../../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addGenre, addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
let editor: string;
beforeAll(async () => {
  backend = await startTestBackend();
  editor = (await backend.person({ admin: 2, name: "Edith" })).token;
  await addGenre(backend.db, "drama", { en: "Drama", de: "Drama" });
  await addGenre(backend.db, "crime", { en: "Crime" });
  for (const id of ["one", "two", "three", "four"]) await addMovie(backend.db, { id, everPublished: true });
});
afterAll(() => backend.close());

const post = (name: string, body: unknown) => backend.post(name, body, { token: editor });
const get = async (name: string, query = "") => (await backend.get(name, query, { token: editor })).d;

/** A picture on its way: as the browser's form would send it. */
async function upload(bytes: Buffer, extension = "png"): Promise<string> {
  const { form, url } = await get("oss/form");
  const key = `${createHash("sha256").update(bytes).digest("hex")}.${extension}`;
  const body = new FormData();
  for (const [name, value] of Object.entries(form as Record<string, string>)) body.append(name, value);
  body.append("key", key);
  body.append("file", new Blob([new Uint8Array(bytes)]), key);
  expect((await backend.fetch(url as string, { method: "POST", body })).status).toBeLessThan(300);
  return key;
}
const picture = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

describe("artwork", () => {
  test("is drawn in every size, gives the title its colour, and a new address", async () => {
    const key = await upload(await picture(900, 1000, "#204080"));
    const { d } = await post("z/movie/artwork", { id: "one", revision: 0, role: "poster", key });
    expect(d.revision).toBe(1);
    expect(d.artwork.version).not.toBe("1");
    expect(d.artwork.colour).toMatch(/^#[0-3][0-9a-f][3-5][0-9a-f][7-9a-f][0-9a-f]$/);
    for (const width of [160, 320, 480]) {
      const response = await backend.fetch(`/artwork/one/poster-${width}.webp?v=${d.artwork.version}`);
      const facts = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect([facts.format, facts.width, facts.height]).toEqual(["webp", width, width * 1.5]);
    }
    // What was uploaded is used up.
    const again = await post("z/movie/artwork", { id: "one", revision: 1, role: "poster", key });
    expect(again.d.issues).toMatchObject([{ field: "key", reason: "format" }]);
  });

  test.each([
    [
      "what begins like a picture and is none",
      async () =>
        Buffer.concat([(await picture(9, 9, "#fff")).subarray(0, 30), Buffer.alloc(400, "<script>")]),
      "format",
    ],
    ["half a picture", async () => (await picture(900, 900, "#fff")).subarray(0, 200), "format"],
    ["one that is too small", () => picture(100, 150, "#fff"), "too_small"],
  ])("of %s is refused, with the reason", async (_name, make, reason) => {
    const key = await upload(await make());
    const { status, d } = await post("z/movie/artwork", { id: "two", revision: 0, role: "poster", key });
    expect([status, d.issues[0].reason]).toEqual([422, reason]);
  });

  test("waits its turn where many are sent at once; what is too much is refused for now, and says so", async () => {
    const worst = await Promise.all(
      [1, 2, 3, 4].map((shade) => picture(6_000, 5_000, `#00${shade}${shade}00`)),
    );
    const keys = await Promise.all(worst.map((bytes) => upload(bytes)));
    await addMovie(backend.db, { id: "crowd" });
    // The same ones repeatedly, as an attack on the service would.
    const sent = await Promise.all(
      Array.from({ length: 24 }, (_one, n) => {
        const body = JSON.stringify({ id: "crowd", revision: 999, role: "poster", key: keys[n % 4] });
        const headers = { "Content-Type": "application/json", Authorization: `Bearer ${editor}` };
        return backend.fetch("/api/z/movie/artwork", { method: "POST", body, headers });
      }),
    );
    const busy = sent.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThanOrEqual(10);
    expect(busy[0]!.headers.get("Retry-After")).toMatch(/^\d+$/);
    expect(await busy[0]!.json()).toMatchObject({ c: 5032, m: expect.stringMatching(/pictures/) });
    expect(sent.every(({ status }) => [409, 503].includes(status))).toBe(true);
  });

  test("of another admin's upload is refused", async () => {
    const key = await upload(await picture(700, 400, "#123456"));
    const other = await backend.person({ admin: 2 });
    const body = { id: "two", revision: 0, role: "backdrop", key };
    expect((await backend.post("z/movie/artwork", body, { token: other.token })).status).toBe(422);
  });
});

describe("genres", () => {
  test("are added, named anew and taken away, from titles too", async () => {
    const names = { en: "Heist", de: "Gaunerfilm" };
    expect((await post("z/genre/save", { id: "heist", names, before: null })).c).toBe(0);
    expect((await post("z/genre/save", { id: "heist", names, before: null })).d.issues[0].reason).toBe(
      "repeated",
    );
    const late = await post("z/genre/save", { id: "heist", names: { en: "Caper" }, before: { en: "Old" } });
    expect(late.c).toBe(4094);
    expect(late.d.conflict).toMatchObject({ by: "Edith", at: expect.any(String) });
    expect(late.d.conflict.fields).toContainEqual({ field: "names.en", theirs: "Heist" });
    await post("z/movie/save", { id: "two", revision: 0, genres: ["heist", "drama"] });
    const { items } = await get("z/genre/list", "?count=true");
    expect(items).toContainEqual({ id: "heist", names, movies: 1 });
    expect((await get("z/genre/list")).items).toContainEqual({ id: "heist", names, movies: null });
    expect((await post("z/genre/delete", { id: "heist", dryRun: true })).d).toEqual({ movies: 1 });
    expect((await get("z/movie/detail", "?id=two")).genres).toEqual(["heist", "drama"]);
    await post("z/genre/delete", { id: "heist", dryRun: false });
    expect((await get("z/movie/detail", "?id=two")).genres).toEqual(["drama"]);
    expect((await post("z/genre/delete", { id: "heist", dryRun: false })).c).toBe(404);
  });
});

describe("the home page's rows", () => {
  test("are as admins plan them, at once", async () => {
    const kinds = async () =>
      ((await get("home/rows")).rows as { kind: string; name: string | null; items: { id: string }[] }[]).map(
        ({ kind, name, items }) => [name ?? kind, items.map(({ id }) => id)],
      );
    expect((await kinds())[0]![0]).toBe("new");
    const { revision, rows } = await get("z/row/list");
    expect(rows.map(({ kind }: { kind: string }) => kind).slice(0, 4)).toEqual([
      "new",
      "popular",
      "series",
      "vip",
    ]);
    const row = { on: true, genre: null, names: {}, movies: [] };
    const picked = { ...row, kind: "picked", names: { en: "For tonight" }, movies: ["three", "one"] };
    const plan = [picked, { ...row, kind: "popular", on: false }, { ...row, kind: "new" }];
    const saved = await post("z/row/save", { revision, rows: plan });
    expect(saved.d).toEqual({ revision: revision + 1 });
    const shown = await kinds();
    expect(shown[0]).toEqual(["For tonight", ["three", "one"]]);
    expect(shown.map(([name]) => name)).toEqual(["For tonight", "new"]);
    const late = await post("z/row/save", { revision, rows: [] });
    expect(late).toMatchObject({ c: 4094, d: { conflict: { by: "Edith", at: expect.any(String) } } });
    const next = { revision: revision + 1 };
    for (const [wrong, field] of [
      [{ ...picked, movies: ["nobody"] }, "rows.0.movies.0"],
      [{ ...picked, names: {} }, "rows.0.names.en"],
      [{ ...row, kind: "genre", genre: "nonsense" }, "rows.0.genre"],
      [{ ...picked, movies: Array.from({ length: 41 }, (_, at) => `film-${at}`) }, "rows.0.movies"],
    ] as const)
      expect((await post("z/row/save", { ...next, rows: [wrong] })).d.issues).toMatchObject([{ field }]);
  });
});

test("a row that names a movie that was removed for good is saved without it", async () => {
  const { revision, rows } = await get("z/row/list");
  const row = {
    on: true,
    genre: null,
    kind: "picked",
    names: { en: "Lost and found" },
    movies: ["lost", "one"],
  };
  await addMovie(backend.db, { id: "lost" });
  expect((await post("z/row/save", { revision, rows: [...plain(rows), row] })).c).toBe(0);
  await backend.db.delete(movies).where(eq(movies.id, "lost"));
  const after = await get("z/row/list");
  expect(
    after.rows.find(({ names }: { names: { en?: string } }) => names.en === "Lost and found"),
  ).toMatchObject({
    ...{ movies: ["one"], titles: [{ id: "one" }] },
  });
  expect((await post("z/row/save", { revision: after.revision, rows: plain(after.rows) })).c).toBe(0);
});

/** Rows as a save takes them. */
const plain = (rows: { titles: unknown }[]) => rows.map(({ titles: _titles, ...row }) => row);

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
