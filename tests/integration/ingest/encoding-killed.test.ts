import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "../../../api/db/client.ts";
import { assets, encodings, subtitles } from "../../../api/db/schema.ts";
import { clearLeftovers, graceHours } from "../../../api/domain/ingest/encoding/clear-leftovers.ts";
import type { EncodeStep } from "../../../api/worker/encode-deps.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { makeVideo, storeFile } from "../../setup/videos.ts";

const steps: EncodeStep[] = [
  ...(["claimed", "measured", "pictured", "preview-made", "preview-published"] as const),
  ...(["tuned", "ladder-begun", "ladder-half", "ladder-made", "moved", "published"] as const),
];
/** On the embedded database each process opens it anew, which takes its time. */
const embedded = process.env.TEST_DATABASE !== "postgresql";
const killed = embedded ? (["moved"] as const) : steps;

/** @returns the signal a worker of its own ended by */
function work(order: object): Promise<NodeJS.Signals | null> {
  return new Promise((resolve, reject) => {
    const args = [
      "--import",
      "./server/quick-start.js",
      "tests/setup/encode-child.ts",
      JSON.stringify(order),
    ];
    const child = execFile(process.execPath, args, (_error, _out, said) => {
      if (said !== "") reject(new Error(said));
      else resolve(child.signalCode);
    });
  });
}

/** Command lines of processes that have to do with a folder. */
async function processesOf(folder: string): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name) && name !== `${process.pid}`);
  const lines = pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""));
  return (await Promise.all(lines)).filter((line) => line.includes(folder) && line.includes("ffmpeg"));
}

/** Its one process gives the embedded database up. */
async function closeAll({ jobs, database }: TestBackend): Promise<void> {
  await jobs.stop();
  await database.close();
}

test(
  "a worker that is killed at any step leaves nothing behind, and the film is finished once",
  { timeout: 240_000 },
  async () => {
    const api = await startTestBackend({ onDisk: true });
    await addMovie(api.db, { id: "killed", ready: 0, artworkVersion: "0" });
    const source = await storeFile(api, await makeVideo(api.dataDir, { seconds: 3, size: "480x270" }));
    const { token } = await api.person({ admin: 2 });
    const encoding = randomUUID();
    const { raw } = api.database;
    const order = { dataDir: api.dataDir, ...("url" in raw && { url: raw.url }), encoding };
    expect(
      (await api.post("z/encoding/start", { key: encoding, movie: "killed", index: 1, source }, { token })).c,
    ).toBe(0);
    // Beside it lay subtitles.
    const srt = join(api.dataDir, "beside.srt");
    await writeFile(srt, "1\n00:00:00,500 --> 00:00:01,500\nA door opens\n");
    const name = "Killed.en.srt";
    const beside = {
      key: await storeFile(api, srt),
      name,
      locale: "en",
      kind: "subtitles",
      problem: null,
    } as const;
    await api.db
      .update(encodings)
      .set({ sidecars: [beside] })
      .where(eq(encodings.id, encoding));
    if (embedded) await closeAll(api);
    for (const killAt of killed)
      expect([killAt, await work({ ...order, killAt })]).toEqual([killAt, "SIGKILL"]);
    expect(await work({ ...order, killAt: null })).toBe(null);
    expect(await processesOf(api.dataDir)).toEqual([]);

    const database = embedded ? await openDatabase({ dataDir: api.dataDir }) : api.database;
    const { db } = database;
    const mediaDir = join(api.dataDir, "media");
    const [row] = await db.select().from(encodings);
    expect(row).toMatchObject({ state: "ready", progress: 1, problem: null, claim: null });
    const assetStore = async () => (await db.select().from(assets)).map(({ id }) => id).sort();
    const folders = async () => (await readdir(mediaDir)).filter((name) => name !== ".encoding").sort();
    expect(await readdir(join(mediaDir, ".encoding"))).toEqual([]);
    // The test's own asset that never was ready has no folder.
    expect(await folders()).toEqual((await assetStore()).filter((id) => id !== "killed-1"));
    await clearLeftovers(
      { db, assetStore: api.assetStore, mediaDir },
      new Date(Date.now() + (graceHours + 1) * 3_600_000),
    );
    expect(await folders()).toEqual([row!.assetId]);
    const tracks = await db.select().from(subtitles).where(eq(subtitles.assetId, row!.assetId!));
    expect(tracks).toMatchObject([{ id: "en", source: "sidecar" }]);
    expect(row!.sidecars).toEqual([beside]);
    if (!embedded) return api.close();
    await database.close();
    await rm(api.dataDir, { recursive: true });
  },
);
