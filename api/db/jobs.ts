import { sql } from "drizzle-orm";
import { fromDrizzle, fromPglite, PgBoss, type Queue } from "pg-boss";
import type { Database, Db } from "./client.ts";

/** What is done beside answering, and how a job of it is treated. */
const queues = {
  /** A stored file becomes a film. A day is the longest a job may take; a worker that is silent for longer is dead. */
  encode: { expireInSeconds: 24 * 3600, heartbeatSeconds: 30, retryLimit: 100, retryDelay: 5 },
} as const satisfies Record<string, Omit<Queue, "name">>;
export type QueueName = keyof typeof queues;

/** A job as its handler gets it. The signal fires when the job is no longer this worker's. */
export type Job = { id: string; data: Record<string, string>; signal: AbortSignal };

/**
 * The job queue, which lies in the same database: what is sent, taken back or moved in a transaction is so when the
 * transaction is. `ready` has to be called before: within a transaction nothing may be asked by another connection.
 */
export type Jobs = {
  ready: () => Promise<void>;
  send: (tx: Db, queue: QueueName, job: NewJob) => Promise<void>;
  /** A job that waits is taken back, one that runs is told to stop. One that is not there any more is no matter. */
  remove: (tx: Db, queue: QueueName, id: string) => Promise<void>;
  prioritise: (tx: Db, queue: QueueName, job: { id: string; priority: number }) => Promise<void>;
  /** Handles jobs one at a time until the function that is answered has been called. */
  work: (queue: QueueName, handler: (job: Job) => Promise<void>) => Promise<() => Promise<void>>;
  stop: () => Promise<void>;
};

export type NewJob = { id: string; data: Record<string, string>; priority: number; startAfter?: Date };

export type JobsOptions = {
  database: Database;
  onError: (error: unknown) => void;
  /** Seconds between two looks for new jobs; half a second at least. Default 2. */
  pollS?: number;
};

/** The schema pg-boss keeps its tables in; it brings them up to date itself. */
const schema = "pgboss";
/** Of its own, beside those of the pages. */
const connections = 3;

/** Reaches the queue; nothing is opened before it is asked for something. */
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
      // One that is there keeps the options it was made with.
      if (await made.getQueue(name)) await made.updateQueue(name, options);
      else await made.createQueue(name, options);
      // Its facts are known from now on: a transaction on a database of one connection could not wait for them.
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
      // What waits is taken one after the other; only an empty queue is left alone for a moment.
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
