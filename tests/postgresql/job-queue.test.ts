import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase, type Database } from "../../api/db/client.ts";
import { createJobs, type Jobs } from "../../api/db/jobs.ts";
import { copyOfTemplate } from "../setup/migrated-postgres.ts";

let database: Database;
let drop: () => Promise<void>;
let jobs: Jobs;
let reported: unknown[];
beforeEach(async () => {
  const copy = await copyOfTemplate(process.env.TEST_DATABASE_URL!);
  drop = copy.drop;
  database = await openDatabase({ url: copy.url });
  reported = [];
  jobs = createJobs({ database, onError: (error) => reported.push(error), pollS: 0.5 });
  await jobs.ready();
});
afterEach(async () => {
  await jobs.stop();
  await database.close();
  await drop();
});

test("work that runs on after the queue has ended is no error", async () => {
  const [begun, over, done] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const off = await jobs.recur({ name: "long", cron: "0 0 1 1 *", firstS: 0 }, async () => {
    begun!.resolve();
    await over!.promise;
  });
  await begun!.promise;
  await jobs.stop();
  over!.resolve();
  // Ends when the queue has tried to write down how the work went.
  void off().finally(() => done!.resolve());
  await done!.promise;
  expect(reported).toEqual([]);
});

test("an error of the queue is an Error with a message and a stack, and names the queue", async () => {
  const off = await jobs.recur({ name: "count", cron: "0 0 1 1 *", firstS: 0 }, async () => {});
  await database.db.execute(sql`drop schema pgboss cascade`);
  await expect
    .poll(() => reported.find((error) => String(error).includes("pgboss")), { timeout: 15_000 })
    .toBeDefined();
  for (const error of reported) {
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).not.toBe("");
    expect((error as Error).stack).toContain("\n");
  }
  expect(reported).toContainEqual(expect.objectContaining({ queue: "task.count" }));
  await off();
});
