import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { createBackend, type WorkOptions } from "./api/compose/create-backend.ts";
import type { EnvironmentFact } from "./api/http/service.ts";
import { openDatabase, type Database } from "./api/db/client.ts";
import type { Jobs } from "./api/db/jobs.ts";
import { removeDemoAccounts } from "./demo/seed-demo.ts";
import { prepareDemo, runDemo } from "./demo/start-demo.ts";
import { openSetup } from "./api/domain/accounts/users/first-owner.ts";
import { seedTexts } from "./api/domain/service/texts/seed-texts.ts";
import type { Worker } from "./api/worker/create-worker.ts";
import { createRemoteBackend } from "./server/api-over-http.ts";
import { CannotStart, explainStart } from "./server/cannot-start.ts";
import { createWeb } from "./server/create-web.ts";
import { describeEnv } from "./server/describe-env.ts";
import { endBySignal } from "./server/end-by-signal.ts";
import { parseEnv, type Env } from "./server/env.ts";
import { nameFullDisk, requireDisk, requireDiskToStart } from "./server/disk.ts";
import { listen } from "./server/listen.ts";
import { createLog } from "./server/log.ts";
import { createMetrics } from "./server/metrics.ts";
import { repeat } from "./server/repeat.ts";
import { createRequestInfo } from "./server/request-info.ts";
import { loadSecret } from "./server/secret.ts";
import { tellSetupLink } from "./server/setup-link.ts";

/**
 * Milliseconds from SIGTERM: until when requests may run, promised mails may be sent, and the database must be closed.
 */
const drainMs = 10_000;
const mailByMs = 12_500;
const closeByMs = 14_000;
/** Milliseconds a job may take to finish; longer jobs are returned to the queue and start again elsewhere. */
const workMs = 5_000;
const minuteMs = 60_000;
const root = import.meta.dirname;

async function main(env: Env, environment: EnvironmentFact[]): Promise<void> {
  const log = createLog(env.LOG_LEVEL);
  const version = (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string })
    .version;
  const ending = endBySignal(log);
  const onBug = (error: unknown, where: string) => log.error({ err: error, where }, "unexpected error");

  const onPutOff = (error: unknown, what: string) =>
    log.warn({ reason: (error as Error).message, what }, "put off until later");
  const onWait = (what: string) => log.info(what);
  const onLeftOut: WorkOptions["onLeftOut"] = ({ key, name, problem }, encoding) =>
    log.warn({ encoding, file: key, name, reason: problem?.why }, "subtitles left out");

  const backend = env.API_URL
    ? remote(env.API_URL)
    : await local({ env, environment, version, onBug, onPutOff, onWait, work: { onLeftOut } }).catch(
        nameFullDisk(env.DATA_DIR),
      );
  const dev = env.NODE_ENV === "development" ? await startVite() : null;
  const requestInfo = createRequestInfo({ publicUrl: env.PUBLIC_URL, trustProxy: env.TRUST_PROXY });
  const web = createWeb({
    ...backend,
    // Load balancers learn first that this process is about to end.
    ready: () => (ending.signal.aborted ? Promise.reject(new Error("stopping")) : backend.ready()),
    build: dev?.build ?? (await loadBuild()),
    mode: env.NODE_ENV,
    clientDir: join(root, "build/client"),
    diagnostics: env.DIAGNOSTICS,
    serviceWorker: env.SERVICE_WORKER === "on",
    requestInfo,
    firebase: env.firebase,
    metrics: createMetrics(),
    metricsToken: env.METRICS_TOKEN,
    log,
  });
  const server = await listen(web, {
    port: env.PORT,
    host: env.HOST,
    before: dev?.before,
    isProxy: requestInfo.isProxy,
  });
  const url = env.PUBLIC_URL ?? `http://${env.HOST === "0.0.0.0" ? "localhost" : env.HOST}:${server.port}`;
  log.info({ url, version, database: backend.database?.kind ?? "remote" }, "listening");

  let working: Promise<unknown> = Promise.resolve();
  ending.finishBy([
    {
      what: "requests and jobs",
      byMs: drainMs + 500,
      work: () => Promise.all([server.drain(drainMs), backend.worker?.stop(workMs).then(() => working)]),
    },
    // A promised mail is still sent, if the mail server answers.
    { what: "mails", byMs: mailByMs, work: () => backend.settled() },
    {
      what: "database",
      byMs: closeByMs,
      work: async () => {
        await backend.jobs?.stop();
        await backend.database?.close();
        await dev?.close();
      },
    },
  ]);

  void backend.database?.stopped.then((error) => {
    process.stderr.write(`matinee: ${error.message}\n`);
    process.exit(1);
  });
  if (backend.database) {
    const code = await openSetup(backend.database.db, { now: new Date() });
    const terminal = process.stdout.isTTY ? process.stdout : null;
    await tellSetupLink({ code, url, dataDir: env.DATA_DIR, terminal, log });
  }
  for (const { work, ...rhythm } of backend.chores)
    repeat(work, {
      ...rhythm,
      signal: ending.signal,
      // At the end the database is closed, whatever work is running.
      onError: (error) => ending.signal.aborted || onBug(error, "chores"),
    });
  // The server answers without the worker; an unreachable queue is reported, and the worker begins with the next start.
  if (backend.worker && !ending.signal.aborted)
    working = backend.worker.start().catch((error: unknown) => onBug(error, "worker"));
  await backend.demo?.({ url, signal: ending.signal });
}

