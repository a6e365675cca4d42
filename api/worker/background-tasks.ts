import { setTimeout as pause } from "node:timers/promises";
import type { Jobs } from "../db/jobs.ts";
import type { Count } from "../ports/meter.ts";

/** Work that recurs, whatever is asked of the service. */
export type BackgroundTask = {
  name: string;
  run: () => Promise<unknown>;
  /** Milliseconds from the start of a process to a first run. */
  firstMs: number;
  /** Milliseconds between two runs: whole minutes that divide an hour. */
  everyMs: number;
};

export type BackgroundTasks = {
  /** Takes part in the tasks. Resolves when all have begun; retries while the database is away. */
  start: () => Promise<void>;
  /** Takes no more tasks, and waits for the current ones up to the limit in milliseconds. */
  stop: (limitMs: number) => Promise<void>;
};

const minuteMs = 60_000;
const retryMs = 30_000;

/**
 * Runs tasks at their intervals. Every process may offer them: the queue hands each occurrence to one of them, and never
 * two of a task at once. A failed run is reported, and the task runs again at its next time.
 */
export function createBackgroundTasks({
  jobs,
  tasks,
  onError,
  count = () => {},
}: {
  jobs: Jobs;
  tasks: BackgroundTask[];
  onError: (error: unknown, task: string) => void;
  count?: Count;
}): BackgroundTasks {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ends: (() => Promise<void>)[] = [];

  async function begin({ name, run, firstMs, everyMs }: BackgroundTask): Promise<void> {
    const recurrence = { name, cron: cronOf(name, everyMs / minuteMs), firstS: firstMs / 1_000 };
    const report = (error: unknown) => {
      // At the end the database is closed, whatever work is running.
      if (!signal.aborted) onError(error, name);
    };
    const once = async () => {
      const began = performance.now();
      const note = (result: "done" | "failed") =>
        count({ what: "task", task: name, result, seconds: (performance.now() - began) / 1000 });
      await run().then(
        () => note("done"),
        (error: unknown) => {
          note("failed");
          report(error);
        },
      );
    };
    while (!signal.aborted) {
      try {
        ends.push(await jobs.recur(recurrence, once));
        return;
      } catch (error) {
        report(error);
        await pause(retryMs, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  }

  return {
    async start() {
      for (const task of tasks) await begin(task);
    },
    async stop(limitMs) {
      stopping.abort();
      const late = pause(limitMs, undefined, { ref: false });
      await Promise.race([late, Promise.all(ends.map((end) => end()))]);
    },
  };
}

/** Every so many minutes; each task has minutes of its own, so that they do not all run at the full hour. */
export function cronOf(name: string, minutes: number): string {
  const offset = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % minutes;
  const times = Array.from({ length: 60 / minutes }, (_, at) => offset + at * minutes);
  return `${minutes === 1 ? "*" : times.join(",")} * * * *`;
}
