import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PaymentSettings } from "../../api/compose/backend.ts";
import { createBackend, type Backend, type WorkOptions } from "../../api/compose/create-backend.ts";
import type { Swept } from "../../api/compose/ingest.ts";
import type { StorageSettings } from "../../api/compose/storage.ts";
import { openDatabase, type Database, type Db } from "../../api/db/client.ts";
import type { Jobs } from "../../api/db/jobs.ts";
import { users } from "../../api/db/schema.ts";
import { openSession } from "../../api/domain/accounts/identity/session.ts";
import type { BackgroundTasks } from "../../api/worker/background-tasks.ts";
import type { Worker } from "../../api/worker/create-worker.ts";
import type { FirebaseSettings } from "../../contract/accounts/firebase.ts";
import type { Retained } from "../../api/domain/use-cases/retention/retain.ts";
import type { Orphan } from "../../api/domain/ingest/orphans/orphan.ts";
import type { Files } from "../../api/ports/files.ts";
import type { Storage } from "../../api/ports/storage.ts";
import type { Mail } from "../../api/ports/mailer.ts";
import type { DownloadPolicy, Envelope } from "../../contract/index.ts";
import { migratedDump } from "./migrated-pglite.ts";
import { copyOfTemplate } from "./migrated-postgres.ts";

export type TestBackend = {
  db: Db;
  database: Database;
  dataDir: string;
  /** Moves the backend's clock. */
  clock: { now: () => Date; set: (now: Date) => void };
  /** Errors that reached the boundary: bugs, in a test. */
  bugs: unknown[];
  /** Mails sent so far, once what was begun after the answers is done. */
  mails: () => Promise<Mail[]>;
  /** A raw request; `path` begins with a slash. */
  fetch: (path: string, init?: RequestInit, address?: string) => Promise<Response>;
  get: (name: string, query?: string, options?: CallOptions) => Promise<Answer>;
  post: (name: string, body: unknown, options?: CallOptions) => Promise<Answer>;
  /** A user with a session. @returns the bearer token */
  person: (fields?: Partial<typeof users.$inferInsert>) => Promise<{ uid: string; token: string }>;
  /** Answers a call of a page in this process. */
  direct: Backend["direct"];
  assetStore: Files;
  storage: Storage;
  /** What the server does now and then. */
  romanise: () => Promise<void>;
  rollUp: () => Promise<string[]>;
  rankMovies: () => Promise<void>;
  relateMovies: () => Promise<void>;
  sumVotes: () => Promise<void>;
  reconcile: () => Promise<{ asked: number; away: number }>;
  watchDisputes: () => Promise<number>;
  remind: () => Promise<number>;
  sendGifts: () => Promise<number>;
  /** Finds what users are to be told, and tells them. @returns number of notices */
  tell: () => Promise<number>;
  /** Sends what is due. @returns number of what was sent */
  push: () => Promise<number>;
  mailNotices: () => Promise<number>;
  sweep: () => Promise<Swept>;
  retain: () => Promise<Retained>;
  orphans: () => AsyncIterable<Orphan>;
  /** Neither is started. */
  background: BackgroundTasks;
  worker: Worker;
  jobs: Jobs;
  close: () => Promise<void>;
};

type CallOptions = { token?: string; locale?: string; /** Of the caller. */ address?: string };
// A test reads whatever a call answers; the contract's own types are the subject under test.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Answer = Envelope<any> & { status: number; d: any };

/**
 * The whole backend on a database of its own: PGlite in memory, or PostgreSQL where TEST_DATABASE says so.
 * `server` reaches that PostgreSQL another way than TEST_DATABASE_URL.
 */
