import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assets, movies, uploads } from "../../../api/db/schema.ts";
import { graceMs } from "../../../api/domain/ingest/orphans/orphan.ts";
import type { EncodeStep } from "../../../api/worker/encode-deps.ts";
import type { Encoding } from "../../../contract/index.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { startBucket, type TestBucket } from "../../setup/bucket.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { makeVideo } from "../../setup/videos.ts";

const run = promisify(execFile);

describe.each(["folder", "bucket"] as const)(
  "an encoding with one file for each rendition, in a %s",
  (kind) => {
    let api: TestBackend;
    let store: TestBucket | null = null;
    let folder: string;
    let admin: { uid: string; token: string };
    let atStep = (_step: EncodeStep): void => {};

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "matinee-joined-encoding-"));
      store = kind === "bucket" ? await startBucket() : null;
      api = await startTestBackend({
        joinedRenditions: true,
        work: { onStep: (step) => atStep(step) },
        ...(store && { storage: store.settings }),
      });
      admin = await api.person({ admin: 2 });
      await api.worker.start();
    });
    afterAll(async () => {
      await api.close();
      await store?.close();
      await rm(folder, { recursive: true });
    });

    /** Encodes a video of some seconds until there is a result, or a problem. */
    async function encode(movie: string, seconds: number): Promise<Encoding> {
      const made = await makeVideo(folder, { seconds, size: "320x240", rich: true });
      const key = `${createHash("sha256")
        .update(await readFile(made))
        .digest("hex")}.mkv`;
      const from = join(folder, key);
      await copyFile(made, from);
      const row = { key, bytes: (await readFile(made)).length, uid: admin.uid, purpose: "any" as const };
      await api.storage.keep({
        key,
        from,
        note: async () => void (await api.db.insert(uploads).values(row)),
      });
      await addMovie(api.db, { id: movie, ready: 0 });
      const id = randomUUID();
      await api.post("z/encoding/start", { key: id, movie, index: 1, source: key }, admin);
      return until(id, ({ state, problem }) => state === "ready" || problem !== null);
    }
    async function until(id: string, is: (encoding: Encoding) => boolean): Promise<Encoding> {
      for (;;) {
        const { d } = await api.get("z/encoding/detail", `?id=${id}`, admin);
        if (is(d)) return d;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    const filesOf = async (asset: string) => {
      const found: string[] = [];
      for await (const { path } of api.assetStore.list(asset)) found.push(path.slice(asset.length + 1));
      return found.sort();
    };
    const assetOf = (hls: string) => /\/([^/]+)\/master\.m3u8$/.exec(hls)![1]!;

    test("stores two files for each rendition and sound, however long it is, and it plays", async () => {
      expect(await encode("long", 14)).toMatchObject({ state: "ready" });
      const { d } = await api.get("playback/start", "?id=long&index=1");
      const asset = assetOf(d.hls);
      const files = await filesOf(asset);
      expect(files.filter((path) => !/^(?:sprite_|thumbnails|subs\/)/.test(path))).toEqual([
        ...["master.m3u8", "progressive.mp4", "sound_1/index.m3u8", "sound_1/rendition.mp4"],
        ...["v240/index.m3u8", "v240/rendition.mp4"],
      ]);
      const [row] = await api.db.select().from(assets).where(eq(assets.id, asset));
      expect(row!.facts).toMatchObject({ joined: true, segments: d.start.segments });
      const count = (d.start.segments as [number, number][]).reduce((sum, [, each]) => sum + each, 0);
      expect(count).toBe(5);
      const piece = async (name: string) =>
        Buffer.from(await (await api.fetch(`${d.start.media}${name}`)).arrayBuffer());
      const names = Array.from({ length: count }, (_, n) => `seg_${String(n).padStart(5, "0")}.m4s`);
      const pieces = await Promise.all(["init.mp4", ...names].map(piece));
      const played = join(folder, `${kind}.mp4`);
      await writeFile(played, Buffer.concat(pieces));
      const entries = ["-show_entries", "stream=codec_name:format=duration", "-of", "csv=p=0"];
      const { stdout, stderr } = await run("ffprobe", ["-v", "warning", ...entries, played]);
      expect([stdout.split("\n").slice(0, 2), stderr]).toEqual([["h264", "aac"], ""]);
      expect(Number(stdout.trim().split("\n").at(-1))).toBeCloseTo(14, 0);
    });

    test("is removed as a whole when its movie has been deleted", async () => {
      const { d } = await api.get("playback/start", "?id=long&index=1");
      await api.db.delete(movies).where(eq(movies.id, "long"));
      api.clock.set(new Date(Date.now() + graceMs + 60_000));
      for await (const orphan of api.orphans())
        if (orphan.kind === "film") expect(await orphan.remove()).toBe(true);
      api.clock.set(new Date());
      expect(await filesOf(assetOf(d.hls))).toEqual([]);
    });

    if (kind === "bucket")
      test("waits for a bucket that fails while it is stored, and leaves no half of it", async () => {
        const bucket = store!;
        const before = await filesOf("");
        // After the first file, and before the file that makes an asset visible.
        atStep = (step) => step === "ladder-made" && bucket.line("last-write");
        const waiting = await encode("patient", 4);
        atStep = () => {};
        expect(waiting).toMatchObject({ state: "waiting", problem: "storage_away", attempts: 0 });
        expect((await filesOf("")).filter((path) => path.endsWith("master.m3u8"))).toEqual(
          before.filter((path) => path.endsWith("master.m3u8")),
        );
        expect((await api.get("playback/start", "?id=patient&index=1")).c).not.toBe(0);
        bucket.line("up");
        expect((await api.post("z/encoding/retry", { id: waiting.id }, admin)).c).toBe(0);
        expect(await until(waiting.id, ({ state }) => state === "ready")).toMatchObject({ problem: null });
        const { d } = await api.get("playback/start", "?id=patient&index=1");
        expect((await api.fetch(`${d.start.media}seg_00001.m4s`)).status).toBe(200);
      });
  },
);
