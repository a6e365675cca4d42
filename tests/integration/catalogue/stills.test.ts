import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlaces } from "../../../api/compose/storage.ts";
import { auditEntries, episodes } from "../../../api/db/schema.ts";
import { replacedFolder } from "../../../api/domain/service/files/replaced-files.ts";
import type { Files } from "../../../api/ports/files.ts";
import type { Episode, Still, Undoable } from "../../../contract/index.ts";
import { keyIn } from "../../../contract/ingest/upload-grant.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { startBucket, type TestBucket } from "../../setup/bucket.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { zeroPng } from "../../setup/hostile-pictures.ts";

const dayMs = 24 * 3_600_000;
const picture = (background: string, width = 900, height = 700) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
const frame = { version: "1", colour: "#102030" };

describe.each(["folder", "bucket"] as const)("the still of an episode, in a %s", (kind) => {
  let api: TestBackend;
  let store: TestBucket | null = null;
  let artwork: Files;
  let token: string;

  beforeAll(async () => {
    store = kind === "bucket" ? await startBucket() : null;
    api = await startTestBackend({ ...(store && { storage: store.settings }) });
    const where = { settings: store?.settings, dataDir: api.dataDir, secret: "", clock: api.clock };
    ({ artwork } = createPlaces({ ...where, onAway: () => {} }));
    token = (await api.person({ admin: 2, name: "Ada" })).token;
  });
  afterAll(async () => {
    await api.close();
    await store?.close();
  });

  const post = (name: string, body: object) => api.post(name, body, { token });
  const detail = async (id: string) => (await api.get("z/movie/detail", `?id=${id}`, { token })).d;
  const shown = async (id: string) =>
    ((await api.get("movie/detail", `?id=${id}`)).d.episodeList as Episode[]).map(({ still }) => still);
  const undoable = async (id: string) =>
    (await api.get("z/movie/undoable", `?id=${id}`, { token })).d.items as Undoable[];
  const filesOf = async (folder: string) => {
    const paths: string[] = [];
    for await (const { path } of artwork.list(folder)) paths.push(path);
    return paths.sort();
  };

  /** A series whose first episode has a frame of its video. */
  async function series(id: string): Promise<void> {
    await addMovie(api.db, { id, episodes: 3 });
    for (const width of [320, 640]) await artwork.write(`${id}/frame-0a1b-${width}.webp`, "a frame");
    await api.db
      .update(episodes)
      .set({ stills: { id: "0a1b", frame } })
      .where(and(eq(episodes.movieId, id), eq(episodes.index, 1)));
  }

  async function upload(bytes: Uint8Array): Promise<string> {
    const key = `${createHash("sha256").update(bytes).digest("hex")}.png`;
    const { form, url } = (await api.get("oss/form", "", { token })).d;
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...form, key: keyIn(form, key) }))
      body.append(name, value as string);
    body.append("file", new Blob([new Uint8Array(bytes)]), key);
    const at = { method: "POST", body };
    expect((await (url.startsWith("/") ? api.fetch(url, at) : fetch(url, at))).status).toBeLessThan(300);
    return key;
  }

  async function send(id: string, index: number, bytes: Uint8Array | null) {
    const key = bytes && (await upload(bytes));
    const { revision } = await detail(id);
    return post("z/episode/still", { id, revision, index, key });
  }

  test("is the frame of its video, until an admin sends a picture; each has two sizes", async () => {
    await series("lamp");
    expect(await shown("lamp")).toEqual([{ path: "/artwork/lamp/frame-0a1b", ...frame }, null, null]);
    const { c, d } = await send("lamp", 1, await picture("#204080"));
    expect([c, d.revision]).toEqual([0, 1]);
    expect(d.still).toMatchObject({
      path: "/artwork/lamp/sent-0a1b",
      colour: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
    expect(await shown("lamp")).toEqual([d.still, null, null]);
    expect((await detail("lamp")).episodes[0].still).toEqual({ ...d.still, sent: true });
    for (const width of [320, 640]) {
      const answer = await api.fetch(`${d.still.path}-${width}.webp?v=${d.still.version}`);
      expect(answer.headers.get("Cache-Control")).toContain("immutable");
      const { format, ...size } = await sharp(await answer.arrayBuffer()).metadata();
      expect([format, size.width, size.height]).toEqual(["webp", width, (width * 9) / 16]);
    }
    // The next episode's card shows it as well.
    await send("lamp", 2, await picture("#804020"));
    const { d: playback } = await api.get("playback/start", "?id=lamp&index=1");
    expect(playback.next.still).toMatch(/^\/artwork\/lamp\/sent-\w{16}-640\.webp\?v=\w{12}$/);
    const { d: second } = await api.get("playback/start", "?id=lamp&index=2");
    expect(second.next.still).toBe("/artwork/lamp/backdrop-640.webp?v=1");
  });

  test("is taken back for a day, file by file, and once", async () => {
    await series("back");
    const first = await send("back", 1, await picture("#204080"));
    const second = await send("back", 1, await picture("#804020"));
    expect(second.d.still.version).not.toBe(first.d.still.version);
    const third = await send("back", 1, null);
    expect(third.d.still).toEqual({ path: "/artwork/back/frame-0a1b", ...frame });
    // No picture that was taken away stays at its address.
    expect((await api.fetch(`${first.d.still.path}-640.webp`)).status).toBe(404);
    expect(await undoable("back")).toMatchObject([
      { entry: third.d.entry, kind: "still", name: "1", by: "Ada", state: "possible" },
      { state: "changed" },
      { state: "changed" },
    ]);
    const undo = (entry: string) => post("z/movie/undo", { entry });
    expect((await undo(first.d.entry)).d).toEqual({ restored: 0, skipped: 1 });
    // Its number may be another one by then.
    await post("z/episode/order", { id: "back", revision: 3, index: 1, to: 3 });
    const now = async () => (await shown("back"))[2];
    const file = async (still: Still) => (await api.fetch(`${still.path}-640.webp`)).status;
    for (const [{ d }, still] of [
      [third, second.d.still],
      [second, first.d.still],
      [first, third.d.still],
    ]) {
      expect((await undo(d.entry)).d).toEqual({ restored: 1, skipped: 0 });
      expect(await now()).toEqual(still);
      expect(await file(still)).toBe(200);
      expect((await undo(d.entry)).c).toBe(404);
    }
    expect(await filesOf("back")).toEqual(["back/frame-0a1b-320.webp", "back/frame-0a1b-640.webp"]);
    const { d } = await api.get("z/audit/list", "?kind=movie&target=back&limit=20", {
      token: (await api.person({ admin: 3 })).token,
    });
    const changes = d.items.filter(({ action }: { action: string }) => action === "z/episode/still");
    expect(changes).toHaveLength(3);
    expect(JSON.stringify(changes)).toContain('"episode.1.still"');
  });

  test("is not taken back after a day, nor without its files", async () => {
    await series("late");
    await send("late", 1, await picture("#204080"));
    const lost = await send("late", 1, await picture("#808080"));
    await artwork.removeFolder(replacedFolder);
    expect((await post("z/movie/undo", { entry: lost.d.entry })).c).toBe(404);
    expect((await shown("late"))[0]).toEqual(lost.d.still);
    const { d } = await send("late", 1, null);
    await api.db
      .update(auditEntries)
      .set({ at: new Date(api.clock.now().getTime() - dayMs - 1_000) })
      .where(eq(auditEntries.id, d.entry));
    expect((await post("z/movie/undo", { entry: d.entry })).c).toBe(404);
  });

  test.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
    ["half a picture", async () => (await picture("#fff")).subarray(0, 200), "format"],
    ["64 megapixels", () => zeroPng(8_000, 8_000), "format"],
    ["one that is too small", () => picture("#fff", 500, 400), "too_small"],
  ])("of %s is refused with the reason, and nothing changes", async (what, make, reason) => {
    const id = `refused-${what.replace(/\W/g, "-").toLowerCase()}`;
    await series(id);
    const { status, d } = await send(id, 1, await make());
    expect([status, d.issues]).toEqual([422, [expect.objectContaining({ field: "key", reason })]]);
    expect((await shown(id))[0]?.path).toContain("frame");
    expect(await filesOf(id)).toHaveLength(2);
  });

  test("of an episode that does not exist, or was changed meanwhile, is refused", async () => {
    await series("two-hands");
    expect((await send("two-hands", 9, await picture("#123123"))).c).toBe(404);
    const key = await upload(await picture("#321321"));
    await post("z/movie/save", { id: "two-hands", revision: 0, year: 1999 });
    const late = await post("z/episode/still", { id: "two-hands", revision: 0, index: 1, key });
    expect(late.status).toBe(409);
  });

  test("stands beside what was left off, of series and films", async () => {
    await series("begun");
    const viewer = await api.person();
    await api.post("progress/save", { id: "begun", index: 1, positionS: 10, durationS: 100 }, viewer);
    const { d } = await api.get("progress/list", "", viewer);
    expect(d.items).toMatchObject([{ index: 1, still: { path: "/artwork/begun/frame-0a1b" } }]);
  });

  test("none of it was a bug", () => expect(api.bugs).toEqual([]));
});
