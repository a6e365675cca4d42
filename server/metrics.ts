import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Count, Readings } from "../api/ports/meter.ts";

export type Metrics = {
  observe: (request: { area: string; method: string; status: number; seconds: number }) => void;
  /** Counts what the backend reports. */
  count: Count;
  /** Prometheus text format 0.0.4. */
  text: () => Promise<string>;
  contentType: string;
  /** Figures that are read each time the metrics are asked for. */
  read: (readings: () => Promise<Readings>) => void;
};

/** Counts and durations of requests by area (api, media, page…), what the backend counts, and the process's own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "matinee_" });
  let readings: (() => Promise<Readings>) | null = null;
  const gauges = createGauges(registry);
  return {
    observe: requestsOf(registry),
    count: createCounters(registry),
    read: (given) => void (readings = given),
    async text() {
      if (readings) await gauges.fill(readings);
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

function requestsOf(registry: Registry): Metrics["observe"] {
  const seconds = new Histogram({
    name: "matinee_http_request_seconds",
    help: "Time from a request's arrival to the head of its answer, in seconds.",
    labelNames: ["area"],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const total = new Counter({
    name: "matinee_http_requests_total",
    help: "Requests answered.",
    labelNames: ["area", "method", "status"] as const,
    registers: [registry],
  });
  // Looks up each labelled child once, not at every request.
  const timers = new Map<string, { observe: (seconds: number) => void }>();
  const counters = new Map<string, { inc: () => void }>();
  return ({ area, method, status, seconds: duration }) => {
    let timer = timers.get(area);
    if (!timer) timers.set(area, (timer = seconds.labels(area)));
    timer.observe(duration);
    const key = `${area} ${method} ${status}`;
    let counter = counters.get(key);
    if (!counter) {
      counter = total.labels(area, knownMethod(method), String(status));
      // A method can be any word, so unknown methods are not stored.
      if (knownMethod(method) === method) counters.set(key, counter);
    }
    counter.inc();
  };
}

/** A label never contains a value chosen by a caller. */
function knownMethod(method: string): string {
  return ["GET", "HEAD", "POST", "OPTIONS"].includes(method) ? method : "other";
}

function createCounters(registry: Registry): Count {
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name, help, labelNames, registers });
  const seconds = <L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    buckets: number[],
  ) => new Histogram({ name, help, labelNames, buckets, registers });
  const results = (name: string, help: string) => counter(name, help, ["result"]);
  const mails = results("matinee_mails_total", "Mails handed to the mail server, and those it did not take.");
  const payments = counter(
    "matinee_payments_total",
    "Attempts to pay by how they ended; away: the provider did not answer.",
    ["method", "result"],
  );
  const webhooks = results("matinee_webhooks_total", "Messages of payment providers.");
  const messages = results("matinee_webhook_messages_total", "Tries to send a message to other software.");
  const bucket = counter("matinee_bucket_errors_total", "Requests to the bucket that failed.", ["code"]);
  const tasks = seconds(
    "matinee_task_seconds",
    "Runs of background tasks.",
    ["task", "result"],
    [0.1, 1, 10, 60, 600],
  );
  const success = new Gauge({
    name: "matinee_task_last_success_timestamp_seconds",
    help: "When this process last finished a background task without an error.",
    labelNames: ["task"],
    registers,
  });
  const encodings = seconds(
    "matinee_encoding_seconds",
    "Encodings that ended here, and how long they ran.",
    ["result"],
    [10, 60, 300, 1_800, 7_200, 28_800],
  );
  const starts = seconds(
    "matinee_playback_start_seconds",
    "Time to the first picture, as players report it.",
    [],
    startBuckets,
  );
  const pushes = counter("matinee_pushes_total", "Pushes to browsers by what became of them.", ["result"]);
  const faults = counter("matinee_playback_errors_total", "Errors that players report.", ["kind"]);
  const sheds = counter("matinee_sheds_total", "Requests refused because there was too much to do.", [
    "area",
  ]);
  const byResult = { mail: mails, push: pushes, webhook: webhooks, "webhook-sent": messages };
  // Alerts compare a counter with its past, so it has to exist before the first event.
  for (const [what, results] of Object.entries(resultsOf))
    for (const result of results) byResult[what as keyof typeof resultsOf].labels(result);
  for (const code of ["storage_away", "storage_refused"]) bucket.labels(code);
  for (const result of ["done", "retried", "failed"]) encodings.zero({ result });

  return (event) => {
    switch (event.what) {
      case "mail":
      case "push":
      case "webhook":
      case "webhook-sent":
        return byResult[event.what].inc({ result: event.result });
      case "payment":
        return payments.inc({ method: event.method, result: event.result });
      case "bucket-error":
        return bucket.inc({ code: event.code });
      case "task":
        if (event.result === "done") success.setToCurrentTime({ task: event.task });
        return tasks.observe({ task: event.task, result: event.result }, event.seconds);
      case "encoding":
        return encodings.observe({ result: event.result }, event.seconds);
      case "playback-start":
        return starts.observe(event.seconds);
      case "playback-error":
        return faults.inc({ kind: event.kind }, event.times);
      case "shed":
        return sheds.inc({ area: event.area });
    }
  };
}

const resultsOf = {
  mail: ["sent", "failed"],
  push: ["sent", "gone", "later", "lost"],
  webhook: ["recorded", "refused", "failed"],
  "webhook-sent": ["delivered", "failed"],
} as const;
const startBuckets = [0.25, 0.5, 1, 2, 4, 8, 16, 32];

function createGauges(registry: Registry) {
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const jobs = gauge("matinee_queue_jobs", "Jobs of a queue by state.", ["queue", "state"]);
  const oldest = gauge("matinee_queue_oldest_seconds", "How long the oldest waiting job has waited.", [
    "queue",
  ]);
  const disk = gauge("matinee_disk_free_bytes", "Free bytes on the disk of DATA_DIR.");
  const pool = gauge(
    "matinee_database_connections",
    "Connections for requests by state; waiting: statements without one.",
    ["state"],
  );
  const places = gauge("matinee_progress_waiting", "Places of viewers that wait to be written.");
  const readable = gauge(
    "matinee_readings_up",
    "1 if the figures of queues, disk and database could be read.",
  );
  return {
    async fill(read: () => Promise<Readings>): Promise<void> {
      // A queue or a pool that can't be read has no value, rather than its last one.
      for (const one of [jobs, oldest, pool]) one.reset();
      try {
        const { queues, diskBytes, pool: used, places: waiting } = await read();
        for (const { queue, oldestS, ...states } of queues) {
          oldest.set({ queue }, oldestS);
          for (const [state, count] of Object.entries(states)) jobs.set({ queue, state }, count);
        }
        disk.set(diskBytes);
        places.set(waiting);
        for (const [state, count] of Object.entries(used ?? {})) pool.set({ state }, count);
        readable.set(1);
      } catch {
        readable.set(0);
      }
    },
  };
}
