import { sql } from "drizzle-orm";
import { fromDrizzle, fromPglite, PgBoss, type Queue } from "pg-boss";
import type { Database, Db } from "./client.ts";

/** The background queues, and how each treats its jobs. */
const queues = {
  /**
   * Encodes a stored file. A job may take a day at most; a worker without a heartbeat for `heartbeatSeconds` is dead.
   */
  encode: { expireInSeconds: 24 * 3600, heartbeatSeconds: 30, retryLimit: 100, retryDelay: 5 },
} as const satisfies Record<string, Omit<Queue, "name">>;
export type QueueName = keyof typeof queues;

/** A job as its handler gets it. The signal fires when this worker no longer owns the job. */
export type Job = { id: string; data: Record<string, string>; signal: AbortSignal };

/**
 * The job queue, stored in the same database. Sending, removing or moving a job in a transaction takes effect when the
 * transaction commits. Call `ready` first: within a transaction no other connection may be used.
 */
export type Jobs = {
  ready: () => Promise<void>;
  send: (tx: Db, queue: QueueName, job: NewJob) => Promise<void>;
  /** Removes a waiting job, or tells a running one to stop. A missing job is no error. */
  remove: (tx: Db, queue: QueueName, id: string) => Promise<void>;
  prioritise: (tx: Db, queue: QueueName, job: { id: string; priority: number }) => Promise<void>;
  /** Handles jobs one at a time until the returned function is called. */
  work: (queue: QueueName, handler: (job: Job) => Promise<void>) => Promise<() => Promise<void>>;
  stop: () => Promise<void>;
};

export type NewJob = { id: string; data: Record<string, string>; priority: number; startAfter?: Date };

export type JobsOptions = {
  database: Database;
  onError: (error: unknown) => void;
  /** Seconds between two polls for new jobs; at least 0.5. Default 2. */
  pollS?: number;
};

/** The schema of pg-boss's tables; pg-boss migrates it itself. */
const schema = "pgboss";
/** The queue's own connections, beside those that serve pages. */
const connections = 3;

/** Creates the queue client. It opens no connection before its first use. */
export function createJobs({ database, onError, pollS = 2 }: JobsOptions): Jobs {
  let started: Promise<PgBoss> | null = null;
  const boss = () => {
    started ??= begin().catch((error: unknown) => {
      started = null;
      throw error;
    });
    return started;
  };

  async function begin(): Promise<PgBoss> {
    const { raw } = database;
    const where =
      "url" in raw
        ? { connectionString: raw.url, max: connections }
        : { db: fromPglite(raw.pglite), backend: "pglite" as const };
    const made = new PgBoss({ ...where, schema, schedule: false, persistWarnings: false });
    made.on("error", onError);
    await made.start();
    for (const [name, options] of Object.entries(queues)) {
      // An existing queue keeps the options it was created with, so update them.
      if (await made.getQueue(name)) await made.updateQueue(name, options);
      else await made.createQueue(name, options);
      // Caches the queue's metadata now: a transaction on a database with one connection could not wait for it.
      await made.findJobs(name, { key: "none" });
    }
    return made;
  }

  const within = (tx: Db) => ({ db: fromDrizzle(tx as never, sql) });
  return {
    ready: async () => void (await boss()),
    async send(tx, queue, { id, data, priority, startAfter }) {
      const options = { id, priority, ...(startAfter && { startAfter }), ...within(tx) };
      await (await boss()).send(queue, data, options);
    },
    remove: async (tx, queue, id) => void (await (await boss()).deleteJob(queue, id, within(tx))),
    prioritise: async (tx, queue, { id, priority }) =>
      void (await (await boss()).update(queue, undefined, { id, priority, ...within(tx) })),
    async work(queue, handler) {
      const made = await boss();
      // Takes waiting jobs one after another; pauses only when the queue is empty.
      const rhythm = { pollingIntervalSeconds: pollS, burstWhenBatchFull: true };
      const id = await made.work<Job["data"]>(queue, rhythm, async ([job]) =>
        handler({ id: job!.id, data: job!.data, signal: job!.signal }),
      );
      return () => made.offWork(queue, { id, wait: true });
    },
    async stop() {
      const made = await started?.catch(() => null);
      started = null;
      await made?.stop({ graceful: false });
    },
  };
}
