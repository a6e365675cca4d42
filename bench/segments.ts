import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signGrant } from "../api/domain/playback/media/grant.ts";
import { findProgram, runLoad, type LoadResult } from "./load.ts";
import { resolvePackage } from "./packages.ts";
import { checkRanges } from "./ranges.ts";
import {
  emptyResult,
  median,
  rounded,
  type BenchRow,
  type Part,
  type PartOptions,
  type PartResult,
} from "./result.ts";
import { startNginx, startNodeSubject, type Subject } from "./subjects.ts";

type Contender = { name: string; url: string; subject: Subject; results: LoadResult[] };

const OURS = "matinee";
/** The gain our own handler must have over a ready-made one to be worth keeping. */
const TARGET = { atLeast: 1.3 };
const ASSET = "film";
const FILE = "seg_00001.m4s";

/**
 * Requests per second for one 1 MB segment: ours with its signature check, Express's static files, and if nginx is
 * installed nginx alone and nginx sending the files we allow (X-Accel-Redirect), both without TLS and with one worker.
 * All run at once and are loaded in turn, round by round, so that a noisy minute affects each of them; the figures are
 * medians of the rounds.
 */
export const segments: Part = { title: "Segments of 1 MB", run };

async function run({ quick, say }: PartOptions): Promise<PartResult> {
  const { rounds, seconds } = quick ? { rounds: 2, seconds: 2 } : { rounds: 5, seconds: 3 };
  const [connections, bytes] = [16, 1024 * 1024];
  await resolvePackage("express");
  const folder = mkdtempSync(join(tmpdir(), "bench-segments-"));
  // nginx started by root reads as another user.
  chmodSync(folder, 0o755);
  const content = randomBytes(bytes);
  mkdirSync(join(folder, "root", ASSET), { recursive: true });
  writeFileSync(join(folder, "root", ASSET, FILE), content);
  const contenders: Contender[] = [];
  try {
    await startContenders(folder, contenders);
    const result = emptyResult();
    say("checking");
    for (const { name, url } of contenders) {
      for (const [form, right] of Object.entries(await checkRanges(url, content))) {
        // Errors of other servers are reported but do not fail the check.
        if (name.startsWith(OURS)) result.checks[`${name}: ${form}`] = right;
        else if (!right) result.findings.push(`${name} answers wrongly: ${form}`);
      }
    }
    say("loading");
    for (const { url } of contenders) await runLoad({ url, connections, seconds: 1 });
    for (let round = 0; round < rounds; round++) {
      for (const { url, results } of contenders) results.push(await runLoad({ url, connections, seconds }));
    }
    for (const { name, results } of contenders)
      result.checks[`${name}: no errors`] = results.every((r) => r.errors === 0);
    return { ...result, ...summarise(contenders) };
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

function summarise(contenders: readonly Contender[]): Pick<PartResult, "rows" | "ratios"> {
  const rate = ({ results }: Contender): number => median(results.map((r) => r.requestsPerSecond));
  const rows = contenders.flatMap((contender): BenchRow[] => [
    { name: contender.name, value: rounded(rate(contender)), unit: "requests/s" },
    {
      name: `${contender.name}, p99`,
      value: rounded(median(contender.results.map((r) => r.latency.p99)), 1),
      unit: "ms",
    },
  ]);
  const ours = contenders.find(({ name }) => name === OURS)!;
  const ratios = contenders
    .filter((contender) => contender !== ours)
    .map((other): BenchRow => ({
      name: `${OURS} ÷ ${other.name}`,
      value: rounded(rate(ours) / rate(other), 2),
      unit: "×",
      ...(other.name === "express" ? { target: TARGET } : {}),
    }));
  return { rows, ratios };
}
