import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ReadWord, WithReadings } from "../../ports/readings.ts";

export type KuromojiOptions = {
  /** Milliseconds one batch of texts may take, the start of the process included. */
  timeoutMs?: number;
  /** The process that reads; another one in tests. */
  program?: string;
};

/** The readings of kuromoji's IPADIC, in a process that ends with the work. */
export function createKuromojiReadings({
  timeoutMs = 60_000,
  program = fileURLToPath(new URL("read-process.ts", import.meta.url)),
}: KuromojiOptions = {}): WithReadings {
  return async (work) => {
    // Nothing of the server's is handed on: neither its secrets nor what its own Node was told.
    const child = fork(program, [], {
      env: { NODE_ENV: "production" },
      execArgv: [],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      // Ctrl-C in our terminal is for this process to judge: the channel's end ends the other.
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
