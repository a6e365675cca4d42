import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findAria2 } from "../api/adapters/aria2-torrent/aria2-process.ts";
import { createAria2 } from "../api/adapters/aria2-torrent/aria2-torrent.ts";
import { createPeerTracker } from "../api/adapters/aria2-torrent/peer-tracker.ts";
import { createWebtorrent } from "../api/adapters/webtorrent-torrent/webtorrent-torrent.ts";
import { createBackend } from "../api/compose/create-backend.ts";
import { openDatabase } from "../api/db/client.ts";
import { settingChanges, settingRows, users } from "../api/db/schema.ts";
import { openSession } from "../api/domain/accounts/identity/session.ts";
import type { TorrentClient } from "../api/ports/torrent.ts";
import type { MagnetDetail } from "../contract/index.ts";
import { seed, type Seeder } from "../tests/setup/seeder.ts";
import { emptyResult, median, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";

const run = promisify(execFile);
const megabytes = 50;
const target = { atMost: 2 };

/** Cost of importing a magnet, against a bare client that only downloads it. */
export const magnet: Part = { title: "Magnets", run: measure };

async function measure({ quick, say }: PartOptions): Promise<PartResult> {
  const result = emptyResult();
  const program = findAria2();
  if (!program) {
    result.findings.push("aria2c is not installed: there is nothing to compare with");
    return result;
  }
  const clients: Record<string, () => TorrentClient> = {
    webtorrent: () => createWebtorrent({ private: true, discovery: false }),
    aria2: () => createAria2({ program, discovery: false }),
  };
  const bare: number[] = [];
  const ours: Record<string, number[]> = { webtorrent: [], aria2: [] };
  for (let round = 1; round <= (quick ? 1 : 3); round++) {
    const bytes = randomBytes(megabytes * 1e6);
    const seeder = await seed(`Film ${round}`, [{ path: ["film.mp4"], bytes }], { client: "aria2c" });
    try {
      say(`bare aria2c, round ${round}`);
      bare.push(await downloadBare(program, seeder));
      for (const [name, make] of Object.entries(clients)) {
        say(`our import by ${name}, round ${round}`);
        ours[name]!.push(await bringIn(make(), { seeder, result, name }));
      }
    } finally {
      await seeder.stop();
    }
  }
  const base = median(bare);
  result.rows.push({ name: `${megabytes} MB by bare aria2c`, value: rounded(base, 1), unit: "s" });
  for (const [name, seconds] of Object.entries(ours)) {
    const value = median(seconds);
    result.rows.push({ name: `${megabytes} MB imported by ${name}`, value: rounded(value, 1), unit: "s" });
    result.ratios.push({
      ...{ name: `import by ${name} ÷ bare aria2c`, value: rounded(value / base, 2), unit: "×", target },
    });
  }
  return result;
}

/** @returns seconds */
async function downloadBare(program: string, { infohash, peer }: Seeder): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "matinee-bare-"));
  const tracker = createPeerTracker();
  try {
    const url = await tracker.tell(infohash, [peer]);
    const began = performance.now();
    await run(program, [
      ...["--no-conf", "--quiet", "--seed-time=0", "--enable-dht=false", "--bt-enable-lpd=false"],
      ...["--enable-peer-exchange=false", "--file-allocation=none", `--dir=${folder}`],
      `magnet:?xt=urn:btih:${infohash}&tr=${encodeURIComponent(url)}`,
    ]);
    return (performance.now() - began) / 1_000;
  } finally {
    await tracker.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns seconds */
async function bringIn(
  client: TorrentClient,
  { seeder, result, name }: { seeder: Seeder; result: PartResult; name: string },
): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), "matinee-bench-magnet-"));
  const database = await openDatabase({ dataDir });
  const { db } = database;
  await db.insert(users).values({ uid: "editor", anonymous: false, admin: 2 });
  const token = await openSession(db, { uid: "editor", userAgent: "bench", now: new Date() });
  await db.insert(settingChanges).values({ revision: 1, at: new Date(), changes: [] });
  await db.insert(settingRows).values({ key: "magnets", value: true, revision: 1 });
  const bugs: unknown[] = [];
  const backend = createBackend({
    ...{ database, dataDir, localesDir: "locales", secret: "bench".repeat(10) },
    ...{ version: "0.0.0" },
    ...{ clock: { now: () => new Date() }, onBug: (error) => bugs.push(error), checkAnswers: false },
    work: { magnets: { client } },
  });
  const call = async <T>(method: "GET" | "POST", path: string, body?: object): Promise<T> => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await backend.fetch(new Request(`http://bench.test/api/${path}`, init));
    const { c, d } = (await response.json()) as { c: number; d: T };
    if (c !== 0) throw new Error(`${path} answered ${c}`);
    return d;
  };
  try {
    await backend.worker.start();
    const began = performance.now();
    type Added = { lines: { magnet: { id: string } }[] };
    const { lines } = await call<Added>("POST", "z/magnet/add", { text: seeder.magnet, rights: true });
    const { id } = lines[0]!.magnet;
    for (;;) {
      const { magnet: one } = await call<{ magnet: MagnetDetail }>("GET", `z/magnet/read?id=${id}`);
      if (one.state === "choose") await call("POST", "z/magnet/choose", { ...choice, id });
      if (one.state === "failed") throw new Error(`${name}: ${one.problem} ${one.detail}`);
      if (one.state === "done") break;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    const seconds = (performance.now() - began) / 1_000;
    result.checks[`nothing unexpected happened, by ${name}`] = bugs.length === 0;
    return seconds;
  } finally {
    await backend.worker.stop(0);
    await backend.jobs.stop();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const choice = {
  target: {
    ...{ kind: "new", title: "Film", originalLanguage: "en", movieKind: "film" },
    ...{ access: "free", year: 2024, rating: 0 },
  },
  files: [{ file: 0, episode: 1 }],
};
