import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { createLocalIdentity } from "../api/adapters/local-identity/local-identity.ts";
import { openDatabase } from "../api/db/client.ts";
import { users } from "../api/db/schema.ts";
import { signGrant } from "../api/domain/playback/media/grant.ts";
import { openSession } from "../api/domain/accounts/identity/session.ts";
import { subjectOf } from "../api/domain/playback/viewer.ts";
import { loadSecret } from "../server/secret.ts";
import { ensureBuild, startApp } from "./app.ts";
import {
  emptyResult,
  median,
  percentile,
  rounded,
  type Part,
  type PartOptions,
  type PartResult,
} from "./result.ts";
import type { CrowdOrder, CrowdReport } from "./subjects/crowd.ts";

const [signInsPerS, avatarsPerS] = [50, 10];
const [viewers, restMs] = [4, 50];
const segmentBytes = 1024 * 1024;
const people = 60;

/** How long a movie's segment takes while people sign in and change their pictures, compared with the idle server. */
export const busy: Part = { title: "Segments while people come", run: measure };

async function measure({ quick, say }: PartOptions): Promise<PartResult> {
  const { rounds, seconds } = quick ? { rounds: 3, seconds: 4 } : { rounds: 7, seconds: 8 };
  await ensureBuild(say);
  const folder = await mkdtemp(join(tmpdir(), "matinee-busy-"));
  try {
    say("seeding");
    const { path, ...order } = await seed(folder);
    const app = await startApp({ dataDir: folder, env: { TRUST_PROXY: "loopback" } });
    try {
      const idle: number[] = [];
      const loaded: number[] = [];
      const reports: CrowdReport[] = [];
      await watch(`${app.url}${path}`, 2);
      for (let round = 1; round <= rounds; round++) {
        say(`round ${round} of ${rounds}`);
        idle.push(percentile(await watch(`${app.url}${path}`, seconds), 0.99));
        const crowd = await startCrowd(app.url, order);
        loaded.push(percentile(await watch(`${app.url}${path}`, seconds), 0.99));
        reports.push(await crowd.stop());
      }
      return resultOf({ idle, loaded, reports, seconds });
    } finally {
      await app.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function resultOf({
  idle,
  loaded,
  reports,
  seconds,
}: {
  idle: number[];
  loaded: number[];
  reports: CrowdReport[];
  seconds: number;
}): PartResult {
  const result = emptyResult();
  const perS = (count: (report: CrowdReport) => number) => rounded(median(reports.map(count)) / seconds, 1);
  result.rows.push(
    { name: "segment of 1 MB, at rest: p99", value: rounded(median(idle), 1), unit: "ms" },
    { name: "the same, people coming: p99", value: rounded(median(loaded), 1), unit: "ms" },
    {
      name: `of ${signInsPerS} sign-ins a second, done`,
      value: perS(({ signedIn }) => signedIn),
      unit: "/s",
    },
    { name: "told to come again", value: perS(({ busy }) => busy), unit: "/s" },
    { name: `of ${avatarsPerS} pictures a second, done`, value: perS(({ drawn }) => drawn), unit: "/s" },
  );
  result.ratios.push({
    name: `segment p99 under ${signInsPerS} sign-ins/s and ${avatarsPerS} avatars/s ÷ at rest`,
    value: rounded(median(loaded.map((ms, round) => ms / idle[round]!)), 2),
    unit: "×",
    target: { atMost: 2 },
  });
  const other = reports.flatMap((report) => report.other);
  result.checks["every answer is a success, or a refusal that asks to retry"] = other.length === 0;
  result.findings.push(...new Set(other));
  return result;
}

/** Makes a movie of one segment, accounts, and people with a session and a picture to send. */
async function seed(dataDir: string): Promise<CrowdOrder & { path: string }> {
  const secret = await loadSecret({ given: undefined, dataDir });
  const rung = join(dataDir, "media", "film", "v240");
  await mkdir(rung, { recursive: true });
  await writeFile(join(rung, "seg_00000.m4s"), Buffer.alloc(segmentBytes, "film"));
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const picture = join(dataDir, "picture.jpg");
  await sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#808080", noise } })
    .jpeg({ quality: 80 })
    .toFile(picture);
  const { db, close } = await openDatabase({ dataDir });
  try {
    const now = new Date();
    const identity = createLocalIdentity({
      ...{ db, secret: new TextEncoder().encode(`${secret}.identity`), clock: { now: () => now } },
      busy: () => new Error("busy"),
    });
    const accounts = Array.from({ length: 20 }, (_, n) => ({
      ...{ email: `bench-${n}@example.test`, password: "correct horse" },
    }));
    for (const account of accounts) await identity.signUp({ ...account, name: null, guestUid: null });
    const tokens: string[] = [];
    for (let n = 0; n < people; n++) {
      const uid = `bench-${n}`;
      await db.insert(users).values({ uid, anonymous: false });
      tokens.push(await openSession(db, { uid, userAgent: "bench", now }));
    }
    const subject = subjectOf({ uid: null, tracked: false, level: "free" });
    const expiresAt = new Date(now.getTime() + 3_600_000);
    const grant = signGrant({ asset: "film", subject, expiresAt }, `${secret}.media`);
    const path = `/media/${grant}/film/v240/seg_00000.m4s`;
    return { signInsPerS, avatarsPerS, accounts, tokens, picture, path };
  } finally {
    await close();
  }
}

/**
 * Viewers who fetch the segment, pause, and fetch it again: each waits for one to arrive before the next.
 * @returns milliseconds until the last byte, for each fetch
 */
async function watch(url: string, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const took: number[] = [];
  const end = performance.now() + seconds * 1_000;
  const view = async () => {
    while (performance.now() < end) {
      took.push(await fetchSegment(url, agent));
      await new Promise((done) => setTimeout(done, restMs));
    }
  };
  try {
    await Promise.all(Array.from({ length: viewers }, view));
    return took;
  } finally {
    agent.destroy();
  }
}

function fetchSegment(url: string, agent: Agent): Promise<number> {
  const began = performance.now();
  return new Promise((done, fail) => {
    const request = get(url, { agent }, (answer) => {
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => (bytes += chunk.length)).on("error", fail);
      answer.on("end", () => {
        if (answer.statusCode === 200 && bytes === segmentBytes) done(performance.now() - began);
        else fail(new Error(`a segment was answered ${answer.statusCode} with ${bytes} bytes`));
      });
    });
    request.on("error", fail);
  });
}

/** Runs in a separate process, so that its own work does not affect the figures. */
async function startCrowd(url: string, order: CrowdOrder): Promise<{ stop: () => Promise<CrowdReport> }> {
  const program = join(import.meta.dirname, "subjects/crowd.ts");
  const child = spawn(process.execPath, [program, url, JSON.stringify(order)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  await once(child.stdout, "data");
  return {
    async stop() {
      child.stdin.end();
      await once(child, "close");
      return JSON.parse(said.trim().split("\n").at(-1)!) as CrowdReport;
    },
  };
}
