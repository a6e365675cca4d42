import { fork, type ChildProcess } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { TorrentClient, TorrentStatus } from "../../ports/torrent.ts";
import type { Ask, Asked, ProcessOptions, Told } from "./messages.ts";
import { isPublicHost } from "../../domain/kernel/public-address.ts";

export type WebtorrentOptions = ProcessOptions & {
  /** Receives the process id, for tests that kill the process. */
  onStart?: (pid: number) => void;
};

/** Milliseconds for an answer, including the start of the process. */
const answerMs = 30_000;
const program = fileURLToPath(new URL("torrent-process.ts", import.meta.url));
/** Milliseconds it may take to tell the trackers that it stops. */
const farewellMs = 1_500;

/**
 * Torrent client on webtorrent in a separate process. Unless `private` is set, it connects to public internet addresses
 * only, and checks each connection when it is made.
 */
export function createWebtorrent({ onStart, ...options }: WebtorrentOptions): TorrentClient {
  let process: Process | null = null;
  const begun = () => {
    if (!process || process.ended) {
      process = begin(options);
      onStart?.(process.child.pid!);
    }
    return process;
  };
  const ask = (what: Ask) => begun().ask(what, answerMs);
  return {
    allows: options.private ? () => true : isPublicHost,
    async add(request) {
      await mkdir(request.folder, { recursive: true });
      await ask({ call: "add", input: request });
    },
    status: async () =>
      process && !process.ended ? ((await ask({ call: "status", input: null })) as TorrentStatus[]) : [],
    remove: async (infohash) => {
      if (process && !process.ended) await ask({ call: "remove", input: infohash });
    },
    limit: async (downBps) => void (await ask({ call: "limit", input: downBps })),
    async close() {
      const ending = process;
      process = null;
      if (!ending || ending.ended) return;
      await ending.ask({ call: "end", input: null }, farewellMs).catch(() => undefined);
      ending.child.kill("SIGKILL");
    },
  };
}

type Process = {
  child: ChildProcess;
  readonly ended: boolean;
  ask: (what: Ask, timeoutMs: number) => Promise<TorrentStatus[] | null>;
};

function begin(options: ProcessOptions): Process {
  // The child gets nothing from the server: neither its secrets nor its Node options.
  const child = fork(program, [JSON.stringify(options)], {
    env: { NODE_ENV: "production" },
    execArgv: ["--max-old-space-size=512"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    // This process handles Ctrl-C in the terminal and then closes the child.
    detached: true,
  });
  let last = 0;
  let ended = false;
  let answered = false;
  let words = "";
  const waiting = new Map<number, (told: Told) => void>();
  child.stderr?.on("data", (chunk: Buffer) => (words = (words + chunk.toString()).slice(-500)));
  child.on("message", (told: Told) => {
    answered = true;
    waiting.get(told.id)?.(told);
  });
  const over = (why: string) => {
    ended = true;
    const error = `The torrent process ended (${why}) ${words.trim()}`.trim();
    for (const [id, tell] of waiting) tell({ id, error });
  };
  child.on("close", (code, signal) => over(String(signal ?? code)));
  child.on("error", (error) => over(error.message));

  return {
    child,
    get ended() {
      return ended || !child.connected;
    },
    ask: (what, timeoutMs) =>
      new Promise((resolve, reject) => {
        last += 1;
        const id = last;
        const tell = (told: Told) => {
          clearTimeout(timer);
          waiting.delete(id);
          if (!("error" in told)) return resolve(told.value);
          const error = new Error(told.error);
          reject(answered ? error : Object.assign(error, { code: "NO_CLIENT" }));
        };
        const timer = setTimeout(
          () => tell({ id, error: `The torrent process took longer than ${timeoutMs} ms` }),
          timeoutMs,
        );
        waiting.set(id, tell);
        child.send({ ...what, id } satisfies Asked, (error) => error && tell({ id, error: error.message }));
      }),
  };
}
