import { Hono } from "hono";
import { getPath } from "hono/utils/url";
import type { BrandFacts } from "../../contract/service/brand-facts.ts";
import { readQueues } from "../db/read-queues.ts";
import { streamsOfPlan } from "../domain/commerce/membership/streams-of-plan.ts";
import { createProgressBatch } from "../domain/playback/progress-batch.ts";
import type { StreamLimit } from "../domain/playback/streams/renew-stream.ts";
import { writePlaces } from "../domain/playback/write-places.ts";
import { brandOf } from "../domain/service/brand/brand-of.ts";
import type { SettingsStore } from "../domain/service/settings/settings-store.ts";
import { freeBytes, requireSomeRoom } from "../domain/service/files/room.ts";
import { createConfigHandler } from "../http/config.ts";
import { createApi, withFreshSettings } from "../http/create-api.ts";
import { withProgressWritten } from "../http/progress-written.ts";
import { limitCalls } from "../http/limit/limit-calls.ts";
import { requireFactorOfAdmins } from "../http/require-factor.ts";
import { hookPrefix } from "../http/payment-hook.ts";
import { createBackgroundTasks, type BackgroundTask } from "../worker/background-tasks.ts";
import { composeAccounts } from "./accounts.ts";
import { composeAnalysis } from "./analysis.ts";
import type { Backend, BackendOptions } from "./backend.ts";
import { composeCatalogue } from "./catalogue.ts";
import { composeCommerce } from "./commerce.ts";
import { composeIngest } from "./ingest.ts";
import { createKernel, type Kernel } from "./kernel.ts";
import { composeLimits } from "./limits.ts";
import { composeLibrary } from "./library.ts";
import { composePlayback } from "./playback.ts";
import { composeService, type Service } from "./service.ts";

export type { Backend, WorkOptions } from "./backend.ts";

/** Wires the backend from its areas. Starts nothing. */
export function createBackend(options: BackendOptions): Backend {
  const { version, demo = false, firebase = null, diagnostics = false, publicOrigin } = options;
  const kernel = createKernel(options);
  const { db, clock, messages, jobs, places, onBug } = kernel;
  const service = composeService(kernel);
  const batch = createProgressBatch({
    write: (places) => writePlaces(db, places),
    onPutOff: (error) => kernel.onPutOff(error, "progress"),
    onDropped: (places) => onBug(new Error(`${places} places were not written in time`), "progress"),
  });
  const accounts = composeAccounts(kernel, service, { flushProgress: batch.flush });
  const playback = composePlayback(kernel, service, { batch, mostStreams: streamLimit(kernel, service) });
  const catalogue = composeCatalogue(kernel, service, playback);
  const library = composeLibrary(kernel, service, playback, catalogue);
  const ingest = composeIngest(kernel, service, catalogue);
  const commerce = composeCommerce(kernel, service, accounts);
  const analysis = composeAnalysis(kernel);
  const limits = composeLimits(kernel);

  const { store } = service;
  const product = { version, demo, firebase };
  const handlers = {
    config: createConfigHandler({ ...service, ...accounts, product, publicOrigin, diagnostics }),
    ...service.handlers,
    ...accounts.handlers,
    ...catalogue.handlers,
    ...playback.handlers,
    ...library.handlers,
    ...ingest.handlers,
    ...commerce.handlers,
    ...analysis.handlers,
  };
  const guarded = requireFactorOfAdmins(withProgressWritten(handlers, batch), { db, store });
  const api = createApi({
    db,
    messages,
    clock,
    version,
    onBug,
    checkAnswers: options.checkAnswers,
    trace: options.trace,
    handlers: withFreshSettings(limitCalls(guarded, limits.limiter), store),
    deadlineMs: options.deadlineMs ?? 10_000,
    // A full disk stops the embedded database's journal for good, so nothing is written when little room is left.
    ...(kernel.alone && { requireRoom: () => requireSomeRoom(options.dataDir) }),
  });
  const files = new Hono();
  for (const { routes } of [catalogue, playback, ingest]) files.route("/", routes as Hono);

  const parts = [service, accounts, catalogue, library, ingest, commerce, analysis, limits];
  const tasks = parts.flatMap((part) => part.tasks);
  return {
    fetch: byArea({ api, hook: commerce.hook, files }),
    direct: api.direct,
    assetStore: places.assetStore,
    storage: places.storage,
    cache: catalogue.cache,
    heed({ catalogue: movies, settings, users }) {
      if (movies) catalogue.cache.clear();
      if (settings) store.recheck();
      playback.forgetUsers(users);
    },
    brand: () => readBrand(store),
    identity: accounts.identity,
    jobs,
    orphans: ingest.orphans,
    worker: ingest.worker,
    settled: service.settled,
    writeProgress: batch.close,
    readings: async () => ({
      queues: await readQueues(db),
      diskBytes: await freeBytes(options.dataDir),
      pool: options.database.pool?.() ?? null,
      places: batch.size(),
    }),
    tasks,
    background: backgroundOf(kernel, { tasks, store }),
    async close() {
      await jobs.stop();
      await limits.close();
    },
  };
}

/** How many players of a user may play at a time is a matter of what they have bought. */
function streamLimit({ db }: Kernel, { store }: Service): StreamLimit {
  return (user) => streamsOfPlan(db, { ...user, standard: store.known().values.streams });
}

/** Mails and pushes of tasks say the operator's name, in a process that answers no calls too. */
function backgroundOf(
  { jobs, onBug, count }: Kernel,
  { tasks, store }: { tasks: readonly BackgroundTask[]; store: SettingsStore },
) {
  const knowing = tasks.map((task) => ({ ...task, run: () => store.fresh().then(task.run) }));
  return createBackgroundTasks({ jobs, tasks: knowing, onError: onBug, count });
}

async function readBrand(store: SettingsStore): Promise<BrandFacts> {
  await store.fresh();
  return brandOf(store.known().values);
}

type Fetch = Backend["fetch"];

/** Hands a request to the webhooks of payments, to the API, or to what serves files. */
function byArea({ api, hook, files }: { api: Fetch; hook: Fetch; files: Hono }): Fetch {
  return async (request, caller) => {
    const path = getPath(request);
    if (path.startsWith(hookPrefix)) return hook(request);
    return path === "/api" || path.startsWith("/api/") ? api(request, caller) : files.fetch(request, caller);
  };
}
