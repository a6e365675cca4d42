import type { Logger } from "pino";
import type { Opening } from "../api/db/embedded/open-folder.ts";
import type { EnvironmentFact } from "../api/http/service.ts";
import { createWeb } from "./create-web.ts";
import type { Ending } from "./end-by-signal.ts";
import type { Env } from "./env.ts";
import { listen } from "./listen.ts";
import { loadPages } from "./load-pages.ts";
import { openLocalService } from "./local-service.ts";
import { createMetrics } from "./metrics.ts";
import { localesDir, version } from "./open-backend.ts";
import { createRemoteService } from "./remote-service.ts";
import { createRequestInfo } from "./request-info.ts";
import { openTracing } from "./tracing.ts";
import { bucketOrigin } from "./storage-url.ts";
import { stopOrder } from "./stop-order.ts";

type Begun = {
  log: Logger;
  ending: Ending;
  /** Environment variables shown to admins. */
  environment: EnvironmentFact[];
  opening: Opening | undefined;
};

/** Opens the service, listens, and then begins the work besides. */
export async function serve(env: Env, { log, ending, environment, opening }: Begun): Promise<void> {
  const metrics = createMetrics();
  const tracing = env.traces ? await openTracing(version) : null;
  const trace = tracing?.trace;
  const [service, pages] = await Promise.all([
    env.API_URL
      ? createRemoteService(env.API_URL)
      : openLocalService(env, { log, environment, metrics, trace, opening }),
    loadPages(env.NODE_ENV),
  ]);
  const requestInfo = createRequestInfo({ publicUrl: env.PUBLIC_URL, trustProxy: env.TRUST_PROXY });
  const web = createWeb({
    backend: service.backend,
    apiFetch: service.apiFetch,
    direct: service.direct,
    brand: service.brand,
    localesDir,
    build: pages.build,
    clientDir: pages.clientDir,
    keptAssetsDir: pages.keptAssetsDir,
    // Load balancers learn first that this process is about to end, also if it is told to during the check.
    ready: async () => {
      notStopping(ending);
      await service.ready();
      notStopping(ending);
    },
    mode: env.NODE_ENV,
    diagnostics: env.DIAGNOSTICS,
    serviceWorker: env.SERVICE_WORKER === "on",
    firebase: env.firebase,
    mediaSource: env.mediaOrigin?.source ?? null,
    bucketOrigin: env.storage?.kind === "bucket" ? bucketOrigin(env.storage.bucket) : null,
    metricsToken: env.METRICS_TOKEN,
    requestInfo,
    metrics,
    trace,
    log,
  });
  const { PORT: port, HOST: host } = env;
  const server = await listen(web, { port, host, before: pages.before, isProxy: requestInfo.isProxy });
  const url = env.PUBLIC_URL ?? `http://${host === "0.0.0.0" ? "localhost" : host}:${server.port}`;
  log.info({ url, version, database: service.database }, "listening");
  ending.finishBy(stopOrder(server, service, { pages, tracing, drainS: env.DRAIN_S }));
  await service.begin({ url, signal: ending.signal });
}

/** @throws once the process was told to end */
function notStopping({ signal }: Ending): void {
  if (signal.aborted) throw new Error("stopping");
}
