import { sql } from "drizzle-orm";
import { fromDrizzle, fromPglite, PgBoss, type Queue } from "pg-boss";
import type { Tracer } from "./tracer.ts";
import type { Database, Db } from "./client.ts";
import { rowsOf } from "./rows-of.ts";

/**
 * A queue of which one job waits or runs, however many processes send to it: what is sent besides is dropped. A process
 * without a heartbeat for `heartbeatSeconds` is dead, and the next occurrence takes its place.
 */
const single = {
  policy: "exclusive",
  expireInSeconds: 3600,
  heartbeatSeconds: 30,
  retryLimit: 0,
  deleteAfterSeconds: 3600,
} as const satisfies Omit<Queue, "name">;

/** null takes away what an earlier version set, which pg-boss can and its type does not say. */
type QueueOptions = Omit<Queue, "name" | "heartbeatSeconds"> & { heartbeatSeconds: number | null };

/** The queues of long work, and how each treats its jobs. */
const queues = {
  /**
   * Encodes a stored file. A job may take a day at most. Its worker's lease says whether that lives, and no heartbeat of
   * the queue (api/db/process-lease.ts).
   */
  encode: { expireInSeconds: 24 * 3600, heartbeatSeconds: null, retryLimit: 100, retryDelay: 5 },
  /** Makes captions of a sound: as `encode`. */
  captions: { expireInSeconds: 24 * 3600, heartbeatSeconds: null, retryLimit: 100, retryDelay: 5 },
  /** Works on all magnets for as long as there are any. */
  magnets: { ...single, expireInSeconds: 24 * 3600 },
  /** Works on all imports until there is none: one job runs, and one that is sent meanwhile waits. */
  imports: { ...single, policy: "stately", expireInSeconds: 24 * 3600 },
  /**
   * Tries to send one message to an endpoint, once: the row has when it is tried again. A job whose process died is taken
   * up after a minute.
   */
  webhooks: {
    expireInSeconds: 60,
    heartbeatSeconds: null,
    retryLimit: 5,
    retryDelay: 5,
    deleteAfterSeconds: 3600,
  },
  /** Makes those jobs, for as long as there is an endpoint. */
  outbox: { ...single, expireInSeconds: 24 * 3600 },
} as const satisfies Record<string, QueueOptions>;
export type QueueName = keyof typeof queues;
/** A queue whose jobs have no data: they tell a worker to look for work. */
type WakeQueue = "magnets" | "imports" | "outbox";

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
  /** The places of waiting jobs in their queue, from 1, by job; a job that may not start yet has none. */
  places: (queue: QueueName, ids: readonly string[]) => Promise<Map<string, number>>;
  /**
   * Handles jobs one at a time until the returned function is called.
   * @param most how many are handled at once instead, where they mostly wait for others; the handler does not reject
   */
  work: (
    queue: QueueName,
    handler: (job: Job) => Promise<void>,
    most?: number,
  ) => Promise<() => Promise<void>>;
  /** Sends a job without data, unless one waits already. Of the queues `magnets` and `outbox` one job waits or runs at most. */
  wake: (queue: WakeQueue) => Promise<void>;
  /** Drops the job of a process that is known to be dead. */
  clear: (queue: "magnets") => Promise<void>;
  /**
   * Does recurring work until the returned function is called: in one process at a time, once for each occurrence,
   * however many processes take part.
   */
  recur: (task: Recurrence, run: () => Promise<unknown>) => Promise<() => Promise<void>>;
  stop: () => Promise<void>;
};

/** `cron` in UTC; besides, the task runs `firstS` seconds from now, unless it already waits or runs. */
export type Recurrence = { name: string; cron: string; firstS: number };

export type NewJob = { id: string; data: Record<string, string>; priority: number; startAfter?: Date };

export type JobsOptions = {
  database: Database;
  onError: (error: unknown) => void;
  /** undefined = no traces are sent. */
  trace?: Tracer | undefined;
  /** Seconds between two polls for new jobs; at least 0.5. Default 2. */
  pollS?: number;
};

/** The schema of pg-boss's tables; pg-boss migrates it itself. */
const schema = "pgboss";
/** Recurring work is looked for this many times more rarely than jobs that a user waits for. */
const taskPatience = 5;
/** Milliseconds until a connection to PostgreSQL that does not answer is given up. */
const patience = { connectionTimeoutMillis: 3_000, query_timeout: 9_000 };

