import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { resolvePackage } from "./packages.ts";

export type LoadOptions = {
  /** A loopback URL. */
  url: string;
  /** Paths of its host, requested in turn and repeated from the start; without them only the URL. */
  paths?: readonly string[];
  /** Connections kept open, each with one running request. */
  connections: number;
  seconds: number;
  /** Header fields of every request. */
  headers?: Record<string, string>;
};

export type LoadResult = {
  tool: "wrk" | "autocannon";
  requestsPerSecond: number;
  /** Body and head together. */
  bytesPerSecond: number;
  /** Milliseconds. */
  latency: { p50: number; p90: number; p99: number };
  /** Answers other than 2xx and 3xx, and broken connections. */
  errors: number;
};

const PROGRAM_FOLDERS = [
  ...["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"],
  "/opt/homebrew/bin",
];

/**
 * Loads one URL as much as the connections allow, in a separate process, so that the load and the caller have different
 * event loops. Do not compare numbers of the two tools: autocannon costs several times the CPU of wrk.
 * @throws Error when the tool fails, or when its output is not a measurement
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const wrk = findProgram("wrk");
  if (wrk !== null) return runWrk(wrk, options);
  return runAutocannon(options);
}

/** The full path of a program in the usual folders of a system, or null. */
export function findProgram(name: string): string | null {
  return PROGRAM_FOLDERS.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}

async function runWrk(program: string, options: LoadOptions): Promise<LoadResult> {
  const args = ["-t1", `-c${options.connections}`, `-d${options.seconds}s`, "--latency"];
  for (const [name, value] of Object.entries(options.headers ?? {})) args.push("-H", `${name}: ${value}`);
  if (!options.paths) return parseWrk(await run(program, [...args, options.url]));
  const folder = mkdtempSync(join(tmpdir(), "bench-load-"));
  try {
    const script = join(folder, "paths.lua");
    writeFileSync(script, rotation(options.paths));
    return parseWrk(await run(program, [...args, "-s", script, options.url]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A wrk script that requests each path in turn. It builds the requests beforehand, because building costs wrk more than
 * sending.
 */
function rotation(paths: readonly string[]): string {
  const list = paths.map((path) => `  ${JSON.stringify(path)},`).join("\n");
  return `local paths = {
${list}
}
local made, at = {}, 0
function init(args)
  for i, path in ipairs(paths) do made[i] = wrk.format(nil, path) end
end
function request()
  at = at % #made + 1
  return made[at]
end
`;
}

/** Reads the output of `wrk --latency`. Exported for reading stored reports. */
export function parseWrk(report: string): LoadResult {
  const rate = /^Requests\/sec:\s+([\d.]+)/m.exec(report)?.[1];
  if (rate === undefined) throw new Error(`wrk printed no rate:\n${report}`);
  const [, amount = "0", unit = ""] = /^Transfer\/sec:\s+([\d.]+)([KMG]?)B/m.exec(report) ?? [];
  const failed = /Non-2xx or 3xx responses: (\d+)/.exec(report)?.[1] ?? "0";
  const broken = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(report) ?? [];
  const percentile = (p: number): number => {
    const [, value = "0", scale = "ms"] =
      new RegExp(`^\\s+${p}%\\s+([\\d.]+)(us|ms|s|m)$`, "m").exec(report) ?? [];
    return Number(value) * { us: 0.001, ms: 1, s: 1000, m: 60_000 }[scale as "us" | "ms" | "s" | "m"];
  };
  return {
    tool: "wrk",
    requestsPerSecond: Number(rate),
    bytesPerSecond:
      Number(amount) * { "": 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 }[unit as "" | "K" | "M" | "G"],
    latency: { p50: percentile(50), p90: percentile(90), p99: percentile(99) },
    errors: broken.slice(1).reduce((sum, count) => sum + Number(count), Number(failed)),
  };
}

async function runAutocannon(options: LoadOptions): Promise<LoadResult> {
  await resolvePackage("autocannon");
  const program = fileURLToPath(new URL("subjects/drive-autocannon.mjs", import.meta.url));
  const { url, connections, seconds, headers = {}, paths } = options;
  const given = JSON.stringify({
    url,
    connections,
    duration: seconds,
    headers,
    requests: paths?.map((path) => ({ path })),
  });
  const report = JSON.parse(await run(process.execPath, [program, given])) as {
    requests: { average: number };
    throughput: { average: number };
    latency: { p50: number; p90: number; p99: number };
    errors: number;
    timeouts: number;
    "4xx": number;
    "5xx": number;
  };
  const { p50, p90, p99 } = report.latency;
  return {
    tool: "autocannon",
    requestsPerSecond: report.requests.average,
    bytesPerSecond: report.throughput.average,
    latency: { p50, p90, p99 },
    errors: report.errors + report.timeouts + report["4xx"] + report["5xx"],
  };
}

function run(program: string, args: readonly string[]): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    let complaints = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (complaints += text));
    child.once("error", fail);
    child.once("close", (code) => {
      if (code === 0) done(out);
      else fail(new Error(`${program} ended with ${code}: ${complaints}`));
    });
  });
}
