import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "../../../api/db/client.ts";
import { assets, captionings, subtitles } from "../../../api/db/schema.ts";
import { startTestBackend } from "../../setup/backend.ts";
import { makeCaptionsProgram } from "../../setup/captions-program.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { makeBothForms } from "../../setup/joined-film.ts";

/** @returns the signal a worker of its own ended by */
function work(order: object): Promise<NodeJS.Signals | null> {
  return new Promise((resolve, reject) => {
    const start = ["--import", "./server/quick-start.js", "tests/setup/captions-child.ts"];
    const child = execFile(process.execPath, [...start, JSON.stringify(order)], (_error, _out, said) => {
      if (said !== "") reject(new Error(said));
      else resolve(child.signalCode);
    });
  });
}

/** Command lines of programs that listen for a folder's videos. */
async function programsOf(folder: string): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name) && name !== `${process.pid}`);
  const lines = pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""));
  return (await Promise.all(lines)).filter((line) => line.includes(folder) && line.includes("whisper-cli"));
}

test(
  "a worker that is killed while the program listens leaves nothing behind, and captions are made once",
  { timeout: 120_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "matinee-captions-"));
    const { command, model, set } = await makeCaptionsProgram(folder);
    const api = await startTestBackend({ onDisk: true, captions: { command, model } });
    await addMovie(api.db, { id: "killed" });
    await api.db.update(assets).set({ durationS: 4 });
    const { segments } = await makeBothForms(folder, { seconds: 4 });
    await cp(segments, join(api.dataDir, "media", "killed-1"), { recursive: true });
    const key = randomUUID();
    const { token } = await api.person({ admin: 2 });
    const body = { key, id: "killed", index: 1, locale: null, replace: false };
    expect((await api.post("z/captions/start", body, { token })).c).toBe(0);
    const { raw } = api.database;
    const isEmbedded = !("url" in raw);
    const order = {
      dataDir: api.dataDir,
      command,
      model,
      captioning: key,
      ...(!isEmbedded && { url: raw.url }),
    };
    // Its one process gives the embedded database up.
    await api.jobs.stop();
    if (isEmbedded) await api.database.close();

    await set("hangs");
    expect(await work({ ...order, killed: true })).toBe("SIGKILL");
    const left = join(api.dataDir, "media", ".captions");
    expect(await readdir(left)).toHaveLength(1);
    await expect.poll(() => programsOf(folder)).toEqual([]);
    await set("speaks");
    expect(await work({ ...order, killed: false })).toBeNull();

    const database = isEmbedded ? await openDatabase({ dataDir: api.dataDir }) : api.database;
    const rows = await database.db.select().from(captionings).where(eq(captionings.id, key));
    expect(rows).toMatchObject([{ state: "done", attempts: 2, claim: null }]);
    expect(await database.db.select().from(subtitles)).toMatchObject([{ id: "en", source: "automatic" }]);
    expect(await readdir(left)).toEqual([]);
    await rm(folder, { recursive: true });
    if (!isEmbedded) return api.close();
    await database.close();
    await rm(api.dataDir, { recursive: true });
  },
);