export async function startTestBackend(
  options: {
    secret?: string;
    nativeHostSecret?: string;
    firebase?: FirebaseSettings;
    server?: string;
    deadlineMs?: number;
    downloads?: DownloadPolicy;
    /** The sandbox is there in any case. */
    stripe?: PaymentSettings["stripe"];
    work?: WorkOptions;
    magnetsPrivate?: boolean;
    oidcPrivate?: boolean;
    /** Paths of a program that makes captions, and of its model. */
    captions?: { command: string; model: string };
    storage?: StorageSettings;
    mediaAccel?: string;
    joinedRenditions?: boolean;
    /** The embedded database in `dataDir`, for a process that opens it later. */
    onDisk?: boolean;
    /** As where mails reach people: an address is proven by a mailed code before an account opens. */
    confirmsAddresses?: boolean;
    /** Another process on the same database, as far as memory goes: closed first. */
    beside?: TestBackend;
  } = {},
): Promise<TestBackend> {
  const dataDir = await mkdtemp(join(tmpdir(), "matinee-test-"));
  const shared = options.beside?.database;
  const { database, drop } = shared
    ? { database: shared, drop: async () => {} }
    : await freshDatabase(options.server, options.onDisk ? dataDir : undefined);
  let now: Date | null = null;
  const clock = { now: () => now ?? new Date(), set: (at: Date) => void (now = at) };
  const bugs: unknown[] = [];
  const mails: Mail[] = [];
  const backend = createBackend({
    database,
    dataDir,
    storage: options.storage,
    mediaAccel: options.mediaAccel,
    joinedRenditions: options.joinedRenditions ?? false,
    captions: options.captions,
    localesDir: "locales",
    secret: options.secret ?? "test-secret-test-secret-test-secret-test",
    publicOrigin: "https://matinee.test",
    nativeHostSecret: options.nativeHostSecret,
    firebase: options.firebase,
    mail: {
      linkBase: "https://matinee.test",
      by: { send: async (mail) => void mails.push(mail) },
      confirmsAddresses: options.confirmsAddresses ?? false,
    },
    payment: { stripe: options.stripe ?? null, sandbox: true, linkBase: "https://matinee.test" },
    anyVideoTool: true,
    version: "0.0.0",
    clock,
    onBug: (error) => bugs.push(error),
    onPutOff: (error) => bugs.push(error),
    checkAnswers: true,
    deadlineMs: options.deadlineMs,
    downloads: options.downloads,
    // Half a second is the shortest the queue allows.
    work: { pollS: 0.5, ...options.work },
    leaseTimes: { heartbeatMs: 200, deadMs: 1_000 },
    magnetsPrivate: options.magnetsPrivate,
    oidcPrivate: options.oidcPrivate,
  });
  const fetch = async (path: string, init?: RequestInit, address = "192.0.2.1") =>
    backend.fetch(new Request(`http://matinee.test${path}`, init), { address });
  const task =
    <T>(name: string) =>
    () =>
      backend.tasks.find((one) => one.name === name)!.run() as Promise<T>;
  const headers = ({ token, locale }: CallOptions) => ({
    Accept: "application/json",
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(locale ? { "Accept-Language": locale } : {}),
  });
  const answer = async (response: Response) =>
    ({ ...((await response.json()) as Envelope<unknown>), status: response.status }) as Answer;

  return {
    db: database.db,
    database,
    dataDir,
    clock,
    bugs,
    mails: async () => (await backend.settled(), mails),
    fetch,
    get: async (name, query = "", call = {}) =>
      answer(await fetch(`/api/${name}${query}`, { headers: headers(call) }, call.address)),
    post: async (name, body, call = {}) =>
      answer(
        await fetch(
          `/api/${name}`,
          {
            method: "POST",
            headers: { ...headers(call), "Content-Type": "application/json" },
            body: typeof body === "string" ? body : JSON.stringify(body),
          },
          call.address,
        ),
      ),
    async person(fields = {}) {
      const uid = fields.uid ?? randomUUID();
      await database.db.insert(users).values({ anonymous: false, ...fields, uid });
      return { uid, token: await openSession(database.db, { uid, userAgent: "test", now: clock.now() }) };
    },
    direct: backend.direct,
    assetStore: backend.assetStore,
    storage: backend.storage,
    romanise: task("romanise"),
    rollUp: task("roll-up"),
    rankMovies: task("rank-movies"),
    relateMovies: task("relate-movies"),
    sumVotes: task("sum-votes"),
    reconcile: task("reconcile"),
    watchDisputes: task("watch-disputes"),
    remind: task("remind"),
    sendGifts: task("send-gifts"),
    tell: task("tell"),
    push: task("push"),
    mailNotices: task("mail-notices"),
    async sweep() {
      await task("purge-movies")();
      await task("purge-replaced")();
      await task("sweep-proofs")();
      await task("sweep-sign-ins")();
      return task<Swept>("sweep-uploads")();
    },
    retain: task("retain"),
    orphans: backend.orphans,
    background: backend.background,
    worker: backend.worker,
    jobs: backend.jobs,
    async close() {
      await Promise.all([backend.background.stop(1_000), backend.worker.stop(0)]);
      await backend.writeProgress().catch((error: unknown) => bugs.push(error));
      await backend.jobs.stop();
      if (!shared) await database.close();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function freshDatabase(
  server = process.env.TEST_DATABASE_URL,
  folder?: string,
): Promise<{ database: Database; drop: () => Promise<void> }> {
  if (process.env.TEST_DATABASE !== "postgresql")
    return {
      database: await openDatabase(folder ? { dataDir: folder } : { from: await migratedDump() }),
      drop: async () => {},
    };
  if (!server)
    throw new Error("TEST_DATABASE_URL names the PostgreSQL server the tests may make databases on");
  const { url, drop } = await copyOfTemplate(server);
  return { database: await openDatabase({ url }), drop };
}
