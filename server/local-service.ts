import type { Logger } from "pino";
import { listenForChanges } from "../api/db/listen-changes.ts";
import type { Opening } from "../api/db/embedded/open-folder.ts";
import { openSetup } from "../api/domain/accounts/users/first-owner.ts";
import { seedTexts } from "../api/domain/service/texts/seed-texts.ts";
import type { Tracer } from "../api/db/tracer.ts";
import type { EnvironmentFact } from "../api/http/service.ts";
import { removeDemoAccounts } from "../demo/demo-accounts.ts";
import { createBrandSource } from "./brand-source.ts";
import { nameFullDisk, requireDisk } from "./disk.ts";
import type { Env } from "./env.ts";
import { reportTo } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { localesDir, openBackend } from "./open-backend.ts";
import type { Service } from "./service.ts";
import { tellSetupLink } from "./setup-link.ts";

type Options = {
  log: Logger;
  environment: EnvironmentFact[];
  metrics: Metrics;
  trace: Tracer | undefined;
  /** The embedded database, whose start has begun; undefined with `DATABASE_URL`. */
  opening: Opening | undefined;
};

/**
 * Opens the backend in this process, with the product's texts and, for the demo, its catalogue.
 * @throws the errors of `openBackend`; DirectoryUnusable when the disk is full
 */
export function openLocalService(env: Env, options: Options): Promise<Service> {
  return open(env, options).catch(nameFullDisk(env.DATA_DIR));
}

async function open(env: Env, { log, environment, metrics, trace, opening }: Options): Promise<Service> {
  const { DATA_DIR: dataDir, FFMPEG_PATH: ffmpegPath } = env;
  const reports = reportTo(log);
  const { onBug } = reports;
  const { backend, database, clock } = await openBackend(env, "server", {
    ...reports,
    environment,
    trace,
    count: metrics.count,
    opening,
  });
  metrics.read(backend.readings);
  const { db } = database;
  const { identity, assetStore, cache, background } = backend;
  const onError = (error: unknown) => onBug(error, "demo");
  // Its catalogue is loaded with it, in all languages.
  const { prepareDemo, runDemo } = env.DEMO ? await import("../demo/start-demo.ts") : {};
  const demo = { db, identity, assetStore, cache, dataDir, ffmpegPath, onError };
  await seedTexts(db, { localesDir });
  if (prepareDemo) await prepareDemo(demo);
  // These passwords are public: accounts left by the demo must not open the real service.
  else await removeDemoAccounts(db);
  void database.stopped.then((error) => {
    process.stderr.write(`matinee: ${error.message}\n`);
    process.exit(1);
  });
  const worker = env.WORKER === "on" ? backend.worker : null;
  let working: Promise<unknown> = Promise.resolve();
  let endListening = async () => {};
  return {
    database: database.kind,
    backend: backend.fetch,
    apiFetch: async (request, caller) => backend.fetch(request, caller),
    direct: backend.direct,
    brand: createBrandSource(backend.brand),
    ready: async () => {
      await requireDisk(dataDir);
      await database.ping();
    },
    async begin({ url, signal }) {
      const terminal = process.stdout.isTTY ? process.stdout : null;
      const databaseUrl = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
      if (databaseUrl && !signal.aborted)
        endListening = listenForChanges({
          db,
          url: databaseUrl,
          onChange: backend.heed,
          notice: reports.notice,
        });
      await tellSetupLink({ code: await openSetup(db, { now: clock.now() }), url, dataDir, terminal, log });
      if (!signal.aborted) void background.start();
      // The server answers without the worker; an unreachable queue is reported, and the worker begins with the next start.
      if (worker && !signal.aborted)
        working = worker.start().catch((error: unknown) => onBug(error, "worker"));
      await runDemo?.({ ...demo, url, signal });
    },
    stopWork: (limitMs) => Promise.all([background.stop(limitMs), worker?.stop(limitMs).then(() => working)]),
    settled: backend.settled,
    async close() {
      await backend.writeProgress().catch((error: unknown) => onBug(error, "progress"));
      await Promise.all([endListening(), backend.close()]);
      await database.close();
    },
  };
}
