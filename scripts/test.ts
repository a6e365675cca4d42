import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runBin } from "./run.ts";
import { ensureSystemTools } from "./system-tools.ts";
import { startTestPostgres } from "./test-postgres.ts";

/** The whole suite; every part runs, so that one failure does not hide the next. */
const tally = { passed: 0, failed: 0, skipped: 0 };
const reports = await mkdtemp(join(tmpdir(), "matinee-tests-"));
const tools = await ensureSystemTools();
// Hundreds of processes read the same sources: they share compiled code.
process.env.NODE_COMPILE_CACHE = join(reports, "compiled");

async function check(
  title: string,
  bin: string,
  args: string[],
  env: Record<string, string | undefined> = {},
): Promise<void> {
  const { code, output } = await runBin(bin, args, { env, quiet: true });
  console.log(`\n── ${title}${code === 0 ? "" : ": FAILED"}\n${output}`.trimEnd());
  if (code === 0) tally.passed += 1;
  else tally.failed += 1;
}

/** Checks that read the sources and run nothing: one process after the other. */
async function readings(): Promise<void> {
  await check("types", "tsc", ["--noEmit"]);
  await check("lint", "eslint", ["--max-warnings=0", "."]);
  await check("format", "prettier", ["--check", "--log-level=warn", "."]);
  await check("architecture", "depcruise", ["app", "api", "contract", "demo", "server", "server.ts"]);
}

/** A runner's own count, from its JSON report; a runner without a report has failed. */
async function count(file: string, read: (report: never) => typeof tally, code: number): Promise<void> {
  const report = await readFile(file, "utf8").then(
    (text) => read(JSON.parse(text) as never),
    () => null,
  );
  if (report) for (const key of ["passed", "failed", "skipped"] as const) tally[key] += report[key];
  if (!report || (code !== 0 && report.failed === 0)) tally.failed += 1;
}

async function vitest(
  title: string,
  projects: string[],
  env: Record<string, string | undefined> = {},
): Promise<void> {
  console.log(`\n── ${title}`);
  const file = join(reports, `${projects.join("-")}.json`);
  const args = [
    "run",
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...projects.flatMap((name) => ["--project", name]),
  ];
  const { code } = await runBin("vitest", args, { env });
  type Report = { numPassedTests: number; numFailedTests: number; numPendingTests: number };
  await count(
    file,
    (report: Report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
    }),
    code,
  );
}

async function postgresql(): Promise<void> {
  const given = process.env.TEST_DATABASE_URL;
  if (!given && !tools.postgres) {
    console.log("\n── integration on PostgreSQL: SKIPPED, there is none here");
    return;
  }
  const own = given ? null : await startTestPostgres(tools.postgres!).catch((error: Error) => error);
  if (own instanceof Error) {
    console.log(`\n── integration on PostgreSQL: SKIPPED, it does not start here (${own.message})`);
    return;
  }
  try {
    await vitest("integration on PostgreSQL", ["postgresql"], { TEST_DATABASE_URL: given ?? own?.url });
  } finally {
    await own?.stop();
  }
}

async function journeys(): Promise<void> {
  if (!tools.chromium) {
    console.log("\n── browser journeys: SKIPPED, there is no Chromium here");
    return;
  }
  console.log("\n── browser journeys");
  const file = join(reports, "playwright.json");
  const { code } = await runBin("playwright", ["test", "--reporter=line,json"], {
    env: { CHROMIUM_PATH: tools.chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  type Report = { stats: { expected: number; unexpected: number; skipped: number } };
  await count(
    file,
    ({ stats }: Report) => ({
      passed: stats.expected,
      failed: stats.unexpected,
      skipped: stats.skipped,
    }),
    code,
  );
}

const began = Date.now();
await vitest("unit, and integration on the embedded database", ["unit", "pglite"]);
await postgresql();
// A build takes one processor, and the server's tests mostly wait for the server, so another processor is free.
const reading = readings();
await check("build", "node", ["scripts/build.ts"]);
await Promise.all([vitest("the server as a process", ["server"]), reading]);
await journeys();
await rm(reports, { recursive: true, force: true });
console.log(`\nThe whole suite took ${Math.round((Date.now() - began) / 1000)} s.`);
if (tally.skipped > 0) console.log(`${tally.skipped} skipped`);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed > 0 ? 1 : 0;
