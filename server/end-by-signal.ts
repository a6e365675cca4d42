import { constants } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
type Signal = (typeof signals)[number];

/**
 * npm passes on a signal that its child has already received from the terminal; a second one within this time is the
 * same. Milliseconds.
 */
const sameMs = 1_000;

export type Step = {
  /** Name for the log if the step does not finish in time. */
  what: string;
  /** Milliseconds after the signal at which the step is abandoned. */
  byMs: number;
  work: () => Promise<unknown>;
};

export type Ending = {
  /** Fires when the process is told to end. */
  signal: AbortSignal;
  /** Steps to run before the end, one after the other. Without it the process ends at once. */
  finishBy: (steps: Step[]) => void;
};

/**
 * Ends the process in an orderly way on SIGTERM, on Ctrl-C, or when its terminal is closed. The exit code is 0 even if
 * steps were abandoned; a second signal ends it at once, with that signal's exit code.
 */
export function endBySignal(log: Logger): Ending {
  const ending = new AbortController();
  let steps: Step[] = [];
  let began = 0;

  const finish = async () => {
    for (const { what, byMs, work } of steps) {
      const late = pause(Math.max(0, began + byMs - performance.now()), "late" as const);
      const done = work().catch((error: unknown) =>
        log.error({ err: error, where: what }, "unexpected error"),
      );
      if ((await Promise.race([done, late])) === "late")
        log.warn({ what }, "not finished in time, left behind");
    }
    log.info("stopped");
    process.exit(0);
  };
  const told = (signal: Signal) => {
    if (!ending.signal.aborted) {
      began = performance.now();
      log.info({ signal }, "stopping");
      ending.abort();
      void finish();
    } else if (performance.now() - began > sameMs) {
      log.warn({ signal }, "told again: stopped at once");
      process.exit(128 + constants.signals[signal]);
    }
  };
  for (const signal of signals) process.on(signal, told);
  // After the terminal is closed, writes fail: that must not end the process before it has finished.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  return { signal: ending.signal, finishBy: (given) => void (steps = given) };
}
