import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlaces } from "../../../api/compose/storage.ts";
import { assets, encodings, episodes, uploads } from "../../../api/db/schema.ts";
import { idsOf } from "../../../api/domain/ingest/encoding/encoding-row.ts";
import { graceMs, type Orphan } from "../../../api/domain/ingest/orphans/orphan.ts";
import { unclaimedMs } from "../../../api/domain/ingest/orphans/stored-orphans.ts";
import type { Files } from "../../../api/ports/files.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { startBucket, type TestBucket } from "../../setup/bucket.ts";
import { addMovie } from "../../setup/catalogue.ts";

const name = (letter: string) => `${letter.repeat(64)}.mp4`;
const day = 24 * 3_600_000;

describe.each(["folder", "bucket"] as const)("unreferenced files, in a %s", (kind) => {
  let api: TestBackend;
  let store: TestBucket | null = null;
  let artwork: Files;
  let scratch: string;
  const start = Date.now();
  const later = (ms: number) => api.clock.set(new Date(start + ms));

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), "matinee-orphans-"));
    store = kind === "bucket" ? await startBucket() : null;
    api = await startTestBackend({ ...(store && { storage: store.settings }) });
    const where = { settings: store?.settings, dataDir: api.dataDir, secret: "", clock: api.clock };
    ({ artwork } = createPlaces({ ...where, onAway: () => {} }));
    await keep("a");
    await keep("b");
    await keep("c", null);
    await addMovie(api.db, { id: "kept", episodes: 2, ready: 2 });
    const stills = { id: "0a1b", frame: { version: "1", colour: "#123456" } };
    await api.db.update(episodes).set({ stills }).where(eq(episodes.assetId, "kept-1"));
    await encoding("used", { source: name("b"), state: "ready" });
    for (const asset of ["kept-1", "kept-2", "alone", "nobodys"]) await whole(asset);
    await api.db.insert(assets).values({ id: "alone", state: "ready", createdAt: new Date(start) });
    // Being made just now: staged, and no row says so yet.
    const live = await encoding("live", { source: name("b"), state: "encoding", index: 2 });
    await whole(idsOf(live).whole);
    await begun(live);
    const dead = await encoding("dead", { source: name("b"), state: "cancelled" });
    await begun(dead);
    await mkdir(join(api.dataDir, "magnets", "1".repeat(40)), { recursive: true });
    for (const path of [
      ...["gone/poster-160.webp", "kept/poster-160.webp"],
      ...["kept/frame-0a1b-320.webp", "kept/sent-0a1b-640.webp", "kept/sent-9f9f-640.webp"],
      ...["_avatars/unused.webp", "_avatars/used.webp"],
    ])
      await artwork.write(path, "x");
    await api.person({ avatar: "/artwork/_avatars/used.webp?v=1" });
    await mkdir(join(api.dataDir, "uploads"), { recursive: true });
    await writeFile(join(api.dataDir, "uploads/.part-1"), "half");
  });
  afterAll(async () => {
    await api.close();
    await store?.close();
    await rm(scratch, { recursive: true });
  });

  async function keep(letter: string, uid: string | null = "admin") {
    const from = join(scratch, letter);
    await writeFile(from, letter);
    const row = {
      key: name(letter),
      bytes: 1,
      uid: uid!,
      purpose: "any" as const,
      createdAt: new Date(start),
    };
    await api.storage.keep({
      ...{ key: name(letter), from },
      note: async () => void (uid && (await api.db.insert(uploads).values(row))),
    });
  }
  const whole = (asset: string) => api.assetStore.write(`${asset}/v240/seg_00000.m4s`, "segment");
  const begun = async (id: string) => {
    await mkdir(join(api.dataDir, "media/.encoding", id, "claim"), { recursive: true });
    await writeFile(join(api.dataDir, "media/.encoding", id, "claim/seg"), "half");
  };
  async function encoding(
    _what: string,
    {
      source,
      state,
      index = 1,
    }: { source: string; state: "ready" | "encoding" | "cancelled"; index?: number },
  ): Promise<string> {
    const id = randomUUID();
    await api.db.insert(encodings).values({ id, movieId: "kept", episodeIndex: index, source, state });
    return id;
  }
  const found = async () => {
    const all: Orphan[] = [];
    for await (const orphan of api.orphans()) all.push(orphan);
    return all;
  };
  const named = (all: Orphan[]) =>
    all.map((one) => `${one.kind} ${one.name.replace(/^[0-9a-f-]{36}$/, "id")}`).sort();

  test("nothing young is", async () => {
    later(graceMs - 60_000);
    expect(named(await found())).toEqual([]);
  });

  test("are listed with size and age, and left alone; files that are being made are not in the list", async () => {
    later(graceMs + 60_000);
    const all = await found();
    expect(named(all)).toEqual([
      "film alone",
      "film nobodys",
      `magnet ${"1".repeat(40)}`,
      "picture gone",
      "picture kept/sent-9f9f-640.webp",
      "picture unused.webp",
      "piece .part-1",
      `stray ${name("c")}`,
      "work id",
    ]);
    expect(all.find((one) => one.name === "alone")).toMatchObject({ bytes: 7, kind: "film" });
    expect(named(await found())).toEqual(named(all));
    later(unclaimedMs + 60_000);
    expect(named(await found())).toContain(`upload ${name("a")}`);
    expect(named(await found())).not.toContain(`upload ${name("b")}`);
  });

  test("is looked at once more before it is removed", async () => {
    const [upload] = (await found()).filter((one) => one.kind === "upload");
    const again = await encoding("again", { source: name("a"), state: "cancelled" });
    expect(await upload!.remove()).toBe(false);
    expect(await api.storage.read({ key: name("a"), maxBytes: 9 })).toEqual(Buffer.from("a"));
    await api.db.delete(encodings).where(eq(encodings.id, again));
  });

  test("goes when it is told to, and nothing else does", async () => {
    for (const orphan of await found())
      expect([orphan.name, await orphan.remove()]).toEqual([orphan.name, true]);
    expect(await found()).toEqual([]);
    const kept: string[] = [];
    for await (const { path } of api.storage.list()) kept.push(path);
    expect(kept).toEqual([name("b")]);
    const assetStore = new Set<string>();
    for await (const { path } of api.assetStore.list()) assetStore.add(path.split("/")[0]!);
    expect([...assetStore].filter((one) => !one.startsWith("v-")).sort()).toEqual(["kept-1", "kept-2"]);
    expect([...assetStore]).toHaveLength(3);
    expect(await readdir(join(api.dataDir, "media/.encoding"))).toHaveLength(1);
    const pictures: string[] = [];
    for await (const { path } of artwork.list()) pictures.push(path);
    expect(pictures.sort()).toEqual([
      "_avatars/used.webp",
      ...["kept/frame-0a1b-320.webp", "kept/poster-160.webp", "kept/sent-0a1b-640.webp"],
    ]);
  });

  test("what was sent to a bucket and never asked for waits a day", async () => {
    if (!store) return expect(api.storage.arrivals).toBeNull();
    const { token } = await api.person({ admin: 2 });
    api.clock.set(new Date());
    const { d } = await api.get("oss/form", "", { token });
    const body = new FormData();
    const fields = { ...d.form, key: d.form.key.replace("${filename}", name("d")) } as Record<string, string>;
    for (const [field, value] of Object.entries(fields)) body.append(field, value);
    body.append("file", new Blob(["d"]), name("d"));
    expect((await fetch(d.url, { method: "POST", body })).status).toBe(204);
    expect(await found()).toEqual([]);
    later(graceMs + day / 2);
    const [lost, ...more] = await found();
    expect([lost!.kind, lost!.bytes, more]).toEqual(["arrival", 1, []]);
    expect(await lost!.remove()).toBe(true);
    expect(await found()).toEqual([]);
  });

  test("none of it was a bug", () => expect(api.bugs).toEqual([]));
});
