import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { MediaError } from "./media-error.ts";

const OUTPUT_LIMIT = 4_000_000;
const TAIL_LIMIT = 4_000;

export type ProcessRequest = {
  readonly path: string;
  readonly args: readonly string[];
  /** Milliseconds after which the process is killed. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly lowPriority?: boolean | undefined;
  /** Receives standard output as it comes; without it the output is collected and returned. */
  readonly onOutput?: ((text: string) => void) | undefined;
};

/**
 * Runs a program with an empty environment and no input, and resolves with its standard output.
 * Rejects with a MediaError: `aborted`, `timeout`, `unavailable` (cannot start) or `encode_failed` (non-zero exit).
 * The process is gone by the time the promise settles.
 */
export const runProcess = (request: ProcessRequest): Promise<string> =>
  new Promise((resolve, reject) => {
    if (request.signal?.aborted) {
      reject(new MediaError("aborted", "Stopped before it began."));
      return;
    }
    // An empty environment: the tool reads untrusted files and has no business with our secrets.
    // (Remix's types make NODE_ENV required, hence the cast.)
    const env = {} as NodeJS.ProcessEnv;
    const child = spawn(request.path, [...request.args], { env, stdio: ["ignore", "pipe", "pipe"] });
    let stopped: "aborted" | "timeout" | "flood" | null = null;
    let output = "";
    let tail = "";

    const stop = (why: "aborted" | "timeout" | "flood") => {
      stopped ??= why;
      child.kill("SIGKILL");
    };
    const onAbort = () => stop("aborted");
    const timer = setTimeout(() => stop("timeout"), request.timeoutMs);
    request.signal?.addEventListener("abort", onAbort, { once: true });
    const settle = () => {
      clearTimeout(timer);
      request.signal?.removeEventListener("abort", onAbort);
    };

    if (request.lowPriority && child.pid !== undefined) {
      try {
        setPriority(child.pid, constants.priority.PRIORITY_LOW);
      } catch {
        // It may already be gone; priority is only a courtesy.
      }
    }
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (request.onOutput) request.onOutput(text);
      else if (output.length < OUTPUT_LIMIT) output += text;
      else stop("flood");
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      tail = (tail + text).slice(-TAIL_LIMIT);
    });
    child.on("error", (error) => {
      settle();
      reject(new MediaError("unavailable", "The video tool could not be started.", error.message));
    });
    child.on("close", (code) => {
      settle();
      if (stopped === "aborted") reject(new MediaError("aborted", "The work was stopped."));
      else if (stopped === "timeout")
        reject(new MediaError("timeout", "The work took too long and was stopped.", tail));
      else if (stopped === "flood")
        reject(new MediaError("unsupported", "The file says too much about itself.", tail));
      else if (code !== 0)
        reject(new MediaError("encode_failed", `The video tool stopped with code ${String(code)}.`, tail));
      else resolve(output);
    });
  });
