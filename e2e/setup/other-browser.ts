import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** A browser other than the suite's own, steered by its own protocol, with one page. */
export type OtherBrowser = {
  /** Resolves when the page has loaded. */
  open: (url: string) => Promise<void>;
  /** The value of a JavaScript expression in the page; it has to be JSON. */
  read: <Value>(expression: string) => Promise<Value>;
  /** Presses an element, as a user would. */
  press: (selector: string) => Promise<void>;
  /** Errors of the page since it was opened. */
  errors: () => Promise<string[]>;
  close: () => Promise<void>;
};

/** @returns the path of the first of these programs that is installed; null without one */
export function findProgram(...names: string[]): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = names.flatMap((name) =>
    name.startsWith("/") ? [name] : folders.map((folder) => join(folder, name)),
  );
  return paths.find((path) => existsSync(path)) ?? null;
}

/** A program that runs until `end`. */
export type Running = {
  /** The first match in what it writes. @throws Error with what it wrote, when it ends or nothing matches in time */
  says: (pattern: RegExp) => Promise<RegExpExecArray>;
  end: () => Promise<void>;
};

/** Milliseconds until a program has to be up. */
const upMs = 120_000;

export function run(path: string, args: string[], env: Record<string, string> = {}): Running {
  const child: ChildProcess = spawn(path, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // Browsers are many processes: they are ended as a group.
    detached: true,
  });
  let written = "";
  const waiting = new Set<() => void>();
  const more = (text = "") => {
    written += text;
    for (const look of waiting) look();
  };
  let over = false;
  const ended = new Promise<void>((resolve) =>
    child.once("close", () => {
      over = true;
      more();
      resolve();
    }),
  );
  child.on("error", (error) => more(error.message));
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding("utf8").on("data", more);
  return {
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const done = () => {
          clearTimeout(timer);
          waiting.delete(look);
        };
        const look = () => {
          const found = pattern.exec(written);
          if (!found && !over) return;
          done();
          if (found) resolve(found);
          else reject(new Error(`${path} has ended: ${written.slice(-2_000)}`));
        };
        const timer = setTimeout(() => {
          done();
          reject(new Error(`${path} is not up: ${written.slice(-2_000)}`));
        }, upMs);
        waiting.add(look);
        look();
      }),
    async end() {
      const kill = (signal: NodeJS.Signals) => {
        try {
          process.kill(-child.pid!, signal);
        } catch {
          // It has ended by itself.
        }
      };
      kill("SIGTERM");
      const timer = setTimeout(() => kill("SIGKILL"), 5_000);
      await ended;
      clearTimeout(timer);
    },
  };
}
