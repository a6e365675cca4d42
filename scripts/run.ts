import { spawn } from "node:child_process";
import { dirname, delimiter } from "node:path";

export type RunOptions = { env?: Record<string, string | undefined>; quiet?: boolean; cwd?: string };

/**
 * Runs a program with its output shown (or kept, when `quiet`).
 * @returns its exit code and, when quiet, what it wrote
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
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("error", (error) => resolve({ code: 127, output: error.message }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs a package's program by this process's Node, whatever Node the shell has first. */
export function runBin(
  name: string,
  args: string[],
  options: RunOptions = {},
): Promise<{ code: number; output: string }> {
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ""}`;
  return run(`node_modules/.bin/${name}`, args, { ...options, env: { PATH, NO_COLOR: "1", ...options.env } });
}
