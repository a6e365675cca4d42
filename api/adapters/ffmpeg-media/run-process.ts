import { spawn } from "node:child_process";
import { MediaError } from "./media-error.ts";

const OUTPUT_LIMIT = 4_000_000;
const TAIL_LIMIT = 8_000;
/** An encoder prints some 2 kB at its end. */
const MEASUREMENTS_LIMIT = 64_000;

/** Limits of a process that reads an untrusted file. */
export type ProcessLimits = {
  /** Address space in bytes, libraries included. */
  readonly memoryBytes: number;
  /** Seconds of processor time, summed over all threads. */
  readonly cpuS: number;
  /** Largest size in bytes of each file it writes. */
  readonly fileBytes: number;
};

export type ProcessRequest = {
  readonly path: string;
  readonly args: readonly string[];
  readonly limits: ProcessLimits;
  /** Milliseconds after which the process is killed. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly lowPriority?: boolean | undefined;
  /** Receives standard output as it arrives; without it, the output is collected and returned. */
  readonly onOutput?: ((text: string) => void) | undefined;
  /** Receives standard error as it arrives. */
  readonly onErrors?: ((text: string) => void) | undefined;
  /** Return the end of standard error, where the tool prints its measurements. */
  readonly wantsErrors?: boolean | undefined;
};

/**
 * Runs a program and kills it when the pipe on 3 closes, so it ends with this process however that ends (a killed
 * process cannot kill its child, and an abandoned encoder would write for hours). `env -i`: the tool reads untrusted
 * files and must not see our secrets. With two arenas its address space matches its use on any number of processors.
 * The kernel enforces the limits (setrlimit). The network is an empty namespace where the system allows one: as root,
 * else with a user namespace. When memory runs out, the kernel kills this process before the server.
 */
const LEASH = `cpu=$1 memory=$2 file=$3; shift 3
alone=
if unshare -n true; then alone="unshare -n"; elif unshare -U -n true; then alone="unshare -U -n"; fi >/dev/null 2>&1
(
  { ulimit -c 0; ulimit -t "$cpu"; ulimit -v "$memory"; ulimit -f "$file"; } 2>/dev/null
  { echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null
  exec env -i MALLOC_ARENA_MAX=2 $alone "$@"
) 3<&- & tool=$!
(read end; kill -9 $tool) <&3 >/dev/null 2>&1 & watch=$!
exec 3<&-
wait $tool; code=$?
kill -9 $watch 2>/dev/null
exit $code`;
const LOW_PRIORITY = 10;

/** Exit codes of a shell whose program is missing or cannot run. */
const CANNOT_RUN = [126, 127];
/** Exit codes when the kernel ended it: at its limit of processor time (KILL, XCPU), or of a file (XFSZ). */
const OUT_OF_TIME = [128 + 9, 128 + 24];
const FILE_TOO_LARGE = 128 + 25;
const OUT_OF_MEMORY = /Cannot allocate memory|bad_alloc|malloc of size \d+ failed|[Oo]ut of memory/;

const start = ({ path, args, lowPriority, limits }: ProcessRequest) => {
  // (Remix's types require NODE_ENV, hence the cast.)
  const env = {} as NodeJS.ProcessEnv;
  const stdio = ["ignore", "pipe", "pipe", "pipe"] as ["ignore", "pipe", "pipe", "pipe"];
  if (process.platform === "win32") return spawn(path, [...args], { env, stdio });
  const nice = lowPriority ? ["nice", "-n", `${LOW_PRIORITY}`] : [];
  // Detached from the terminal: this process handles Ctrl-C and may finish the current work. Limits are in the shell's
  // units: memory in kilobytes, file sizes in blocks of 512 bytes.
  const { cpuS, memoryBytes, fileBytes } = limits;
  const units = [cpuS, memoryBytes / 1024, fileBytes / 512].map((value) => `${Math.ceil(value)}`);
  return spawn("/bin/sh", ["-c", LEASH, "sh", ...units, ...nice, path, ...args], {
    env,
    stdio,
    detached: true,
  });
};

/**
 * Runs a program with an empty environment and no input, and resolves with its standard output. Rejects with a
 * MediaError: `aborted`, `timeout` (also of processor time), `too_large` (it needed more memory than allowed, or wrote
 * too large a file), `unavailable` (cannot start) or `encode_failed` (non-zero exit). The process has ended when the
 * promise settles, and also ends soon after this process ends.
 */
export const runProcess = (request: ProcessRequest): Promise<string> =>
  new Promise((resolve, reject) => {
    if (request.signal?.aborted) {
      reject(new MediaError("aborted", "Stopped before it began."));
      return;
    }
    const child = start(request);
    const [, stdout, stderr, leash] = child.stdio;
    let stopped: "aborted" | "timeout" | "flood" | null = null;
    let output = "";
    let tail = "";

    const stop = (why: "aborted" | "timeout" | "flood") => {
      stopped ??= why;
      if (process.platform === "win32") child.kill("SIGKILL");
      else leash!.destroy();
    };
    const onAbort = () => stop("aborted");
    const timer = setTimeout(() => stop("timeout"), request.timeoutMs);
    request.signal?.addEventListener("abort", onAbort, { once: true });
    const settle = () => {
      clearTimeout(timer);
      leash?.destroy();
      request.signal?.removeEventListener("abort", onAbort);
    };

    leash?.on("error", () => {});
    stdout!.setEncoding("utf8").on("data", (text: string) => {
      if (request.onOutput) request.onOutput(text);
      else if (output.length < OUTPUT_LIMIT) output += text;
      else stop("flood");
    });
    stderr!.setEncoding("utf8").on("data", (text: string) => {
      request.onErrors?.(text);
      tail = (tail + text).slice(request.wantsErrors ? -MEASUREMENTS_LIMIT : -TAIL_LIMIT);
    });
    child.on("error", (error) => {
      settle();
      reject(new MediaError("unavailable", "The video tool could not be started.", error.message));
    });
    // Fires when every process that holds the output has ended, the tool included.
    child.on("close", (code) => {
      settle();
      if (stopped === "aborted") reject(new MediaError("aborted", "The work was stopped."));
      else if (stopped === "timeout")
        reject(new MediaError("timeout", "The work took too long and was stopped.", tail));
      else if (stopped === "flood")
        reject(new MediaError("unsupported", "The file says too much about itself.", tail));
      else if (code !== null && CANNOT_RUN.includes(code))
        reject(new MediaError("unavailable", "The video tool could not be started.", tail));
      else if (code !== null && OUT_OF_TIME.includes(code))
        reject(new MediaError("timeout", "The work took too much processor time and was stopped.", tail));
      else if (code === FILE_TOO_LARGE || (code !== 0 && OUT_OF_MEMORY.test(tail)))
        reject(new MediaError("too_large", "The file takes more memory or room than it may.", tail));
      else if (code !== 0)
        reject(new MediaError("encode_failed", `The video tool stopped with code ${String(code)}.`, tail));
      else resolve(request.wantsErrors ? tail : output);
    });
  });
