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
  /** @throws Error with aria2's message */
  call: (method: string, ...params: unknown[]) => Promise<unknown>;
  end: () => Promise<void>;
};

/** Milliseconds aria2 may take to tell the trackers that it stops. */
const farewellMs = 1_500;
const startMs = 10_000;
const callMs = 15_000;

const searchPath = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin";

/** Returns the path of aria2 on this machine, or null when it is not installed. */
export function findAria2(path = searchPath): string | null {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const program = join(folder, "aria2c");
    try {
      accessSync(program, constants.X_OK);
      return program;
    } catch {
      // This folder does not have it.
    }
  }
  return null;
}

/**
 * Starts an aria2 that listens on loopback only and requires its secret. It ends with this process, also when this
 * process is killed.
 * @param discovery whether peers are looked up in the DHT and by asking other peers
 */
export async function beginAria2(
  program: string,
  { discovery }: { discovery: boolean },
): Promise<Aria2Process> {
  const home = await mkdtemp(join(tmpdir(), "matinee-aria2-"));
  const secret = randomBytes(24).toString("base64url");
  const port = await freePort();
  const settings = settingsOf({ home, secret, port, discovery });
  const conf = join(home, "aria2.conf");
  // The settings are not passed as arguments, which every user of the machine can read.
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${String(value)}\n`);
  await writeFile(conf, lines.join(""), { mode: 0o600 });
  const child = spawn(program, [`--conf-path=${conf}`], {
    env: { NODE_ENV: "production", HOME: home },
    stdio: "ignore",
    cwd: home,
    // This process handles Ctrl-C in the terminal and then ends aria2.
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

type Given = { home: string; secret: string; port: number; discovery: boolean };

function settingsOf({ home, secret, port, discovery }: Given) {
  return {
    "enable-rpc": true,
    "rpc-listen-all": false,
    "rpc-listen-port": port,
    "rpc-secret": secret,
    "rpc-max-request-size": "32M",
    "stop-with-process": process.pid,
    "max-concurrent-downloads": 1000,
    "enable-dht": discovery,
    "enable-dht6": false,
    "enable-peer-exchange": discovery,
    "dht-entry-point": "router.bittorrent.com:6881",
    "dht-file-path": join(home, "dht.dat"),
    "bt-enable-lpd": false,
    "follow-torrent": false,
    "bt-save-metadata": true,
    "check-integrity": true,
    "allow-overwrite": true,
    "file-allocation": "none",
    "auto-save-interval": 5,
    dir: home,
    "summary-interval": 0,
    quiet: true,
    "bt-stop-timeout": 0,
    "max-download-result": 1000,
    // The hashes on disk hold the progress, so the session of an earlier process is not needed.
    "save-session-interval": 0,
    "no-netrc": true,
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
