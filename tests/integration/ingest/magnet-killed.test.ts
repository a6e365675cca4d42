import { randomBytes } from "node:crypto";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { openDatabase } from "../../../api/db/client.ts";
import { encodings, magnets, movies, uploads } from "../../../api/db/schema.ts";
import { startTestBackend } from "../../setup/backend.ts";
import { film, saveSettings } from "../../setup/magnets.ts";
import { noSeeder, seed, seedingClient } from "../../setup/seeder.ts";

const embedded = process.env.TEST_DATABASE !== "postgresql";
if (!seedingClient) process.stderr.write(`${noSeeder}\n`);

/** Runs a server that works on a magnet, and kills it where it says something. @returns what it said */
async function work(order: object, killWhen: (line: string) => boolean): Promise<string[]> {
  const args = ["--import", "./server/quick-start.js", "tests/setup/magnet-child.ts", JSON.stringify(order)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (killWhen(line)) child.kill("SIGKILL");
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return lines;
}

test.skipIf(!seedingClient)(
  "a server that is killed in the middle of a download continues it, and imports it once",
  { timeout: 240_000 },
  async () => {
    const bytes = randomBytes(4_000_000);
    const beside = Buffer.from("1\n00:00:00,500 --> 00:00:01,500\nHello\n");
    const files = [
      { path: ["Killed.mp4"], bytes },
      { path: ["Killed.en.srt"], bytes: beside },
    ];
    const seeder = await seed("Killed", files, { kbps: 1_500 });
    const api = await startTestBackend({ onDisk: true, magnetsPrivate: true });
    const editor = await api.person({ admin: 2 });
    await saveSettings(api, { magnets: true });
    const { d } = await api.post("z/magnet/add", { text: seeder.magnet, rights: true }, editor);
    const { raw } = api.database;
    const order = {
      ...{ dataDir: api.dataDir, id: d.lines[0].magnet.id, token: editor.token },
      ...("url" in raw && { url: raw.url }),
      choice: { target: film, files: [{ file: 0, episode: 1 }] },
    };
    if (embedded) {
      await api.jobs.stop();
      await api.database.close();
    }
    const first = await work(order, (line) => /^downloading [1-9]/.test(line));
    expect(first.at(-1)).toMatch(/^downloading [1-9]/);
    // What downloaded it has gone with it.
    const client = Number(first.find((line) => line.startsWith("client"))!.split(" ")[1]);
    while (isAlive(client)) await new Promise((resolve) => setTimeout(resolve, 20));

    const second = await work(order, () => false);
    expect(second.at(-1)).toBe(`done ${bytes.length + beside.length}`);
    // It did not ask for the metadata a second time.
    expect(second.filter((line) => line.startsWith("waiting-metadata") || line.startsWith("bug"))).toEqual(
      [],
    );
    await seeder.stop();

    const database = embedded ? await openDatabase({ dataDir: api.dataDir }) : api.database;
    const { db } = database;
    expect(await db.select().from(magnets)).toMatchObject([
      { state: "done", claim: null, movieId: "of-a-magnet" },
    ]);
    expect((await db.select().from(movies)).map(({ id }) => id)).toEqual(["of-a-magnet"]);
    const rows = await db.select().from(uploads);
    const stored = new Map(rows.map((row) => [row.bytes, row.key]));
    const [video, srt] = [stored.get(bytes.length)!, stored.get(beside.length)!];
    expect((await readdir(join(api.dataDir, "uploads"))).sort()).toEqual([video, srt].sort());
    expect((await readFile(join(api.dataDir, "uploads", video))).equals(bytes)).toBe(true);
    expect(await db.select().from(encodings)).toMatchObject([
      { source: video, sidecars: [{ key: srt, name: "Killed.en.srt", locale: "en", kind: "subtitles" }] },
    ]);
    if (!embedded) return api.close();
    await database.close();
    await rm(api.dataDir, { recursive: true });
  },
);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
