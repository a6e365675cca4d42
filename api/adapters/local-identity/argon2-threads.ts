import { Worker } from "node:worker_threads";
import type { Argon2Answer, Argon2Request } from "./argon2-worker.ts";

/** Milliseconds after which an idle thread ends, because it takes some megabytes. */
const idleMs = 30_000;

export type DeriveTag = (parameters: Omit<Argon2Request, "id">) => Promise<Uint8Array>;

/**
 * Derives argon2id tags in separate low-priority threads, because Node's own threads also read movies from the disk. A
 * thread starts when needed and takes one tag at a time. The caller limits how many run at once.
 * @throws when a thread cannot start, or when the parameters are invalid
 */
export function createArgon2Threads(): DeriveTag {
  const idle: Worker[] = [];
  let latest = 0;

  function rest(worker: Worker): void {
    idle.push(worker);
    const timer = setTimeout(() => {
      idle.splice(idle.indexOf(worker), 1);
      void worker.terminate();
    }, idleMs);
    timer.unref();
    worker.once("wake", () => clearTimeout(timer));
  }

  return async (parameters) => {
    const worker = idle.pop() ?? start();
    worker.emit("wake");
    const id = ++latest;
    const { tag } = await new Promise<Argon2Answer>((resolve, reject) => {
      const end = (settle: () => void) => {
        worker.off("message", answered).off("error", failed).off("exit", ended);
        settle();
      };
      const answered = (answer: Argon2Answer) => end(() => resolve(answer));
      const failed = (error: Error) => end(() => reject(error));
      const ended = () => end(() => reject(new Error("The thread that hashes a password has ended")));
      worker.on("message", answered).on("error", failed).on("exit", ended);
      worker.postMessage({ id, ...parameters } satisfies Argon2Request);
    });
    rest(worker);
    if (!tag) throw new Error("A password can't be hashed with these parameters");
    return tag;
  };
}

function start(): Worker {
  const worker = new Worker(new URL("argon2-worker.ts", import.meta.url));
  worker.unref();
  return worker;
}
