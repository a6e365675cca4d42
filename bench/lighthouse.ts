import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { browserFlags, chromiumPath, startBrowser } from "./browser.ts";
import { blockingProcessorMs, type TraceEvent } from "./main-thread.ts";
import { startFilledApp } from "./videos.ts";
import { resolvePackage } from "./packages.ts";
import { emptyResult, median, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";
import { screens, unindexed } from "./screens.ts";
import { startAdminApp } from "./sign-in.ts";

const targets = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 } as const;
type Category = keyof typeof targets;

/** The parts of a Lighthouse report that the suite reads. */
type Report = {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<
    string,
    { score: number | null; scoreDisplayMode: string; displayValue?: string; numericValue?: number }
  >;
  environment: { benchmarkIndex: number };
  runtimeError?: { message: string };
};

const timings = [
  ["first-contentful-paint", "first paint"],
  ["largest-contentful-paint", "largest paint"],
  ["total-blocking-time", "blocking time"],
] as const;

/** Of the blocking time by the main thread's processor time (main-thread.ts), in ms. */
const blockingTarget = { atMost: 200 };

/**
 * Lighthouse scores for phones (simulated 4G and a slow processor): median of three for home and player, one run for
 * each other screen.
 */
export const lighthouse: Part = { title: "Lighthouse, mobile", run };

async function run({ quick, say }: PartOptions): Promise<PartResult> {
  const program = join(dirname(await resolvePackage("lighthouse")), "../cli/index.js");
  const { app, film } = await startFilledApp(say);
  const chrome = await chromiumPath();
  const folder = await mkdtemp(join(tmpdir(), "bench-lighthouse-"));
  try {
    const result = emptyResult();
    const main = { home: "/", player: `/video/${film.id}` };
    const pages = quick ? main : { ...main, ...screens };
    for (const [name, path] of Object.entries(pages)) {
      const reports: Report[] = [];
      const blocked: number[] = [];
      const url = app.url + path;
      for (let round = 0; round < (quick || !(name in main) ? 1 : 3); round++) {
        say(`${name}, round ${round + 1}`);
        const visit = { program, chrome, url, file: join(folder, "report.json") };
        reports.push(await measure({ ...visit, indexed: !unindexed.includes(name) }));
        blocked.push(blockingProcessorMs(await readTrace(folder), url));
      }
      for (const category of Object.keys(targets) as Category[]) {
        const value = median(reports.map(({ categories }) => (categories[category].score ?? NaN) * 100));
        result.rows.push({
          name: `${name}: ${category}`,
          value: rounded(value),
          unit: "",
          target: { atLeast: targets[category] },
        });
      }
      for (const [id, words] of timings) {
        const value = median(reports.map(({ audits }) => audits[id]?.numericValue ?? NaN));
        result.rows.push({ name: `${name}: ${words}`, value: rounded(value), unit: "ms" });
      }
      result.rows.push({
        name: `${name}: blocking time, of processor time`,
        value: rounded(median(blocked)),
        unit: "ms",
        target: blockingTarget,
      });
      const index = median(reports.map(({ environment }) => environment.benchmarkIndex));
      result.findings.push(
        `${name}: the machine's benchmark index, by Lighthouse, was ${rounded(index)}`,
        ...failing(reports).map((finding) => `${name}: ${finding}`),
      );
    }
    await app.stop();
    if (!quick) await measureAdminArea(result, { program, chrome, file: join(folder, "report.json") }, say);
    return result;
  } finally {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The admin area, signed in: it is a work tool, so only accessibility counts. */
async function measureAdminArea(
  result: PartResult,
  visit: Pick<Visit, "program" | "chrome" | "file">,
  say: (text: string) => void,
): Promise<void> {
  const browser = await startBrowser();
  const started = await startAdminApp(browser, say).finally(() => browser.close());
  const { app, cookies, screens: adminScreens } = started;
  try {
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    for (const [name, path] of Object.entries(adminScreens)) {
      say(name);
      const report = await measure({ ...visit, url: app.url + path, cookie });
      const value = rounded((report.categories.accessibility.score ?? NaN) * 100);
      const target = { atLeast: targets.accessibility };
      result.rows.push({ name: `${name}: accessibility`, value, unit: "", target });
      result.findings.push(...failing([report]).map((finding) => `${name}: ${finding}`));
    }
  } finally {
    await app.stop();
  }
}

type Visit = {
  program: string;
  chrome: string;
  url: string;
  file: string;
  /** Whether search engines may keep the page; of others it is no fault that they can't. */
  indexed?: boolean;
  /** Of a signed-in user, whose page is measured for accessibility only. */
  cookie?: string;
};

/** Lighthouse sometimes loses the start of its own trace (NO_NAVSTART), which is not the page's fault: run it again. */
async function measure(visit: Visit, tries = 3): Promise<Report> {
  try {
    return await visitOnce(visit);
  } catch (error) {
    if (tries <= 1 || !String(error).includes("NO_NAVSTART")) throw error;
    return measure(visit, tries - 1);
  }
}

async function visitOnce({ program, chrome, url, file, indexed = true, cookie }: Visit): Promise<Report> {
  const args = [
    program,
    url,
    "--quiet",
    "--output=json",
    `--output-path=${file}`,
    "--no-enable-error-reporting",
    "--save-assets",
  ];
  if (!indexed) args.push("--skip-audits=is-crawlable");
  if (cookie)
    args.push(`--extra-headers=${JSON.stringify({ Cookie: cookie })}`, "--only-categories=accessibility");
  args.push(`--chrome-flags=--headless=new ${browserFlags.join(" ")}`);
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, CHROME_PATH: chrome },
  });
  let complaints = "";
  child.stderr
    .setEncoding("utf8")
    .on("data", (text: string) => (complaints = (complaints + text).slice(-2000)));
  const code = await new Promise<number | null>((done, fail) =>
    child.once("error", fail).once("close", done),
  );
  if (code !== 0) throw new Error(`lighthouse ended with ${code}: ${complaints}`);
  const report = JSON.parse(await readFile(file, "utf8")) as Report;
  if (report.runtimeError?.message) throw new Error(`lighthouse: ${report.runtimeError.message}`);
  return report;
}

/** The trace of the last visit, which Lighthouse has put beside its report. */
async function readTrace(folder: string): Promise<TraceEvent[]> {
  const text = await readFile(join(folder, "report-0.trace.json"), "utf8");
  return (JSON.parse(text) as { traceEvents: TraceEvent[] }).traceEvents;
}

/** Audits below their full score in any round, with their weights; those of weight 0 are advice. */
function failing(reports: readonly Report[]): string[] {
  const found = new Map<string, string>();
  for (const { categories, audits } of reports) {
    for (const [category, { auditRefs }] of Object.entries(categories)) {
      for (const { id, weight } of auditRefs) {
        const { score, scoreDisplayMode, displayValue } = audits[id]!;
        if (
          score === null ||
          score >= 0.9 ||
          ["notApplicable", "manual", "informative"].includes(scoreDisplayMode)
        )
          continue;
        const kind = weight > 0 ? `weight ${weight}` : "advice";
        found.set(
          `${category} ${id}`,
          `${category}: ${id} (${kind}) ${score}${displayValue ? `, ${displayValue}` : ""}`,
        );
      }
    }
  }
  return [...found.values()];
}
