import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { copyOfTemplate } from "../setup/migrated-postgres.ts";
import { processesOf, startByNpm } from "../setup/npm-process.ts";

let DATABASE_URL: string;
let drop: () => Promise<void>;
let DATA_DIR: string;
beforeEach(async () => {
  ({ url: DATABASE_URL, drop } = await copyOfTemplate(process.env.TEST_DATABASE_URL!));
  DATA_DIR = await mkdtemp(join(tmpdir(), "matinee-worker-"));
});
afterEach(async () => {
  await drop();
  await rm(DATA_DIR, { recursive: true, force: true });
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "npm run worker ends with all of it when npm is sent %s",
  async (signal) => {
    const { said, child, ended } = startByNpm("worker", { DATA_DIR, DATABASE_URL });
    await said('"msg":"working"');
    child.kill(signal);
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(await processesOf(DATA_DIR)).toEqual([]);
  },
);

test("a server that waits for another one's migration says so, and ends at once when it is told to", async () => {
  const other = postgres(DATABASE_URL, { max: 1 });
  await other`select pg_advisory_lock(712433901)`;
  const { said, child, ended } = startByNpm("start", { DATA_DIR, DATABASE_URL, PORT: "0" });
  await said('"msg":"another process is migrating the database: waiting until it has finished"');
  child.kill("SIGTERM");
  expect(await ended).toEqual({ code: 0, signal: null });
  expect(await processesOf(DATA_DIR)).toEqual([]);
  await other.end();
});

test("a worker says as plainly as a server why it can't work", async () => {
  const url = new URL(DATABASE_URL);
  url.pathname = "/there-is-none";
  const { output, ended } = startByNpm("worker", { DATA_DIR, DATABASE_URL: url.href });
  expect((await ended).code).toBe(1);
  expect(output()).toContain('matinee: DATABASE_URL: database "there-is-none" does not exist\n');
});
