import { createHash, randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signGrant } from "../api/domain/media/grant.ts";
import { findProgram, runLoad, type LoadResult } from "./load.ts";
import { resolvePackage } from "./packages.ts";
import { startNginx, startNodeSubject, type Subject } from "./subjects.ts";

export type BenchRow = { name: string; value: number; unit: string };

export type SegmentBench = {
  rows: BenchRow[];
  /** Requests per second of ours, divided by those of another server in the same run. */
  ratios: Record<string, number>;
  /**
   * What each server does right (a measurement of wrong answers means nothing), and whether the target is
   * met. Express is expected to have no multipart answer.
   */
  checks: Record<string, boolean>;
};

export type SegmentBenchOptions = { rounds?: number; seconds?: number; connections?: number; bytes?: number };

type Contender = { name: string; url: string; subject: Subject; results: LoadResult[] };

const OURS = "matinee";
/** What our own handler has to gain over a ready-made one to be worth keeping. */
const TARGET = 1.3;
const ASSET = "film";
const FILE = "seg_00001.m4s";

/**
 * Requests per second for one 1 MB segment: ours with its signature check, Express's static files, and where
 * nginx is installed nginx alone and nginx sending what we allow (X-Accel-Redirect), both without TLS and
 * with one worker. All run at once and are loaded in turn, round by round, so that a noisy minute hits each
 * of them; the figures are medians of the rounds.
 */
export async function benchSegments(options: SegmentBenchOptions = {}): Promise<SegmentBench> {
  const { rounds = 5, seconds = 3, connections = 16, bytes = 1024 * 1024 } = options;
  await resolvePackage("express");
  const folder = mkdtempSync(join(tmpdir(), "bench-segments-"));
  // nginx reads as another user when it is started by root.
  chmodSync(folder, 0o755);
  const content = randomBytes(bytes);
  mkdirSync(join(folder, "root", ASSET), { recursive: true });
  writeFileSync(join(folder, "root", ASSET, FILE), content);
  const contenders: Contender[] = [];
  try {
    await startContenders(folder, contenders);
    const checks: Record<string, boolean> = {};
    for (const { name, url } of contenders) Object.assign(checks, await checkAnswers(name, url, content));
    for (const { url } of contenders) await runLoad({ url, connections, seconds: 1 });
    for (let round = 0; round < rounds; round++) {
      for (const { url, results } of contenders) results.push(await runLoad({ url, connections, seconds }));
    }
    for (const { name, results } of contenders)
      checks[`${name}: no errors`] = results.every((r) => r.errors === 0);
    const { rows, ratios } = summarise(contenders);
    checks[`${OURS}: at least ${TARGET} times express`] = (ratios.express ?? 0) >= TARGET;
    return { rows, ratios, checks };
  } finally {
    await Promise.all(contenders.map(({ subject }) => subject.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Adds each server as soon as it runs, so that a later failure leaves none behind. */
async function startContenders(folder: string, contenders: Contender[]): Promise<void> {
  const root = join(folder, "root");
  const secret = randomBytes(32).toString("base64url");
  const expiresAt = new Date(Date.now() + 3_600_000);
  const signed = `/media/${signGrant({ asset: ASSET, subject: "bench", expiresAt }, secret)}/${ASSET}/${FILE}`;
  const add = (name: string, subject: Subject, path: string): void => {
    contenders.push({ name, subject, url: `http://127.0.0.1:${subject.port}${path}`, results: [] });
  };
  add(OURS, await startNodeSubject("matinee-media.ts", [root, secret]), signed);
  add("express", await startNodeSubject("express-static.mjs", [root]), `/media/${ASSET}/${FILE}`);
  const nginx = findProgram("nginx");
  if (nginx === null) return;
  const direct = `location /media/ { alias ${root}/; }`;
  add("nginx", await startNginx(nginx, join(folder, "nginx"), direct), `/media/${ASSET}/${FILE}`);
  const behind = await startNodeSubject("matinee-media.ts", [root, secret, "_files"]);
  const accel = `location /media/ { proxy_pass http://127.0.0.1:${behind.port}; }
    location /_files/ { internal; alias ${root}/; add_header X-Content-Type-Options nosniff; }`;
  const front = await startNginx(nginx, join(folder, "nginx-accel"), accel).catch(async (error: unknown) => {
    await behind.stop();
    throw error;
  });
  const both = {
    port: front.port,
    stop: async () => void (await Promise.all([front.stop(), behind.stop()])),
  };
  add("matinee behind nginx", both, signed);
}

async function checkAnswers(name: string, url: string, content: Buffer): Promise<Record<string, boolean>> {
  const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
  const whole = await fetch(url);
  const wholeBody = Buffer.from(await whole.arrayBuffer());
  const range = await fetch(url, { headers: { range: "bytes=1000-299999" } });
  const rangeBody = Buffer.from(await range.arrayBuffer());
  const backwards = await fetch(url, { headers: { range: "bytes=5-2" } }).then(
    async (answer) => (await answer.arrayBuffer(), [200, 416].includes(answer.status)),
    () => false,
  );
  const several = await fetch(url, { headers: { range: "bytes=0-0,-1" } });
  await several.arrayBuffer();
  return {
    [`${name}: whole file`]: whole.status === 200 && digest(wholeBody) === digest(content),
    [`${name}: one range`]:
      range.status === 206 && digest(rangeBody) === digest(content.subarray(1000, 300_000)),
    [`${name}: survives a backwards range`]: backwards,
    [`${name}: several ranges`]:
      several.headers.get("content-type")?.startsWith("multipart/byteranges") ?? false,
    [`${name}: entity tag`]: whole.headers.has("etag"),
  };
}

function summarise(contenders: readonly Contender[]): Pick<SegmentBench, "rows" | "ratios"> {
  const rate = ({ results }: Contender): number => median(results.map((r) => r.requestsPerSecond));
  const rows = contenders.flatMap((contender) => [
    { name: contender.name, value: Math.round(rate(contender)), unit: "requests/s" },
    {
      name: `${contender.name}, p99`,
      value: median(contender.results.map((r) => r.latency.p99)),
      unit: "ms",
    },
  ]);
  const ours = contenders.find(({ name }) => name === OURS);
  const others = ours ? contenders.filter((contender) => contender !== ours) : [];
  const ratios = others.map((other) => [other.name, Number((rate(ours!) / rate(other)).toFixed(2))]);
  return { rows, ratios: Object.fromEntries(ratios) as Record<string, number> };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

if (import.meta.main) console.log(JSON.stringify(await benchSegments(), null, 2));
