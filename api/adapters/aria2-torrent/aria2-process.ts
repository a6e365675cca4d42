import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

export type Aria2Process = {
  readonly ended: boolean;
  readonly pid: number;
  /** @throws Error in aria2's words */
  call: (method: string, ...params: unknown[]) => Promise<unknown>;
  end: () => Promise<void>;
};

/** How long it may take to say goodbye to trackers. Milliseconds. */
const farewellMs = 1_500;
const startMs = 10_000;
const callMs = 15_000;

const searchPath = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin";

/** Where aria2 is installed on this machine; null where it is not. */
export function findAria2(path = searchPath): string | null {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const program = join(folder, "aria2c");
    try {
      accessSync(program, constants.X_OK);
      return program;
    } catch {
      // Not in this one.
    }
  }
  return null;
}

/**
 * Begins an aria2 that listens on loopback alone and to who knows its secret alone, and that ends with this process, however
 * this ends.
 * @param discovery whether peers are looked for in the DHT and by asking peers for others
 */
export async function beginAria2(
  program: string,
  { discovery }: { discovery: boolean },
): Promise<Aria2Process> {
  const home = await mkdtemp(join(tmpdir(), "matinee-aria2-"));
  const secret = randomBytes(24).toString("base64url");
  const port = await freePort();
  const settings = {
    ...{ "enable-rpc": true, "rpc-listen-all": false, "rpc-listen-port": port, "rpc-secret": secret },
    ...{ "rpc-max-request-size": "32M", "stop-with-process": process.pid, "max-concurrent-downloads": 1000 },
    ...{ "enable-dht": discovery, "enable-dht6": false, "enable-peer-exchange": discovery },
    ...{ "dht-entry-point": "router.bittorrent.com:6881", "dht-file-path": join(home, "dht.dat") },
    ...{ "bt-enable-lpd": false, "follow-torrent": false, "bt-save-metadata": true, "check-integrity": true },
    ...{ "allow-overwrite": true, "file-allocation": "none", "auto-save-interval": 5, dir: home },
    ...{ "summary-interval": 0, quiet: true, "bt-stop-timeout": 0, "max-download-result": 1000 },
    // Progress is held by the hashes on disk: a session of an earlier process is none.
    ...{ "save-session-interval": 0, "no-netrc": true },
  };
  const conf = join(home, "aria2.conf");
  // Not among its arguments, which everybody on the machine can read.
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${String(value)}\n`);
  await writeFile(conf, lines.join(""), { mode: 0o600 });
  const child = spawn(program, [`--conf-path=${conf}`], {
    env: { NODE_ENV: "production", HOME: home },
    stdio: "ignore",
    cwd: home,
    // Ctrl-C in our terminal is for this process to judge, which then ends it.
    detached: true,
  });
  let ended = false;
  const over = new Promise<void>((resolve) => {
    child.once("error", () => resolve()).once("close", () => resolve());
  }).then(async () => {
    ended = true;
    await rm(home, { recursive: true, force: true });
  });

  const url = `http://127.0.0.1:${port}/jsonrpc`;
  const call = async (method: string, ...params: unknown[]) => {
    const body = {
      jsonrpc: "2.0",
      id: "1",
      method: `aria2.${method}`,
      params: [`token:${secret}`, ...params],
    };
    const response = await fetch(url, {
      method: "POST",
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(callMs),
    });
    const answer = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (answer.error) throw new Error(answer.error.message);
    return answer.result;
  };
  await answers(call, () => ended);
  return {
    get ended() {
      return ended;
    },
    pid: child.pid!,
    call,
    end: () => endOf(child, { call, over }),
  };
}

async function answers(call: Aria2Process["call"], hasEnded: () => boolean): Promise<void> {
  for (const until = Date.now() + startMs; Date.now() < until && !hasEnded();) {
    const version = await call("getVersion").catch(() => null);
    if (version) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw Object.assign(new Error("aria2 does not answer"), { code: "NO_CLIENT" });
}

async function endOf(
  child: ChildProcess,
  { call, over }: { call: Aria2Process["call"]; over: Promise<void> },
): Promise<void> {
  await call("forceShutdown").catch(() => undefined);
  const timer = setTimeout(() => child.kill("SIGKILL"), farewellMs);
  await over;
  clearTimeout(timer);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
