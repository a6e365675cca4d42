import { constants } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
type Signal = (typeof signals)[number];

/** npm hands on what its child has had from the terminal already: one that comes so soon is the same. Milliseconds. */
const sameMs = 1_000;

export type Step = {
  /** For the log, where it is not finished in time. */
  what: string;
  /** Milliseconds from the signal on after which it is left behind. */
  byMs: number;
  work: () => Promise<unknown>;
};

export type Ending = {
  /** Fires when the process is told to end. */
  signal: AbortSignal;
  /** What is to be done before the end, one step after the other. Without it the process ends at once. */
  finishBy: (steps: Step[]) => void;
};

/**
 * Ends the process in order when it is told to: by SIGTERM, by Ctrl-C, or because its terminal was closed. Exit code 0,
 * whatever had to be left behind; told a second time it ends at once, as by the signal.
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
  // With the terminal gone there is nowhere left to write to: that must not end the process before it has finished.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  return { signal: ending.signal, finishBy: (given) => void (steps = given) };
}
