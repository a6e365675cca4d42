import { spawn, type ChildProcess } from "node:child_process";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort, stopChild } from "./subjects.ts";

/** Folder of the product. */
export const root = join(import.meta.dirname, "..");
/** Folder of the suite's movies and reports. */
export const resultsDir = join(import.meta.dirname, "results");
/** The data folder of every part except `demo`. */
export const dataDir = join(resultsDir, "data");

/** The product's server, started like `npm start`, in a separate process. */
export type App = {
  url: string;
  pid: number;
  /** Milliseconds from the start of the process until /readyz answered 200. */
  readyMs: number;
  stop: () => Promise<void>;
};

export type AppOptions = {
  dataDir: string;
  /** With the demo's catalogue, which also makes missing movies. */
  demo?: boolean;
  /** Further variables of the environment. */
  env?: Record<string, string>;
  /** Further flags for Node, as for profiling. */
  flags?: string[];
  /** Milliseconds until the server must be ready. */
  patienceMs?: number;
};

/** Builds the product if there is no build. An existing build is used unchanged. */
export async function ensureBuild(say: (text: string) => void): Promise<void> {
  const built = await access(join(root, "build/current/server/index.js")).then(
    () => true,
    () => false,
  );
  if (built) return;
  say("building");
  const code = await ended(
    spawn(process.execPath, ["scripts/build.ts"], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
      env: environment({}),
    }),
  );
  if (code !== 0) throw new Error(`scripts/build.ts ended with ${code}`);
}

/**
 * Starts the production server and waits until it is ready.
 * @throws Error with its output when it ends early, or is not ready in time
 */
export async function startApp({
  dataDir: folder,
  demo = false,
  env = {},
  flags = [],
  patienceMs = 60_000,
}: AppOptions): Promise<App> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = await startCommand();
  const args = [...start.args.slice(0, -1), ...flags, "server.ts"];
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: environment({
      PORT: String(port),
      HOST: "127.0.0.1",
      DRAIN_S: "0",
      LOG_LEVEL: "warn",
      DATA_DIR: folder,
      DEMO: demo ? "1" : "0",
      ...start.env,
      ...env,
    }),
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  let words = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (words = (words + text).slice(-4000)));
  }
  while (!(await answers(`${url}/readyz`))) {
    const late = performance.now() - began > patienceMs;
    if (child.exitCode === null && child.signalCode === null && !late) {
      await new Promise((done) => setTimeout(done, 10));
      continue;
    }
    await stopChild(child);
    throw new Error(`the server ${late ? "was not ready in time" : "ended"}: ${words}`);
  }
  return { url, pid: child.pid!, readyMs: performance.now() - began, stop: () => stopChild(child) };
}

// Servers to stop if the suite is ended early.
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGTERM");
});

/** What `npm start` gives Node: variables for the system's libraries, flags, then the program. */
async function startCommand(): Promise<{ env: Record<string, string>; args: string[] }> {
  const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
    scripts: { start: string };
  };
  const [, variables, args] = /^((?:\w+=\S+ )*)exec node (.+ server\.ts)$/.exec(scripts.start) ?? [];
  if (variables === undefined || args === undefined)
    throw new Error(`npm start is not understood: ${scripts.start}`);
  const given = variables.trim().split(" ").filter(Boolean);
  return {
    env: Object.fromEntries(given.map((word) => word.split("=") as [string, string])),
    args: args.split(" "),
  };
}

/** Only the variables that programs need: other settings of the caller's shell would change the measurement. */
function environment(wanted: Record<string, string>): NodeJS.ProcessEnv {
  // Node's types require NODE_ENV in every environment.
  const { PATH, HOME, LANG, TMPDIR } = process.env;
  return {
    ...(PATH && { PATH }),
    ...(HOME && { HOME }),
    ...(LANG && { LANG }),
    ...(TMPDIR && { TMPDIR }),
    NODE_ENV: "production",
    ...wanted,
  };
}

/** @returns whether a URL answers 2xx within two seconds */
export function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => (await answer.arrayBuffer(), answer.ok),
    () => false,
  );
}

function ended(child: ChildProcess): Promise<number> {
  return new Promise((done) => {
    child.once("error", () => done(127));
    child.once("close", (code) => done(code ?? 1));
  });
}
