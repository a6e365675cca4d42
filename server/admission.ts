import type { IncomingMessage } from "node:http";
import { performance, type EventLoopUtilization } from "node:perf_hooks";
import { createMessages } from "../api/http/messages.ts";
import type { Count } from "../api/ports/meter.ts";
import { codes } from "../contract/codes.ts";
import type { BrandFacts } from "../contract/service/brand-facts.ts";
import { localeOf } from "../contract/locales.ts";
import { chosenLocale, createBusyPages, type RequestKind } from "./busy-page.ts";

export type Admission = {
  /** Does the work of a request when it is its turn, or refuses it when that would take too long. */
  through: (
    request: { incoming: IncomingMessage; kind: RequestKind },
    work: () => Promise<Response>,
  ) => Promise<Response>;
};

/** Requests that are worked on at once while the process is busy: more at once would only make each slower. */
const atOnce = 8;
/** Further requests that wait for their turn in each line. */
const mostWaiting = 64;
/** Milliseconds they wait. Forms go first and wait longer: what was typed is worth more than a page that is asked for again. */
const waitMs: Record<RequestKind, number> = { form: 5_000, page: 1_000, call: 1_000 };
/** The share of time in work from which a process is busy, and the milliseconds over which it is measured. */
const busyShare = 0.9;
const measureMs = 200;
const retryAfterS = 5;

/**
 * Limits how many requests are worked on at once while this process has no time left, so that those it takes are
 * answered soon (decision 048). A process that only waits, as for a payment provider, takes any number.
 */
export function createAdmission({
  count,
  ...words
}: {
  localesDir: string;
  /** The operator's brand, as it was last known. */
  brand: () => BrandFacts;
  count: Count;
}): Admission {
  const refuse = createRefusals(words);
  const forms = new Set<() => void>();
  const others = new Set<() => void>();
  let running = 0;
  let busy = false;
  let last: EventLoopUtilization = performance.eventLoopUtilization();

  const isFree = () => !busy || running < atOnce;
  const admit = () => {
    for (const line of [forms, others])
      for (const enter of line) {
        if (!isFree()) return;
        line.delete(enter);
        enter();
      }
  };
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    busy = performance.eventLoopUtilization(now, last).utilization >= busyShare;
    last = now;
    admit();
  }, measureMs).unref();

  /** @returns whether the turn of a request came in time; `running` counts it from then on */
  const turn = ({ socket }: IncomingMessage, kind: RequestKind, line: Set<() => void>): Promise<boolean> =>
    new Promise((resolve) => {
      const enter = () => {
        clearTimeout(late);
        // Nothing receives an answer for a client that has gone.
        if (!socket.destroyed) running++;
        resolve(!socket.destroyed);
      };
      const leave = () => {
        line.delete(enter);
        resolve(false);
      };
      const late = setTimeout(leave, waitMs[kind]);
      line.add(enter);
    });

  return {
    async through({ incoming, kind }, work) {
      const line = kind === "form" ? forms : others;
      if (isFree()) running++;
      else if (line.size >= mostWaiting || !(await turn(incoming, kind, line))) {
        count({ what: "shed", area: kind === "call" ? "api" : "page" });
        return refuse(incoming, kind);
      }
      try {
        return await work();
      } finally {
        running--;
        admit();
      }
    },
  };
}

/** Answers that cost nothing: no page is rendered, and no database asked. */
function createRefusals({ localesDir, brand }: { localesDir: string; brand: () => BrandFacts }) {
  const messages = createMessages({ localesDir });
  const busyPage = createBusyPages({ localesDir, brand, retryAfterS });
  return ({ headers }: IncomingMessage, kind: RequestKind): Response => {
    const { c, status } = codes.unavailable;
    const shared = { "Retry-After": String(retryAfterS), "Cache-Control": "no-store" };
    if (kind === "call") {
      const m = messages.code("unavailable", localeOf(headers["accept-language"]));
      return Response.json({ c, m, d: null }, { status, headers: shared });
    }
    const page = busyPage(chosenLocale(headers), kind);
    return new Response(page.body, { status, headers: { ...shared, ...page.headers } });
  };
}
