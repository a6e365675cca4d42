import { spawn } from "node:child_process";
import { constants } from "node:os";
import { dirname, delimiter } from "node:path";

export type RunOptions = { env?: Record<string, string | undefined>; quiet?: boolean; cwd?: string };

/** Signals that end this process are passed on to the child, and this process ends after the child. */
const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/**
 * Runs a program and shows its output (or collects it, when `quiet`).
 * @returns its exit code and, when quiet, its output
 */
export function run(
  command: string,
  args: string[],
  { env, quiet = false, cwd }: RunOptions = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit"],
    });
    let told: number | null = null;
    const pass = (signal: NodeJS.Signals) => {
      told ??= 128 + constants.signals[signal];
      child.kill(signal);
    };
    for (const signal of signals) process.on(signal, pass);
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const over = () => signals.forEach((signal) => process.off(signal, pass));
    child.on("error", (error) => {
      over();
      resolve({ code: 127, output: error.message });
    });
    child.on("close", (code) => {
      over();
      if (told !== null) process.exit(told);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Runs a package's program with this process's Node, whichever Node is first in the PATH. */
export function runBin(
  name: string,
  args: string[],
  options: RunOptions = {},
): Promise<{ code: number; output: string }> {
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ""}`;
  return run(`node_modules/.bin/${name}`, args, { ...options, env: { PATH, NO_COLOR: "1", ...options.env } });
}