/** Creates the queue client. It opens no connection before its first use. */
export function createJobs({ database, onError, trace, pollS = 2 }: JobsOptions): Jobs {
  let started: Promise<PgBoss> | null = null;
  let stopping = false;
  const boss = () => {
    started ??= begin().catch((error: unknown) => {
      started = null;
      throw error;
    });
    return started;
  };

  async function begin(): Promise<PgBoss> {
    stopping = false;
    const { raw } = database;
    const where =
      "url" in raw
        ? { connectionString: raw.url, max: raw.queuePool, ...patience, keepAlive: true }
        : { db: fromPglite(raw.pglite), backend: "pglite" as const };
    const made = new PgBoss({
      ...where,
      schema,
      persistWarnings: false,
      // Schedules have a resolution of a minute, so their jobs are passed on at the slowest pace.
      cronMonitorIntervalSeconds: 30,
      cronWorkerIntervalSeconds: 15,
    });
    // Work that runs on after the queue was closed can't be told to it. Its job was given back by then.
    made.on("error", (error: unknown) => stopping || onError(errorOf(error)));
    await made.start();
    for (const [name, options] of Object.entries(queues)) {
      await makeQueue(made, name, options);
      // Caches the queue's metadata now: a transaction on a database with one connection could not wait for it.
      await made.findJobs(name, { key: "none" });
    }
    if (database.kind === "pglite") await dropAbandoned(made);
    return made;
  }

  const traced = <T>(name: string, work: () => Promise<T>) =>
    trace ? trace({ kind: "job", name: `job ${name}` }, work) : work();
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
    async places(queue, ids) {
      if (ids.length === 0) return new Map();
      await boss();
      return placesOf(database.db, queue, ids);
    },
    async work(queue, handler, most = 1) {
      const made = await boss();
      // Takes waiting jobs one after another; pauses only when the queue is empty.
      const rhythm = { pollingIntervalSeconds: pollS, burstWhenBatchFull: true, batchSize: most };
      const one = ({ id, data, signal }: Job) => traced(queue, () => handler({ id, data, signal }));
      const id = await made.work<Job["data"]>(queue, rhythm, (jobs) => Promise.all(jobs.map(one)));
      return () => made.offWork(queue, { id, wait: true });
    },
    wake: async (queue) => void (await (await boss()).send(queue, {})),
    clear: async (queue) => (await boss()).deleteAllJobs(queue),
    async recur({ name: task, cron, firstS }, run) {
      const made = await boss();
      const name = `task.${task}`;
      await makeQueue(made, name, single);
      await made.schedule(name, cron);
      await made.send(name, {}, { startAfter: firstS });
      const id = await made.work(name, { pollingIntervalSeconds: pollS * taskPatience }, async () => {
        await traced(name, run);
      });
      return () => made.offWork(name, { id, wait: true });
    },
    async stop() {
      stopping = true;
      const made = await started?.catch(() => null);
      started = null;
      await made?.stop({ graceful: false });
    },
  };
}

/** In the order in which pg-boss hands out jobs, which has no call for it. */
async function placesOf(db: Db, queue: QueueName, ids: readonly string[]): Promise<Map<string, number>> {
  const wanted = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  const rows = rowsOf<{ id: string; place: number }>(
    await db.execute(sql`select id::text as id, place from (
        select id, row_number() over (order by priority desc, created_on, id)::int as place
        from ${sql.identifier(schema)}.job where name = ${queue} and state < 'active' and start_after <= now()) waiting
      where id in (${wanted})`),
  );
  return new Map(rows.map(({ id, place }) => [id, place]));
}

/** pg-boss hands over some errors as plain objects. */
function errorOf(thrown: unknown): unknown {
  if (thrown instanceof Error || typeof thrown !== "object" || thrown === null) return thrown;
  const { message, stack, queue } = thrown as { message?: string; stack?: string; queue?: string };
  return Object.assign(new Error(message), { stack, ...(queue && { queue }) });
}

/** What was running when this process began: the embedded database has no other process that could still do it. */
async function dropAbandoned(boss: PgBoss): Promise<void> {
  for (const { name, policy } of await boss.getQueues())
    if (policy !== "standard") await boss.deleteAllJobs(name);
}

/** Makes a queue. An existing one keeps the options it was created with, so they are updated. */
async function makeQueue(boss: PgBoss, name: string, options: QueueOptions): Promise<void> {
  const { policy, ...rest } = options as Omit<Queue, "name">;
  if (await boss.getQueue(name)) await boss.updateQueue(name, rest);
  else await boss.createQueue(name, { ...rest, ...(policy && { policy }) });
}
