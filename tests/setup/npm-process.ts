import { spawn, type ChildProcess } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { connect } from "node:net";

export type NpmProcess = {
  child: ChildProcess;
  output: () => string;
  /** Resolves when it has written this. @throws with its output when it ends before */
  said: (words: string | RegExp) => Promise<void>;
  /** The exit code, and the signal where that ended it. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** To the whole process group, as a terminal does. */
  toGroup: (signal: NodeJS.Signals) => void;
};

/** Starts a script of package.json as an operator's process manager does: by npm, in a group of its own. */
export function startByNpm(script: string, env: Record<string, string>): NpmProcess {
  const { PATH = "", HOME = "" } = process.env;
  return follow(
    spawn("npm", ["run", script], {
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH, HOME, HOST: "127.0.0.1", NODE_ENV: "production", DRAIN_S: "0", ...env },
    }),
  );
}

export function follow(child: ChildProcess): NpmProcess {
  let text = "";
  const hear = (chunk: Buffer) => (text += chunk.toString());
  child.stdout?.on("data", hear);
  child.stderr?.on("data", hear);
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once("close", (code, signal) => resolve({ code, signal })),
  );
  const has = (words: string | RegExp) =>
    typeof words === "string" ? text.includes(words) : words.test(text);
  return {
    ...{ child, ended, output: () => text },
    said: (words) =>
      new Promise((resolve, reject) => {
        const look = () => has(words) && resolve();
        child.stdout?.on("data", look);
        child.stderr?.on("data", look);
        void ended.then(() => reject(new Error(`It ended:\n${text}`)));
        look();
      }),
    toGroup: (signal) => process.kill(-child.pid!, signal),
  };
}

export type Found = { line: string; group: number };

/** The processes, but for this one, that were started with a folder, or name it: command line and process group. */
export async function processesOf(folder: string): Promise<Found[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name) && name !== `${process.pid}`);
  const read = (pid: string, what: string) => readFile(`/proc/${pid}/${what}`, "utf8").catch(() => "");
  const found = await Promise.all(
    pids.map(async (pid) => {
      const line = (await read(pid, "cmdline")).replaceAll("\0", " ");
      const ours = line.includes(folder) || (await read(pid, "environ")).includes(folder);
      const group = Number((await read(pid, "stat")).split(") ").at(-1)?.split(" ")[2]);
      return ours && line !== "" ? [{ line, group }] : [];
    }),
  );
  return found.flat();
}

/** Whether anything listens on a port of this machine. */
export function listens(port: number | string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
