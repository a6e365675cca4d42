import type { Db } from "../db/client.ts";
import type { Job, QueueName } from "../db/jobs.ts";
import { takeUpLost } from "../domain/ingest/encoding/claim-encoding.ts";
import { clearLeftovers } from "../domain/ingest/encoding/clear-leftovers.ts";
import type { MediaTool } from "../ports/media.ts";
import { encodeFilm, type EncodeDeps } from "./encode-film.ts";
import type { Keeper } from "./keep-magnets.ts";
import { createToolShelf, watchTool } from "./watch-tool.ts";

export type WorkerDeps = Omit<EncodeDeps, "previewFromS" | "mostAttempts" | "media"> & {
  db: Db;
  /** Finds the video tool; rejects when there is none. */
  media: () => Promise<MediaTool>;
  /** Called once when no video tool is found, and again when it disappears later. */
  onNoTool?: (error: unknown) => void;
  /** Works on magnets; left out, this process does not. */
  magnets?: Keeper;
  /** No other process can have this database open. */
  alone: boolean;
  previewFromS?: number;
  mostAttempts?: number;
  /** Milliseconds between two checks for work of a killed worker and for a missing tool. */
  tidyMs?: number;
};

export type Worker = {
  /** Takes over abandoned work and starts to work. */
  start: () => Promise<void>;
  /**
   * Takes no more work, waits for the current work up to the limit, and returns the rest to the queue.
   * @param limitMs milliseconds
   */
  stop: (limitMs: number) => Promise<void>;
  /** The video tool may have changed: look it up again. */
  forgetTool: () => void;
};

type Handler = (job: Job, stopping: AbortSignal) => Promise<void>;

/**
 * Processes the queues: each kind of job has its handler here. A process runs one job of a kind at a time; several
 * processes may run.
 */
export function createWorker(given: WorkerDeps): Worker {
  const { alone, magnets, tidyMs = 60_000, ...rest } = given;
  const deps = { previewFromS: 120, mostAttempts: 5, ...rest, media: createToolShelf(rest.media) };
  const handlers: Record<QueueName, Handler> = {
    encode: (job, signal) => encodeFilm(deps, job, signal),
  };
  const stopping = new AbortController();
  const ends: (() => Promise<void>)[] = [];
  const tool = watchTool(deps);
  let tidying = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const tidy = async () => {
    try {
      await takeUpLost(deps, { alone: false, now: deps.clock.now() });
      await clearLeftovers(deps, deps.clock.now());
      await tool.look();
    } catch (error) {
      if (!stopping.signal.aborted) deps.onBug(error, "worker");
    }
    if (!stopping.signal.aborted) timer = setTimeout(() => (tidying = tidy()), tidyMs).unref();
  };

  return {
    forgetTool: deps.media.forget,
    async start() {
      await deps.jobs.ready();
      await takeUpLost(deps, { alone, now: deps.clock.now() });
      tidying = tidy();
      magnets?.start();
      for (const name of Object.keys(handlers) as QueueName[]) {
        if (stopping.signal.aborted) return;
        ends.push(await deps.jobs.work(name, (job) => handlers[name](job, stopping.signal)));
      }
    },
    async stop(limitMs) {
      clearTimeout(timer);
      const patience = setTimeout(() => stopping.abort(), limitMs);
      await Promise.all([...ends.map((end) => end()), magnets?.stop()]);
      clearTimeout(patience);
      stopping.abort();
      await tidying;
      clearTimeout(timer);
    },
  };
}
