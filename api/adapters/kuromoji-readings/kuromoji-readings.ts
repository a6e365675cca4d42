import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ReadWord, WithReadings } from "../../ports/readings.ts";

export type KuromojiOptions = {
  /** Milliseconds for one batch of texts, including the start of the process. */
  timeoutMs?: number;
  /** The reader program; tests use another one. */
  program?: string;
};

/** Readings from kuromoji's IPADIC, in a process that ends when the work is done. */
export function createKuromojiReadings({
  timeoutMs = 60_000,
  program = fileURLToPath(new URL("read-process.ts", import.meta.url)),
}: KuromojiOptions = {}): WithReadings {
  return async (work) => {
    // The child gets nothing from the server: neither its secrets nor its Node options.
    const child = fork(program, [], {
      env: { NODE_ENV: "production" },
      execArgv: [],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      // This process handles Ctrl-C in the terminal; the child ends when the channel closes.
      detached: true,
    });
    let words = "";
    child.stderr?.on("data", (chunk: Buffer) => (words = (words + chunk.toString()).slice(-500)));
    try {
      return await work((texts) => ask(child, { texts, timeoutMs, lastWords: () => words.trim() }));
    } finally {
      child.kill("SIGKILL");
    }
  };
}

function ask(
  child: ChildProcess,
  { texts, timeoutMs, lastWords }: { texts: string[]; timeoutMs: number; lastWords: () => string },
): Promise<ReadWord[][]> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      child.off("message", answered).off("close", ended).off("error", failed);
      finish();
    };
    const answered = (found: unknown) => settle(() => resolve(found as ReadWord[][]));
    const ended = (code: number | null, signal: NodeJS.Signals | null) =>
      settle(() => reject(new Error(`The reader ended (${signal ?? code}) ${lastWords()}`.trim())));
    const failed = (error: Error) => settle(() => reject(error));
    const timer = setTimeout(
      () => settle(() => reject(new Error(`The reader took longer than ${timeoutMs} ms`))),
      timeoutMs,
    );
    child.on("message", answered).on("close", ended).on("error", failed);
    if (child.connected) child.send(texts, (error) => error && failed(error));
    else failed(new Error(`The reader is gone ${lastWords()}`.trim()));
  });
}
