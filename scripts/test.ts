import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { runBin } from "./run.ts";
import { ensureSystemTools } from "./system-tools.ts";
import { startTestPostgres, type TestPostgres } from "./test-postgres.ts";

/** The whole suite; every part runs, so that one failure does not hide the next, and all are told again at the end. */
const failures: string[] = [];
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
  else failed(title, [output]);
}

/** @param reasons of one test or check; the first lines of each say enough */
function failed(title: string, reasons: string[]): void {
  tally.failed += 1;
  const lines = reasons.flatMap((reason) => stripVTControlCharacters(reason).trim().split("\n").slice(0, 30));
  failures.push([`✗ ${title}`, ...lines.map((line) => `    ${line}`)].join("\n"));
}

/** Checks that read the sources and run nothing: one process after the other. */
async function readings(): Promise<void> {
  await check("types", "tsc", ["--noEmit"]);
  await check("lint", "eslint", ["--max-warnings=0", "."]);
  await check("format", "prettier", ["--check", "--log-level=warn", "."]);
  await check("architecture", "depcruise", ["app", "api", "contract", "demo", "server", "server.ts"]);
}

/** A runner's own count, from its JSON report; a runner without a report has failed. */
async function count(
  title: string,
  file: string,
  read: (report: never) => { passed: number; skipped: number; failed: [title: string, reasons: string[]][] },
  code: number,
): Promise<void> {
  const report = await readFile(file, "utf8").then(
    (text) => read(JSON.parse(text) as never),
    () => null,
  );
  tally.passed += report?.passed ?? 0;
  tally.skipped += report?.skipped ?? 0;
  for (const [name, reasons] of report?.failed ?? []) failed(name, reasons);
  if (!report || (code !== 0 && report.failed.length === 0)) failed(title, [`its runner ended with ${code}`]);
}

/** @param workers at most at once, in place of the default; their output then comes at the end */
async function vitest(
  title: string,
  projects: string[],
  { env = {}, workers }: { env?: Record<string, string | undefined>; workers?: number } = {},
): Promise<void> {
  const file = join(reports, `${projects.join("-")}.json`);
  const args = [
    "run",
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...(workers ? [`--maxWorkers=${workers}`] : []),
    ...projects.flatMap((name) => ["--project", name]),
  ];
  const quiet = workers !== undefined;
  if (!quiet) console.log(`\n── ${title}`);
  const { code, output } = await runBin("vitest", args, { env, quiet });
  if (quiet) console.log(`\n── ${title}\n${output}`.trimEnd());
  type Result = { status: string; fullName: string; failureMessages: string[] };
  type File = { name: string; status: string; message: string; assertionResults: Result[] };
  type Report = { numPassedTests: number; numPendingTests: number; testResults: File[] };
  const read = ({ numPassedTests, numPendingTests, testResults }: Report) => ({
    passed: numPassedTests,
    skipped: numPendingTests,
    failed: testResults.flatMap(({ name, status, message, assertionResults }) => {
      const own = assertionResults.filter((result) => result.status === "failed");
      // A file that can't be loaded, or whose hook fails, may have no failed test.
      if (status === "failed" && own.length === 0) return [[name, [message]] as [string, string[]]];
      return own.map((result): [string, string[]] => [
        `${name} › ${result.fullName}`,
        result.failureMessages,
      ]);
    }),
  });
  await count(title, file, read, code);
}

/**
 * Integration runs once as a whole: on PostgreSQL where there is one, otherwise on the embedded database.
 * @returns whether it was PostgreSQL
 */
async function integration(): Promise<boolean> {
  const given = process.env.TEST_DATABASE_URL;
  const own = given ? null : await ownPostgres();
  const url = given ?? own?.url;
  try {
    if (url) await vitest("integration on PostgreSQL", ["postgresql"], { env: { TEST_DATABASE_URL: url } });
    else await vitest("integration on the embedded database", ["pglite"]);
  } finally {
    await own?.stop();
  }
  return url !== undefined;
}

/** @returns null where there is none, or it does not start */
async function ownPostgres(): Promise<TestPostgres | null> {
  if (!tools.postgres) return null;
  return startTestPostgres(tools.postgres).catch((error: Error) => {
    console.log(`\nPostgreSQL does not start here (${error.message}).`);
    return null;
  });
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
  type Spec = { title: string; file: string; line: number; ok: boolean; tests: Attempts[] };
  type Attempts = { results: { errors: { message?: string }[] }[] };
  type Suite = { specs: Spec[]; suites?: Suite[] };
  type Report = { stats: { expected: number; skipped: number }; suites: Suite[] };
  const specsOf = ({ specs, suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];
  const read = ({ stats, suites }: Report) => ({
    passed: stats.expected,
    skipped: stats.skipped,
    failed: suites
      .flatMap(specsOf)
      .filter(({ ok }) => !ok)
      .map((spec): [string, string[]] => [
        `${spec.file}:${spec.line} › ${spec.title}`,
        spec.tests.flatMap(({ results }) =>
          results.flatMap(({ errors }) => errors.map((one) => one.message ?? "")),
        ),
      ]),
  });
  await count("browser journeys", file, read, code);
}

const began = Date.now();
// Tests that start a server need it, those on PostgreSQL among them.
await check("build", "node", ["scripts/build.ts"]);
// A part that often waits has one beside it that does not, so that no processor is free.
const [onPostgres] = await Promise.all([integration(), readings()]);
await Promise.all([
  vitest("the server as a process", ["server"]),
  onPostgres
    ? vitest("unit, and integration in part on the embedded database", ["unit", "embedded"], { workers: 1 })
    : vitest("unit", ["unit"], { workers: 1 }),
]);
await journeys();
if (failures.length > 0) console.log(`\n── What failed\n${failures.join("\n")}`);
await rm(reports, { recursive: true, force: true });
console.log(`\nThe whole suite took ${Math.round((Date.now() - began) / 1000)} s.`);
if (tally.skipped > 0) console.log(`${tally.skipped} skipped`);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed > 0 ? 1 : 0;
