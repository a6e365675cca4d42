import type { Step } from "./end-by-signal.ts";
import type { Listening } from "./listen.ts";
import type { Pages } from "./load-pages.ts";
import type { Service } from "./service.ts";
import type { Tracing } from "./tracing.ts";

/**
 * Milliseconds from SIGTERM: until when requests may run, promised mails may be sent, and the database must be closed.
 */
const drainMs = 10_000;
const mailByMs = 12_500;
const closeByMs = 14_000;
const tracesByMs = 14_700;
/** Milliseconds a job may take to finish; longer jobs are returned to the queue and start again elsewhere. */
const workMs = 5_000;

type Last = {
  pages: Pages;
  tracing: Tracing | null;
  /** Seconds in which the server still serves as before. */
  drainS: number;
};

/** The steps in which a server ends. */
export function stopOrder(server: Listening, service: Service, last: Last): Step[] {
  const drain = () => server.drain({ openMs: last.drainS * 1000, graceMs: drainMs });
  return [
    {
      what: "requests and jobs",
      byMs: drainMs + 500,
      work: () => Promise.all([drain(), service.stopWork(workMs)]),
    },
    // A promised mail is still sent, if the mail server answers.
    { what: "mails", byMs: mailByMs, work: service.settled },
    { what: "database", byMs: closeByMs, work: () => service.close().then(last.pages.close) },
    ...(last.tracing ? [{ what: "traces", byMs: tracesByMs, work: last.tracing.close }] : []),
  ];
}
