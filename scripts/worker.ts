import { explainStart } from "../server/cannot-start.ts";
import { endBySignal } from "../server/end-by-signal.ts";
import { parseEnv } from "../server/env.ts";
import { createLog, reportTo } from "../server/log.ts";
import { serveMetrics } from "../server/metrics-page.ts";
import { createMetrics } from "../server/metrics.ts";
import { openTracing } from "../server/tracing.ts";
import { openBackend, version } from "../server/open-backend.ts";

/** Milliseconds a job may run after SIGTERM; a longer one is returned to the queue for other workers. */
const stopMs = 10_000;
const closeByMs = 14_000;

/**
 * Does the long work, such as encoding, and nothing else. Runs beside servers that share its database and its DATA_DIR,
 * on this machine or another.
 */
async function main(): Promise<void> {
  const env = parseEnv(process.env);
  const log = createLog(env.LOG_LEVEL);
  const ending = endBySignal(log);
  const metrics = createMetrics();
  const tracing = env.traces ? await openTracing(version) : null;
  const { backend, database } = await openBackend(env, "worker", {
    ...reportTo(log),
    count: metrics.count,
    trace: tracing?.trace,
  });
  metrics.read(backend.readings);
  const { background, worker } = backend;
  ending.finishBy([
    {
      what: "jobs",
      byMs: stopMs + 2_000,
      work: () => Promise.all([background.stop(stopMs), worker.stop(stopMs)]),
    },
    {
      what: "database",
      byMs: closeByMs,
      work: async () => {
        await backend.close();
        await database.close();
        await tracing?.close();
      },
    },
  ]);
  const { METRICS_PORT: port, METRICS_TOKEN: token } = env;
  if (port) await serveMetrics({ port, token, metrics, log });
  await worker.start();
  void background.start();
  log.info({ version }, "working");
}

try {
  await main();
} catch (error) {
  process.stderr.write(`matinee: ${explainStart(error)}\n`);
  process.exit(1);
}
