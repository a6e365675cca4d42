import type { EnvironmentFact } from "./api/http/service.ts";
import { explainStart } from "./server/cannot-start.ts";
import { createWeb } from "./server/create-web.ts";
import { describeEnv } from "./server/describe-env.ts";
import { endBySignal } from "./server/end-by-signal.ts";
import { parseEnv, type Env } from "./server/env.ts";
import { listen } from "./server/listen.ts";
import { loadPages } from "./server/load-pages.ts";
import { openLocalService } from "./server/local-service.ts";
import { createLog } from "./server/log.ts";
import { createMetrics } from "./server/metrics.ts";
import { localesDir, version } from "./server/open-backend.ts";
import { createRemoteService } from "./server/remote-service.ts";
import { createRequestInfo } from "./server/request-info.ts";
import { openTracing } from "./server/tracing.ts";
import { bucketOrigin } from "./server/storage-url.ts";
import { stopOrder } from "./server/stop-order.ts";

/** Opens the service, listens, and then begins the work besides. */
async function main(env: Env, environment: EnvironmentFact[]): Promise<void> {
  const log = createLog(env.LOG_LEVEL);
  const ending = endBySignal(log);
  const metrics = createMetrics();
  const tracing = env.traces ? await openTracing(version) : null;
  const trace = tracing?.trace;
  const service = env.API_URL
    ? createRemoteService(env.API_URL)
    : await openLocalService(env, { log, environment, metrics, trace });
  const pages = await loadPages(env.NODE_ENV);
  const requestInfo = createRequestInfo({ publicUrl: env.PUBLIC_URL, trustProxy: env.TRUST_PROXY });
  const web = createWeb({
    ...{ backend: service.backend, apiFetch: service.apiFetch, direct: service.direct, localesDir },
    ...{ build: pages.build, clientDir: pages.clientDir, keptAssetsDir: pages.keptAssetsDir },
    // Load balancers learn first that this process is about to end.
    ready: () => (ending.signal.aborted ? Promise.reject(new Error("stopping")) : service.ready()),
    mode: env.NODE_ENV,
    diagnostics: env.DIAGNOSTICS,
    serviceWorker: env.SERVICE_WORKER === "on",
    ...{ firebase: env.firebase, mediaSource: env.mediaOrigin?.source ?? null },
    bucketOrigin: env.storage?.kind === "bucket" ? bucketOrigin(env.storage.bucket) : null,
    metricsToken: env.METRICS_TOKEN,
    ...{ requestInfo, metrics, trace, log },
  });
  const { PORT: port, HOST: host } = env;
  const server = await listen(web, { port, host, before: pages.before, isProxy: requestInfo.isProxy });
  const url = env.PUBLIC_URL ?? `http://${host === "0.0.0.0" ? "localhost" : host}:${server.port}`;
  log.info({ url, version, database: service.database }, "listening");
  ending.finishBy(stopOrder(server, service, { pages, tracing, drainS: env.DRAIN_S }));
  await service.begin({ url, signal: ending.signal });
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
