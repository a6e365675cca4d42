import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { admin } from "./admin.ts";
import { adminTaps } from "./admin-taps.ts";
import { analysis } from "./analysis.ts";
import { api } from "./api.ts";
import { resultsDir } from "./app.ts";
import { busy } from "./busy.ts";
import { bytes } from "./bytes.ts";
import { delivery } from "./delivery.ts";
import { demo } from "./demo.ts";
import { encode } from "./encode.ts";
import { firstFrame, slowFrame } from "./first-frame.ts";
import { interaction } from "./interaction.ts";
import { layout } from "./layout.ts";
import { lighthouse } from "./lighthouse.ts";
import { resident } from "./resident.ts";
import { perTitle } from "./per-title.ts";
import { rebuffer } from "./rebuffer.ts";
import { magnet } from "./magnet.ts";
import { pushes } from "./pushes.ts";
import { passed, type Part, type PartOptions } from "./result.ts";
import { search } from "./search.ts";
import { seek } from "./seek.ts";
import { segments } from "./segments.ts";
import { signedIn } from "./signed-in.ts";
import { ssr } from "./ssr.ts";
import { sitemap } from "./sitemap.ts";
import { start } from "./start.ts";
import { units } from "./units.ts";
import { upload } from "./upload.ts";
import { findingsText, markdownTable, plainTable, type Report } from "./table.ts";

/** In the order they run: the demo first, because the others use its movies. */
const parts: Record<string, Part> = {
  demo,
  start,
  bytes,
  layout,
  ssr,
  "signed-in": signedIn,
  memory: resident,
  api,
  search,
  sitemap,
  admin,
  analysis,
  segments,
  delivery,
  units,
  busy,
  "first-frame": firstFrame,
  "slow-phone": slowFrame,
  seek,
  rebuffer,
  interaction,
  "admin-taps": adminTaps,
  lighthouse,
  encode,
  "per-title": perTitle,
  upload,
  pushes,
  magnet,
};

const usage = `node bench/run.ts [--quick] [--minutes 4] [part …]   measures; parts: ${Object.keys(parts).join(", ")}
node bench/run.ts --markdown [part …]  prints the newest figures as a table for docs, and measures nothing`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      minutes: { type: "string" },
      markdown: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const unknown = positionals.filter((name) => !(name in parts));
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
  if (values.help || unknown.length > 0 || (minutes !== undefined && !(minutes > 0))) {
    console.log(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const wanted =
    positionals.length > 0
      ? Object.keys(parts).filter((name) => positionals.includes(name))
      : Object.keys(parts);
  if (values.markdown) {
    const newest = await newestReport();
    console.log(
      newest ? markdownTable(only(newest, wanted)) : "There are no figures yet: run `npm run bench` first.",
    );
    return;
  }
  await measure(wanted, { quick: values.quick, minutes });
}

/** Runs the parts one after another. The results of a part are stored even if a later one fails. */
async function measure(
  names: readonly string[],
  { quick, minutes }: Pick<PartOptions, "quick" | "minutes">,
): Promise<void> {
  const file = join(resultsDir, `${new Date().toISOString().slice(0, 10)}.json`);
  await mkdir(resultsDir, { recursive: true });
  let said = "";
  const say = (text: string) => {
    if (text !== said) process.stderr.write(process.stderr.isTTY ? `\r\x1b[2K${text}` : `${text}\n`);
    said = text;
  };
  const failures: string[] = [];
  for (const name of names) {
    const part = parts[name]!;
    const load = loadavg()[0]!;
    try {
      const result = await part.run({ quick, minutes, say: (text) => say(`${name}: ${text}`) });
      // Read again each time: another run may have added to the day's file.
      const report = (await readReport(file)) ?? newReport();
      report.parts[name] = { title: part.title, at: new Date().toISOString(), quick, load, ...result };
      await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
      if (!passed(result)) process.exitCode = 1;
    } catch (error) {
      const { stack, cause } = error as Error;
      failures.push(`${name}: ${stack}${cause instanceof Error ? `\ncaused by ${cause.stack}` : ""}`);
      process.exitCode = 1;
    }
  }
  say("");
  const report = await readReport(file);
  if (report) {
    const shown = only(
      report,
      names.filter((name) => !failures.some((failure) => failure.startsWith(`${name}:`))),
    );
    console.log(`${plainTable(shown)}\n\n${findingsText(shown)}\n\nWritten to ${file}`);
  }
  for (const failure of failures) console.log(`\nCould not be measured: ${failure}`);
}

function newReport(): Report {
  return {
    node: process.version,
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    parts: {},
  };
}

/** The requested parts, in the suite's order. */
function only(report: Report, names: readonly string[]): Report {
  const kept = Object.keys(parts).filter((name) => names.includes(name) && report.parts[name]);
  return { ...report, parts: Object.fromEntries(kept.map((name) => [name, report.parts[name]!])) };
}

async function newestReport(): Promise<Report | null> {
  const files = (await readdir(resultsDir).catch(() => [] as string[])).filter((name) =>
    /^\d{4}-\d\d-\d\d\.json$/.test(name),
  );
  const newest = files.sort().at(-1);
  return newest ? readReport(join(resultsDir, newest)) : null;
}

function readReport(file: string): Promise<Report | null> {
  return readFile(file, "utf8").then(
    (text) => JSON.parse(text) as Report,
    () => null,
  );
}

// Ctrl-C and kill use `exit`, which also stops the started processes.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
await main();
