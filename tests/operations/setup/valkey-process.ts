import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { freePort } from "../../setup/server-process.ts";
import { programs } from "./programs.ts";

export type ValkeyProcess = {
  url: string;
  /** Ends it at once, and forgets what it holds. */
  kill: () => Promise<void>;
  /** Starts it again at its port. */
  start: () => Promise<void>;
  /** Stops it as it is, and lets it go on. */
  signal: (signal: "SIGSTOP" | "SIGCONT") => void;
};

/** Starts Valkey, or Redis, on loopback. It writes no file. */
export async function startValkey(): Promise<ValkeyProcess> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const start = async () => {
    const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    child = spawn(programs.valkey!, args, { stdio: "ignore", cwd: tmpdir() });
    const until = Date.now() + 10_000;
    while (!(await accepts(port))) {
      if (Date.now() > until) throw new Error(`${programs.valkey} did not start`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    signal: (signal) => void child?.kill(signal),
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "close");
      child.kill("SIGKILL");
      await gone;
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
