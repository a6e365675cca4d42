import { spawn, type ChildProcess } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";

export type ServerProcess = {
  url: string;
  pid: number;
  child: ChildProcess;
  /** All it has written so far. */
  output: () => string;
  /** Sends a signal and waits for the end. @returns the exit code; null when a signal ended it */
  end: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** Resolves when it has ended, as `end` does. */
  ended: Promise<number | null>;
};

/** Ports this process was given: their servers may not listen on them yet. */
const given = new Set<number>();

/** @returns a free port that was not returned before */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await new Promise<number>((resolve, reject) => {
      const probe = createServer();
      probe.once("error", reject);
      probe.listen(0, "127.0.0.1", () => {
        const { port } = probe.address() as AddressInfo;
        probe.close(() => resolve(port));
      });
    });
    if (given.has(port)) continue;
    given.add(port);
    return port;
  }
}

/** Milliseconds a server may take to come up, or to end by itself: it takes two seconds where nothing else is done. */
const patience = 60_000;

/**
 * Starts the real server on loopback and waits until it is ready.
 * @param env on top of a bare environment: what the shell has set must not change a test; undefined takes one out of it
 * @param probe path that answers 200 once it is up
 * @param detached it leads a process group of its own, as in a terminal
 * @param cwd folder of the product, if not this one
 * @throws with its output when it ends before that
 */
export async function startServer(
  env: Record<string, string | undefined>,
  probe = "/readyz",
  { detached = false, cwd }: { detached?: boolean; cwd?: string } = {},
): Promise<ServerProcess> {
  const port = env.PORT ?? String(await freePort());
  const child = launch({ ...env, PORT: port }, { detached, cwd });
  const { output, ended } = follow(child);
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + patience;
  for (;;) {
    if (child.exitCode !== null || Date.now() > until) {
      child.kill("SIGKILL");
      throw new Error(`The server did not come up:\n${output()}`);
    }
    const ready = await fetch(`${url}${probe}`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const end = (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return ended;
  };
  return { url, pid: child.pid!, child, output, end, ended };
}

/**
 * Starts a server that is expected to end by itself.
 * @param within a program it is started by, with its arguments
 */
export async function runServer(
  env: Record<string, string>,
  within: string[] = [],
): Promise<{ code: number | null; output: string }> {
  const child = launch({ PORT: String(await freePort()), ...env }, { within });
  const { output, ended } = follow(child);
  const timer = setTimeout(() => child.kill("SIGKILL"), patience);
  const code = await ended;
  clearTimeout(timer);
  return { code, output: output() };
}

const program = ["node_modules/.bin/node", "--import", "./server/quick-start.js", "server.ts"];

function launch(
  env: Record<string, string | undefined>,
  { within = [], detached = false, cwd }: { within?: string[]; detached?: boolean; cwd?: string | undefined },
): ChildProcess {
  const bare: Record<string, string> = {
    PATH: process.env.PATH ?? "",
    HOME: process.env.HOME ?? "",
    HOST: "127.0.0.1",
    NODE_ENV: "production",
    // Tests talk to it without a proxy, and end it a hundred times.
    DRAIN_S: "0",
    // Of the whole suite: a server is started a hundred times, and reads the same sources each time.
    ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
  };
  const [command = "", ...args] = [...within, ...program];
  return spawn(command, args, {
    env: { ...bare, ...env } as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
    detached,
    cwd,
  });
}

function follow(child: ChildProcess) {
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  return { output: () => text, ended };
}
