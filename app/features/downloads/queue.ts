import { readAccountNote } from "../../lib/account-note.ts";
import { loadCopy, type LoadPorts } from "./load-copy.ts";
import type { Download } from "./protocol.ts";

const pending = ["loading", "queued", "waiting"];

/**
 * Fetches the downloads of one user one after the other, the first added first.
 * @param isMine whether it belongs to the browser's current user
 * @returns `waiting` when the network is gone: call again when it may be back
 */
export async function runQueue(
  ports: LoadPorts,
  isMine: (download: Download) => boolean,
): Promise<"done" | "waiting"> {
  for (;;) {
    const next = (await ports.store.all()).find((one) => isMine(one) && pending.includes(one.state));
    if (!next) return "done";
    const begun = await ports.store.update(
      next.key,
      (now) => now && (pending.includes(now.state) ? { ...now, state: "loading", fault: null } : now),
    );
    if (begun?.state !== "loading") continue;
    ports.changed();
    const outcome = await loadCopy(ports, next.key);
    if (outcome !== "ready" && outcome !== "stopped") {
      await ports.store.update(next.key, (now) => {
        if (now?.state !== "loading") return now;
        if (outcome === "network") return { ...now, state: "waiting" };
        return { ...now, state: "failed", fault: outcome };
      });
    }
    ports.changed();
    if (outcome === "network") return "waiting";
  }
}

/** The page that fetches holds this lock, so that two pages never fetch the same download. */
const lockName = "matinee-downloads";
/** Milliseconds before an unreachable server is retried, at first and at most. */
const retryMs = { first: 5_000, most: 60_000 };

export type QueueRunner = ReturnType<typeof createQueueRunner>;

/** Runs the queue of the browser's user, on one page at a time, and again when the network may be back. */
export function createQueueRunner(ports: LoadPorts) {
  let retry: ReturnType<typeof setTimeout> | null = null;
  let delayMs = retryMs.first;
  let running: Promise<void> | null = null;
  let again = false;

  async function fetchAll(): Promise<void> {
    do {
      again = false;
      const { mark } = await readAccountNote();
      const outcome = await runQueue(ports, (download) => download.mark === mark);
      if (outcome === "done") delayMs = retryMs.first;
      else waitForNetwork();
    } while (again);
  }
  function waitForNetwork(): void {
    if (retry) clearTimeout(retry);
    retry = setTimeout(wake, delayMs);
    delayMs = Math.min(delayMs * 2, retryMs.most);
  }
  /** Continues the queue, once the page that holds the lock has released it. */
  function wake(): void {
    if (running) again = true;
    else
      running = navigator.locks
        .request(lockName, fetchAll)
        .catch(() => undefined)
        .then(() => {
          running = null;
          if (again) wake();
        });
  }
  /** The same, and the next retry comes as early as the first. */
  function hurry(): void {
    delayMs = retryMs.first;
    wake();
  }
  addEventListener("online", hurry);
  return { wake, hurry };
}
