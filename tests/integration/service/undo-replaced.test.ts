import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlaces } from "../../../api/compose/storage.ts";
import { assets, episodes } from "../../../api/db/schema.ts";
import { replacedFolder } from "../../../api/domain/service/files/replaced-files.ts";
import type { Files } from "../../../api/ports/files.ts";
import { keyIn } from "../../../contract/ingest/upload-grant.ts";
import { masterText } from "../../setup/asset-files.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { startBucket, type TestBucket } from "../../setup/bucket.ts";

const dayMs = 24 * 3_600_000;
const srt = (words: string) => `1\n00:00:10,000 --> 00:00:12,500\n${words}\n`;
const picture = (background: string) =>
  sharp({ create: { width: 700, height: 900, channels: 3, background } })
    .png()
    .toBuffer();

describe.each(["folder", "bucket"] as const)("what was replaced or removed, in a %s", (kind) => {
  let api: TestBackend;
  let store: TestBucket | null = null;
  let artwork: Files;
  let ada: string;
  let ben: string;

  beforeAll(async () => {
    store = kind === "bucket" ? await startBucket() : null;
    api = await startTestBackend({ ...(store && { storage: store.settings }) });
    const where = { settings: store?.settings, dataDir: api.dataDir, secret: "", clock: api.clock };
    ({ artwork } = createPlaces({ ...where, onAway: () => {} }));
    ada = (await api.person({ admin: 2, name: "Ada" })).token;
    ben = (await api.person({ admin: 2, name: "Ben" })).token;
  });
  afterAll(async () => {
    await api.close();
    await store?.close();
  });

  const post = (name: string, body: object, token = ada) => api.post(name, body, { token });
  const undo = (entry: string, token = ada) => post("z/movie/undo", { entry }, token);
  const back = { restored: 1, skipped: 0 };
  const changedSince = { restored: 0, skipped: 1 };
  const undoable = async (id: string) =>
    (await api.get("z/movie/undoable", `?id=${id}`, { token: ada })).d.items as {
      entry: string;
      kind: string;
      name: string | null;
      by: string;
      state: string;
    }[];
  const stateOf = async (id: string, entry: string) =>
    (await undoable(id)).find((one) => one.entry === entry)?.state;
  const detail = async (id: string) => (await api.get("z/movie/detail", `?id=${id}`, { token: ada })).d;
  const revisionOf = async (id: string) => (await detail(id)).revision as number;
  const keptIn = async (place: Files) => {
    const paths: string[] = [];
    for await (const { path } of place.list(replacedFolder)) paths.push(path);
    return paths;
  };
  /** As if the disk had lost them. */
  const lose = async (place: Files) => place.removeFolder(replacedFolder);

  async function upload(bytes: Uint8Array<ArrayBuffer>, extension: string, token: string): Promise<string> {
    const key = `${createHash("sha256").update(bytes).digest("hex")}.${extension}`;
    const { form, url } = (await api.get("oss/form", "", { token })).d as {
      form: Record<string, string>;
      url: string;
    };
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...form, key: keyIn(form, key) })) body.append(name, value);
    body.append("file", new Blob([bytes]), key);
    const sent = url.startsWith("/")
      ? await api.fetch(url, { method: "POST", body })
      : await fetch(url, { method: "POST", body });
    expect(sent.status).toBeLessThan(300);
    return key;
  }

  describe("a picture", () => {
    async function put(id: string, colour: string, { role = "poster", token = ada } = {}) {
      const key = await upload(new Uint8Array(await picture(colour)), "png", token);
      const revision = await revisionOf(id);
      const answer = await post("z/movie/artwork", { id, revision, role, key }, token);
      expect(answer.c).toBe(0);
      return answer.d as { entry: string | null; artwork: { version: string; colour: string } };
    }
    const shown = async (id: string, role = "poster") =>
      (await artwork.text(`${id}/${role}-${role === "poster" ? 160 : 640}.webp`)) ?? "";

    test("comes back once, file by file, with its address and colour", async () => {
      await addMovie(api.db, { id: "lamp" });
      const first = await put("lamp", "#204080");
      expect(first.entry).toBeNull();
      const before = await shown("lamp");
      const second = await put("lamp", "#804020");
      expect(await shown("lamp")).not.toBe(before);
      expect(await undoable("lamp")).toMatchObject([
        { entry: second.entry, kind: "poster", name: null, by: "Ada", state: "possible" },
      ]);
      // Another change does not matter to it.
      await post("z/movie/save", { id: "lamp", revision: 2, year: 1999 });
      const answer = await undo(second.entry!, ben);
      expect([answer.c, answer.d]).toEqual([0, back]);
      expect(await shown("lamp")).toBe(before);
      expect(await detail("lamp")).toMatchObject({ revision: 4, year: 1999, artwork: first.artwork });
      expect(await stateOf("lamp", second.entry!)).toBe("done");
      expect((await undo(second.entry!)).c).toBe(404);
      const { items } = (await api.get("z/audit/list", "?kind=movie&target=lamp&limit=1", { token: ada })).d;
      expect(items[0]).toMatchObject({ action: "z/movie/undo", after: back, actor: { name: "Ben" } });
    });

    test("that another admin has replaced since stays, until that is undone", async () => {
      await addMovie(api.db, { id: "two-hands" });
      await put("two-hands", "#111111");
      const [one, backdrop] = [
        await shown("two-hands"),
        await put("two-hands", "#999999", { role: "backdrop" }),
      ];
      expect(backdrop.entry).toBeNull();
      const byAda = await put("two-hands", "#222222");
      const two = await shown("two-hands");
      const byBen = await put("two-hands", "#333333", { token: ben });
      const three = await put("two-hands", "#444444", { role: "backdrop" });
      expect(await stateOf("two-hands", byAda.entry!)).toBe("changed");
      expect((await undo(byAda.entry!)).d).toEqual(changedSince);
      expect((await undo(byBen.entry!)).d).toEqual(back);
      expect(await shown("two-hands")).toBe(two);
      expect(await stateOf("two-hands", byAda.entry!)).toBe("possible");
      expect((await undo(byAda.entry!)).d).toEqual(back);
      expect(await shown("two-hands")).toBe(one);
      // The backdrop was replaced meanwhile: no cache may show this poster's successors under its address.
      const { artwork: now, pictures } = await detail("two-hands");
      expect([backdrop, byAda, byBen, three].map((put) => put.artwork.version)).not.toContain(now.version);
      expect(pictures.sort()).toEqual(["backdrop", "poster"]);
    });

    test("on a title without one gives its placeholder back", async () => {
      const created = await post("z/movie/create", {
        ...{ key: crypto.randomUUID(), title: "Bare", originalLanguage: "en", kind: "film" },
        ...{ access: "free", year: 2024, rating: 6 },
      });
      const { id } = created.d;
      const before = [await shown(id), (await detail(id)).artwork];
      const { entry } = await put(id, "#123456");
      expect((await undo(entry!)).d).toEqual(back);
      const { artwork: after, pictures } = await detail(id);
      expect([await shown(id), after, pictures]).toEqual([...before, []]);
    });

    test("whose files are gone can't come back, and nothing changes", async () => {
      await addMovie(api.db, { id: "lost" });
      await put("lost", "#204080");
      const { entry } = await put("lost", "#804020");
      const [now, revision] = [await shown("lost"), await revisionOf("lost")];
      await lose(artwork);
      expect((await undo(entry!)).c).toBe(404);
      expect([await shown("lost"), await revisionOf("lost")]).toEqual([now, revision]);
    });

    test("is not for viewers, for another title, or for a deleted one", async () => {
      await addMovie(api.db, { id: "guarded" });
      await put("guarded", "#204080");
      const { entry } = await put("guarded", "#804020");
      const viewer = (await api.person({ admin: 1 })).token;
      expect((await undo(entry!, viewer)).status).toBe(403);
      expect((await post("z/movie/undo", { entry, id: "lamp" })).c).toBe(404);
      await post("z/movie/delete", { id: "guarded", revision: await revisionOf("guarded") });
      expect((await undo(entry!)).c).toBe(404);
    });

    test("is kept for a day", async () => {
      await addMovie(api.db, { id: "old" });
      await put("old", "#204080");
      const { entry } = await put("old", "#804020");
      const kept = await keptIn(artwork);
      expect(kept).not.toEqual([]);
      expect(kept.every((path) => path.endsWith(".webp"))).toBe(true);
      await api.sweep();
      expect(await keptIn(artwork)).toEqual(kept);
      for await (const { kind, name } of api.orphans()) expect([kind, name]).toBe("nothing");
      api.clock.set(new Date(Date.now() + dayMs + 60_000));
      expect(await undoable("old")).toEqual([]);
      expect((await undo(entry!)).c).toBe(404);
      for await (const { name } of api.orphans()) expect(name).not.toBe(replacedFolder);
      await api.sweep();
      api.clock.set(new Date());
      expect(await keptIn(artwork)).toEqual([]);
      expect(await shown("old")).not.toBe("");
    });
  });

  describe("subtitles", () => {
    beforeAll(async () => {
      for (const [id, count] of [
        ["talk", 1],
        ["saga", 2],
        ["again", 1],
        ["silent", 1],
      ] as const) {
        await addMovie(api.db, { id, episodes: count });
        for (let n = 1; n <= count; n++) await api.assetStore.write(`${id}-${n}/master.m3u8`, masterText);
      }
    });
    async function add(id: string, words: string, { index = 1, replace = false } = {}) {
      const bytes = new Uint8Array(new TextEncoder().encode(srt(words)));
      const key = await upload(bytes, "srt", ada);
      const revision = await revisionOf(id);
      const track = { locale: "de", kind: "subtitles", replace };
      const answer = await post("z/subtitle/add", { id, revision, index, key, ...track });
      expect(answer.c).toBe(0);
      return answer.d as { entry: string | null };
    }
    const about = async (id: string, index = 1) => {
      return { id, revision: await revisionOf(id), index, subtitle: "de" };
    };
    const remove = async (id: string, index = 1) =>
      (await post("z/subtitle/delete", await about(id, index))).d as { entry: string };
    const list = async (id: string, index = 1) =>
      (await api.get("z/subtitle/list", `?id=${id}&index=${index}`, { token: ada })).d.items;

    test("that were replaced come back with their words, name and times", async () => {
      expect((await add("talk", "Eins")).entry).toBeNull();
      await post("z/subtitle/save", { ...(await about("talk")), label: "Deutsch, lang" });
      await post("z/subtitle/shift", { ...(await about("talk")), byMs: -1500 });
      const before = await list("talk");
      expect(before).toMatchObject([{ label: "Deutsch, lang", offsetMs: -1500, first: [{ fromS: 8.5 }] }]);
      const { entry } = await add("talk", "Zwei", { replace: true });
      expect(await list("talk")).toMatchObject([{ offsetMs: 0, first: [{ text: "Zwei" }] }]);
      expect(await undoable("talk")).toMatchObject([
        { entry, kind: "subtitles", name: "Deutsch, lang", state: "possible" },
      ]);
      expect((await undo(entry!, ben)).d).toEqual(back);
      expect(await list("talk")).toEqual(before);
      expect((await undo(entry!)).c).toBe(404);
      // Nor has the opposite correction been lost.
      await post("z/subtitle/shift", { ...(await about("talk")), byMs: 1500 });
      expect(await list("talk")).toMatchObject([{ offsetMs: 0, first: [{ fromS: 10, text: "Eins" }] }]);
    });

    test("that were removed come back to their episode, wherever it was moved", async () => {
      await add("saga", "Teil zwei", { index: 2 });
      const { entry } = await remove("saga", 2);
      expect(await api.assetStore.text("saga-2/master.m3u8")).not.toContain("subs/de");
      expect(await undoable("saga")).toMatchObject([{ entry, kind: "subtitles-gone", name: "Deutsch" }]);
      await post("z/episode/order", { id: "saga", revision: await revisionOf("saga"), index: 2, to: 1 });
      expect((await undo(entry)).d).toEqual(back);
      expect([await list("saga", 1), await list("saga", 2)]).toMatchObject([
        [{ first: [{ text: "Teil zwei" }] }],
        [],
      ]);
      expect(await api.assetStore.text("saga-2/master.m3u8")).toContain("subs/de");
    });

    test("stay as they are where others were sent since; with a new video they come back to that", async () => {
      await add("again", "Eins");
      const removed = await remove("again");
      await add("again", "Zwei");
      expect(await stateOf("again", removed.entry)).toBe("changed");
      expect((await undo(removed.entry)).d).toEqual(changedSince);
      const second = await remove("again");
      await api.db.insert(assets).values({ id: "again-new", state: "ready", durationS: 100, height: 360 });
      await api.assetStore.write("again-new/master.m3u8", masterText);
      await api.db.update(episodes).set({ assetId: "again-new" }).where(eq(episodes.movieId, "again"));
      await api.db.update(assets).set({ replacedBy: "again-new" }).where(eq(assets.id, "again-1"));
      expect((await undo(second.entry)).d).toEqual(back);
      expect(await list("again")).toMatchObject([{ first: [{ text: "Zwei" }] }]);
      expect(await api.assetStore.text("again-new/master.m3u8")).toContain("subs/de");
    });

    test("whose text is gone can't come back; kept text is removed after a day", async () => {
      await add("silent", "Eins");
      const { entry } = await remove("silent");
      await api.sweep();
      expect(await keptIn(api.assetStore)).not.toEqual([]);
      api.clock.set(new Date(Date.now() + dayMs + 60_000));
      expect((await undo(entry)).c).toBe(404);
      await api.sweep();
      api.clock.set(new Date());
      expect(await keptIn(api.assetStore)).toEqual([]);
      const revision = await revisionOf("silent");
      expect((await undo(entry)).c).toBe(404);
      expect([await list("silent"), await revisionOf("silent")]).toEqual([[], revision]);
    });
  });

  test("is undone by one of two admins who try at the same time", async () => {
    await addMovie(api.db, { id: "race" });
    await api.assetStore.write("race-1/master.m3u8", masterText);
    const key = await upload(new Uint8Array(new TextEncoder().encode(srt("Eins"))), "srt", ada);
    const track = { locale: "de", kind: "subtitles", replace: false };
    await post("z/subtitle/add", { id: "race", revision: 0, index: 1, key, ...track });
    const gone = { id: "race", revision: 1, index: 1, subtitle: "de" };
    const { entry } = (await post("z/subtitle/delete", gone)).d;
    const both = await Promise.all([undo(entry, ada), undo(entry, ben)]);
    expect(both.map(({ c }) => c).sort()).toEqual([0, 404]);
    expect(await revisionOf("race")).toBe(3);
  });

  test("nothing of this was a bug", () => expect(api.bugs).toEqual([]));
});
