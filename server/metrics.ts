import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";

export type Metrics = {
  observe: (request: { area: string; method: string; status: number; seconds: number }) => void;
  /** Prometheus text format 0.0.4. */
  text: () => Promise<string>;
  contentType: string;
};

/** Counts and durations of requests by area (api, media, page…), and the metrics of the process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "matinee_" });
  const labelNames = ["area", "method", "status"] as const;
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
    labelNames,
    registers: [registry],
  });
  // Looks up each labelled child once, not at every request.
  const timers = new Map<string, { observe: (seconds: number) => void }>();
  const counters = new Map<string, { inc: () => void }>();
  return {
    observe({ area, method, status, seconds: duration }) {
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
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** A label never contains a value chosen by a caller. */
function knownMethod(method: string): string {
  return ["GET", "HEAD", "POST", "OPTIONS"].includes(method) ? method : "other";
}
