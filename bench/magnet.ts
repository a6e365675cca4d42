import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBackend } from "../api/compose/create-backend.ts";
import { openDatabase } from "../api/db/client.ts";
import { settingChanges, settingRows, users } from "../api/db/schema.ts";
import { openSession } from "../api/domain/accounts/identity/session.ts";
import type { MagnetDetail } from "../contract/index.ts";
import { createLoopbackClient } from "../tests/setup/magnets.ts";
import { hasLeecher, leech, seed, type Seeder } from "../tests/setup/seeder.ts";
import { startTracker } from "../tests/setup/tracker.ts";
import { emptyResult, median, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";

const megabytes = 50;
const target = { atMost: 2 };

/** Cost of importing a magnet, against a bare client that only downloads it. */
export const magnet: Part = { title: "Magnets", run: measure };

async function measure({ quick, say }: PartOptions): Promise<PartResult> {
  const result = emptyResult();
  if (!hasLeecher) {
    result.findings.push("aria2c is not installed: there is nothing to compare with");
    return result;
  }
  const bare: number[] = [];
  const ours: number[] = [];
  for (let round = 1; round <= (quick ? 1 : 3); round++) {
    const bytes = randomBytes(megabytes * 1e6);
    const seeder = await seed(`Film ${round}`, [{ path: ["film.mp4"], bytes }]);
    try {
      say(`bare aria2c, round ${round}`);
      bare.push(await downloadBare(seeder));
      say(`our import, round ${round}`);
      ours.push(await bringIn(seeder, result));
    } finally {
      await seeder.stop();
    }
  }
  const [base, value] = [median(bare), median(ours)];
  result.rows.push({ name: `${megabytes} MB by bare aria2c`, value: rounded(base, 1), unit: "s" });
  result.rows.push({ name: `${megabytes} MB imported`, value: rounded(value, 1), unit: "s" });
  result.ratios.push({
    ...{ name: "import ÷ bare aria2c", value: rounded(value / base, 2), unit: "×", target },
  });
  return result;
}

/** @returns seconds */
async function downloadBare({ infohash, peer }: Seeder): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "matinee-bare-"));
  const tracker = await startTracker(infohash, [peer]);
  try {
    const began = performance.now();
    await leech(infohash, { tracker: tracker.url, folder });
    return (performance.now() - began) / 1_000;
  } finally {
    tracker.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns seconds */
async function bringIn(seeder: Seeder, result: PartResult): Promise<number> {
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
    work: { magnets: { client: createLoopbackClient() } },
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
      if (one.state === "failed") throw new Error(`${one.problem} ${one.detail}`);
      if (one.state === "done") break;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    const seconds = (performance.now() - began) / 1_000;
    result.checks["nothing unexpected happened"] = bugs.length === 0;
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
