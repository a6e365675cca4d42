import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { fillCatalogue } from "./large-catalogue.ts";
import { findPostgres, withOwnPostgres } from "./large-service.ts";
import { emptyResult, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";

const secondsTarget = { atMost: 60 };
const megabytesTarget = { atMost: 64 };

/** The sitemap of a large catalogue: how long all its parts take, and the memory that they need. */
export const sitemap: Part = { title: "Sitemap of a large catalogue", run: benchSitemap };

/**
 * Makes every part of the sitemap in a process of its own, on a separate PostgreSQL. A quick run has 100,000 titles instead of a million.
 */
export async function benchSitemap({ quick, say }: PartOptions): Promise<PartResult> {
  const result = emptyResult();
  const size = quick ? 100_000 : 1_000_000;
  const bin = await findPostgres();
  if (!bin) {
    result.findings.push("No PostgreSQL is installed here: nothing was measured.");
    return result;
  }
  await withOwnPostgres(bin, async (database, url) => {
    await fillCatalogue(database.db, { size, now: new Date(), say, indexed: false });
    say("all parts");
    const made = await makeParts(url);
    const titles = size.toLocaleString("en");
    result.rows.push(
      {
        name: `${titles} titles: all parts`,
        value: rounded(made.seconds, 1),
        unit: "s",
        target: secondsTarget,
      },
      {
        name: "Memory above that of the idle process, at most",
        value: rounded(made.grownMb, 0),
        unit: "MB",
        target: megabytesTarget,
      },
      {
        name: "The same parts asked for again, with their tags",
        value: rounded(made.againMs, 1),
        unit: "ms a part",
      },
    );
    result.findings.push(
      `${made.parts} parts, ${made.entries.toLocaleString("en")} titles that are public, ${rounded(made.textMb, 0)} MB of text, ${rounded(made.packedMb, 0)} MB packed; the slowest part ${rounded(made.slowestMs, 0)} ms.`,
    );
    result.checks["every public title is in it once"] = made.entries === made.expected;
  });
  return result;
}

type Made = Record<
  "seconds" | "grownMb" | "againMs" | "parts" | "entries" | "expected" | "textMb" | "packedMb" | "slowestMs",
  number
>;

/** The options of Node and of the allocator with which `npm start` runs: its memory follows from them. */
async function startCommand() {
  const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as { scripts: { start: string } };
  const [, threshold] = /MALLOC_MMAP_THRESHOLD_=(\d+)/.exec(scripts.start) ?? [];
  const flags = scripts.start.match(/--(?:max-semi-space-size|heap-growing-percent)=\d+/g) ?? [];
  return { flags, env: threshold ? { MALLOC_MMAP_THRESHOLD_: threshold } : {} };
}

async function makeParts(url: string): Promise<Made> {
  const program = fileURLToPath(new URL("subjects/sitemap-parts.ts", import.meta.url));
  const { flags, env } = await startCommand();
  const child = spawn(process.execPath, [...flags, "--expose-gc", program, url], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  let text = "";
  for await (const piece of child.stdout.setEncoding("utf8")) text += piece as string;
  return JSON.parse(text) as Made;
}
