import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createBackgroundTasks, cronOf, type BackgroundTask } from "../../../api/worker/background-tasks.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";

/** Two processes on one database, as far as the queue is concerned. */
let backends: TestBackend[];
let failures: unknown[];
beforeEach(async () => {
  const first = await startTestBackend();
  backends = [first, await startTestBackend({ beside: first })];
  failures = [];
  for (const { jobs } of backends) await jobs.ready();
});
afterEach(async () => {
  for (const backend of backends.toReversed()) await backend.close();
});

/** Starts the same task in both. @returns stops them */
async function startBoth(run: BackgroundTask["run"]): Promise<() => Promise<void>> {
  const task = { name: "count", run, firstMs: 0, everyMs: 3_600_000 };
  const onError = (error: unknown) => failures.push(error);
  const both = backends.map(({ jobs }) => createBackgroundTasks({ jobs, tasks: [task], onError }));
  await Promise.all(both.map((one) => one.start()));
  return async () => void (await Promise.all(both.map((one) => one.stop(10_000))));
}

test("a task runs once, however many processes take part in it", async () => {
  let runs = 0;
  const over = Promise.withResolvers<void>();
  const stop = await startBoth(async () => {
    runs += 1;
    await over.promise;
  });
  await expect.poll(() => runs, { timeout: 20_000 }).toBe(1);
  // Time enough for the other process to take an occurrence of its own, if there was one.
  await pause(4_000);
  expect(runs).toBe(1);
  over.resolve();
  await stop();
  expect(failures).toEqual([]);
});

test("a failure is reported once, and is not the last run", async () => {
  let runs = 0;
  const fail = async () => {
    runs += 1;
    throw new Error(`run ${runs}`);
  };
  const stop = await startBoth(fail);
  await expect.poll(() => failures.length, { timeout: 20_000 }).toBe(1);
  await stop();
  const stopAgain = await startBoth(fail);
  await expect.poll(() => failures.length, { timeout: 20_000 }).toBe(2);
  await stopAgain();
  expect(new Set(failures.map(String)).size).toBe(2);
});

test("intervals become minutes of the hour, of its own for each task", () => {
  expect(cronOf("reconcile", 1)).toBe("* * * * *");
  expect(cronOf("a", 60)).toBe("37 * * * *");
  expect(cronOf("a", 15)).toBe("7,22,37,52 * * * *");
});