type Parts = {
  backend: Parameters<typeof createWeb>[0]["backend"];
  apiFetch: Parameters<typeof createWeb>[0]["apiFetch"];
  ready: () => Promise<void>;
  /** Resolves when work that began after an answer is done. */
  settled: () => Promise<void>;
  database: Database | null;
  /** Does long work; null when another process does it. */
  worker: Worker | null;
  jobs: Jobs | null;
  /** Tasks besides answering requests. */
  chores: { work: () => Promise<unknown>; firstMs: number; everyMs: number }[];
  /** Runs once the server listens; null when DEMO is not set. */
  demo: ((options: { url: string; signal: AbortSignal }) => Promise<void>) | null;
};

/** Everything in this process. */
async function local({
  env,
  environment,
  version,
  onBug,
  onPutOff,
  onWait,
  work,
}: {
  env: Env;
  environment: EnvironmentFact[];
  version: string;
  onBug: (error: unknown, where: string) => void;
  onPutOff: (error: unknown, what: string) => void;
  onWait: (what: string) => void;
  work: WorkOptions;
}): Promise<Parts> {
  const dataDir = env.DATA_DIR;
  if (!env.DATABASE_URL) await requireDiskToStart(dataDir);
  const database = await openDatabase({ url: env.DATABASE_URL, dataDir, onWait });
  const {
    fetch: backend,
    films,
    cache,
    identity,
    romanise,
    rollUp,
    reconcile,
    watchDisputes,
    remind,
    sweep,
    retain,
    settled,
    worker,
    jobs,
  } = createBackend({
    database,
    dataDir,
    storage: env.storage ?? undefined,
    localesDir: join(root, "locales"),
    secret: await loadSecret({ given: env.SESSION_SECRET, dataDir }),
    nativeHostSecret: env.NATIVE_HOST_SECRET,
    firebase: env.firebase,
    mediaAccel: env.MEDIA_ACCEL,
    mail: env.mail && {
      linkBase: env.mail.linkBase,
      // Mails in a terminal are read by the operator, not by the person who signs up.
      confirmsAddresses: env.mail.smtp !== null,
      by: env.mail.smtp ? { smtp: env.mail.smtp } : { terminal: process.stdout },
    },
    demo: env.DEMO,
    payment: env.payment,
    diagnostics: env.DIAGNOSTICS,
    environment,
    ffmpegPath: env.FFMPEG_PATH,
    magnetsPrivate: env.MAGNET_PRIVATE_ADDRESSES,
    version,
    clock: { now: () => new Date() },
    onBug,
    onPutOff,
    work,
    checkAnswers: env.NODE_ENV !== "production",
  });
  const demo = {
    db: database.db,
    identity,
    films,
    cache,
    dataDir,
    ffmpegPath: env.FFMPEG_PATH,
    onError: (error: unknown) => onBug(error, "demo"),
  };
  await seedTexts(database.db, { localesDir: join(root, "locales") });
  if (env.DEMO) await prepareDemo(demo);
  // These passwords are public: accounts left by the demo must not open the real service.
  else await removeDemoAccounts(database.db);
  return {
    backend,
    apiFetch: async (request, caller) => backend(request, caller),
    ready: async () => {
      await requireDisk(dataDir);
      await database.ping();
    },
    settled,
    database,
    worker: env.WORKER === "on" ? worker : null,
    jobs,
    chores: [
      // Titles of an older version, written directly into the database, or unreadable the last time.
      { work: romanise, firstMs: 0, everyMs: 10 * minuteMs },
      { work: rollUp, firstMs: 20_000, everyMs: 15 * minuteMs },
      { work: reconcile, firstMs: 10_000, everyMs: minuteMs },
      { work: watchDisputes, firstMs: minuteMs, everyMs: 60 * minuteMs },
      { work: remind, firstMs: 2 * minuteMs, everyMs: 60 * minuteMs },
      { work: sweep, firstMs: 1_000, everyMs: 60 * minuteMs },
      { work: retain, firstMs: 7 * minuteMs, everyMs: 60 * minuteMs },
    ],
    demo: env.DEMO ? (listening) => runDemo({ ...demo, ...listening }) : null,
  };
}

/** Pages in this process, the backend in another. */
function remote(apiUrl: string): Parts {
  const { apiFetch, backend } = createRemoteBackend({ apiUrl });
  const ready = async () => {
    const answer = await fetch(new URL("/readyz", apiUrl), { signal: AbortSignal.timeout(3_000) });
    if (!answer.ok) throw new Error(`API_URL answered ${answer.status}`);
  };
  const none = { database: null, worker: null, jobs: null, chores: [], demo: null };
  return { apiFetch, backend, ready, settled: async () => {}, ...none };
}

async function loadBuild(): Promise<ServerBuild> {
  const path = join(root, "build/server/index.js");
  if (!existsSync(path)) throw new CannotStart(`There is no build in ${root}: npm run build makes it`);
  return (await import(pathToFileURL(path).href)) as ServerBuild;
}

async function startVite() {
  const { createServer } = await import("vite");
  const ours = process.listeners("SIGTERM");
  const vite = await createServer({ server: { middlewareMode: true } });
  // Remix makes Vite start a second server, which would end the process before its requests are finished.
  for (const theirs of process.listeners("SIGTERM"))
    if (!ours.includes(theirs)) process.off("SIGTERM", theirs);
  return {
    build: async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild,
    before: vite.middlewares as never,
    close: () => vite.close(),
  };
}

try {
  const env = parseEnv(process.env, { onTerminal: process.stdout.isTTY === true });
  const environment = describeEnv(process.env);
  // React and similar packages read it themselves, and without it use their development builds, which are half as fast.
  process.env.NODE_ENV = env.NODE_ENV;
  await main(env, environment);
} catch (error) {
  process.stderr.write(`matinee: ${explainStart(error)}\n`);
  process.exit(1);
}
