import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodings, users } from "../../api/db/schema.ts";
import { openSession } from "../../api/domain/accounts/identity/session.ts";
import { which } from "../../scripts/system-tools.ts";
import { addMovie } from "../setup/catalogue.ts";
import { follow, type NpmProcess } from "../setup/npm-process.ts";
import { makeVideo, storeFile } from "../setup/videos.ts";
import { programs } from "./setup/programs.ts";
import { post, startTwoServers, type TwoServers } from "./setup/two-servers.ts";

/** Another container: its process numbers begin at 1. */
const container = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc"];
/** Time until a dead worker's film is taken over, as docs/operations.md says. Milliseconds. */
const takenOverMs = 30_000;

const ffmpeg = await which("ffmpeg");
let two: TwoServers;
let goAhead: string;
let encoding: string;
const workers: NpmProcess[] = [];

beforeAll(async () => {
  if (!programs.postgres || !ffmpeg) return;
  two = await startTwoServers();
  const { db } = two.database;
  await db.insert(users).values({ uid: "owner", anonymous: false, admin: 3 });
  const token = await openSession(db, { uid: "owner", userAgent: "test", now: new Date() });
  await addMovie(db, { id: "long", ready: 0 });
  const video = await makeVideo(two.dataDir, { seconds: 6, size: "320x180" });
  const source = await storeFile({ db, dataDir: two.dataDir }, video);
  encoding = randomUUID();
  const body = { key: encoding, movie: "long", index: 1, source };
  expect((await post(two.servers[0], "z/encoding/start", { body, token })).c).toBe(0);
  // Encodes when the test says so: until then it is a long film.
  goAhead = join(two.dataDir, "go-ahead");
  const tool = join(two.dataDir, "ffmpeg");
  const wait = `case "$*" in *seg_*) while [ ! -e '${goAhead}' ]; do sleep 0.2; done;; esac`;
  await writeFile(tool, `#!/bin/sh\n${wait}\nexec ${ffmpeg} "$@"\n`);
  await chmod(tool, 0o755);
});
afterAll(async () => {
  for (const { child } of workers) child.kill("SIGKILL");
  await Promise.all(workers.map(({ ended }) => ended));
  await two?.stop();
});

/** @param minutes how far its clock is ahead of the others' */
async function startWorker({ within = [], minutes = 0 }: { within?: string[]; minutes?: number } = {}) {
  const ahead = `const now = Date.now; Date.now = () => now() + ${minutes * 60_000};
    globalThis.Date = class extends Date { constructor(...at) { at.length ? super(...at) : super(Date.now()); } }`;
  const node = ["node_modules/.bin/node", "--import", "./server/quick-start.js"];
  const clock = minutes ? ["--import", `data:text/javascript,${encodeURIComponent(ahead)}`] : [];
  const [program = "", ...args] = [...within, ...node, ...clock, "scripts/worker.ts"];
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, ...two.env, WORKER: "on", LOG_LEVEL: "info", NODE_ENV: "production" as const };
  const worker = follow(
    spawn(program, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...env, FFMPEG_PATH: join(two.dataDir, "ffmpeg") },
    }),
  );
  workers.push(worker);
  await worker.said('"msg":"working"');
  return worker;
}

async function film() {
  const [row] = await two.database.db.select().from(encodings).where(eq(encodings.id, encoding));
  const { state, attempts, claim, owner, problem } = row!;
  return { state, attempts, claim, holder: owner?.process, problem };
}

async function until(is: () => Promise<boolean>, mostMs: number): Promise<number> {
  const begun = performance.now();
  while (!(await is())) {
    if (performance.now() - begun > mostMs + 30_000) throw new Error(JSON.stringify(await film()));
    await pause(100);
  }
  return performance.now() - begun;
}
const begun = (attempts: number) => async () => {
  const now = await film();
  return now.state === "encoding" && now.attempts === attempts;
};

describe.skipIf(!programs.postgres || !ffmpeg)("of workers on one database", () => {
  let first: NpmProcess;
  let second: NpmProcess;

  test("one in another container, with a clock ten minutes ahead, leaves a living worker its film", async () => {
    first = await startWorker();
    await until(begun(1), 15_000);
    const held = await film();
    second = await startWorker({ within: container, minutes: 10 });
    const end = performance.now() + takenOverMs + 5_000;
    while (performance.now() < end) {
      expect(await film()).toEqual(held);
      await pause(500);
    }
  });

  test("it takes the film over when that worker was killed", async () => {
    first.child.kill("SIGKILL");
    expect(await until(begun(2), takenOverMs)).toBeLessThan(takenOverMs);
  });

  test("a new one does so after it, too, and finishes the film once", async () => {
    second.child.kill("SIGKILL");
    await second.ended;
    const third = await startWorker({ minutes: -10 });
    expect(await until(begun(3), takenOverMs)).toBeLessThan(takenOverMs);
    await writeFile(goAhead, "");
    await until(async () => (await film()).state === "ready", 30_000);
    expect((await film()).attempts).toBe(3);
    expect(third.output()).not.toContain('"level":50');
  });
});
