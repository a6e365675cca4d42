import type { IncomingMessage } from "node:http";
import { performance, type EventLoopUtilization } from "node:perf_hooks";
import { createMessages } from "../api/http/messages.ts";
import type { Count } from "../api/ports/meter.ts";
import { codes } from "../contract/codes.ts";
import { localeOf } from "../contract/locales.ts";

export type Admission = {
  /** Does the work of a request when it is its turn, or refuses it when that would take too long. */
  through: (
    request: { incoming: IncomingMessage; isCall: boolean },
    work: () => Promise<Response>,
  ) => Promise<Response>;
};

/** Requests that are worked on at once while the process is busy: more at once would only make each slower. */
const atOnce = 8;
/** Further requests that wait for their turn, and for how many milliseconds. */
const mostWaiting = 64;
const waitMs = 1_000;
/** The share of time in work from which a process is busy, and the milliseconds over which it is measured. */
const busyShare = 0.9;
const measureMs = 200;
const retryAfterS = 5;

/**
 * Limits how many requests are worked on at once while this process has no time left, so that those it takes are
 * answered soon (decision 048). A process that only waits, as for a payment provider, takes any number.
 */
export function createAdmission({ localesDir, count }: { localesDir: string; count: Count }): Admission {
  const refuse = createRefusals(localesDir);
  const line = new Set<() => void>();
  let running = 0;
  let busy = false;
  let last: EventLoopUtilization = performance.eventLoopUtilization();

  const isFree = () => !busy || running < atOnce;
  const admit = () => {
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
  const turn = ({ socket }: IncomingMessage): Promise<boolean> =>
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
      const late = setTimeout(leave, waitMs);
      line.add(enter);
    });

  return {
    async through({ incoming, isCall }, work) {
      if (isFree()) running++;
      else if (line.size >= mostWaiting || !(await turn(incoming))) {
        count({ what: "shed", area: isCall ? "api" : "page" });
        return refuse(incoming, isCall);
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
function createRefusals(localesDir: string) {
  const messages = createMessages({ localesDir });
  return ({ headers }: IncomingMessage, isCall: boolean): Response => {
    const locale = localeOf(headers["accept-language"] ?? null);
    const text = messages.code("unavailable", locale);
    const { c, status } = codes.unavailable;
    const shared = { "Retry-After": String(retryAfterS), "Cache-Control": "no-store" };
    if (isCall) return Response.json({ c, m: text, d: null }, { status, headers: shared });
    const page = `<!doctype html><html lang="${locale}" dir="auto"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Matinee</title><p dir="auto">${text}</p></html>\n`;
    return new Response(page, {
      status,
      headers: {
        ...shared,
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": "default-src 'none'",
      },
    });
  };
}
