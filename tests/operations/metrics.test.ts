import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openDatabase, type Database } from "../../api/db/client.ts";
import { startTestPostgres, type TestPostgres } from "../../scripts/test-postgres.ts";
import { addMovie } from "../setup/catalogue.ts";
import { payloads } from "../setup/payloads.ts";
import { freePort, startServer, type ServerProcess } from "../setup/server-process.ts";
import { programs } from "./setup/programs.ts";

const run = promisify(execFile);
const token = "a-token-of-the-metrics-test";

test.skipIf(!programs.promtool)(
  "promtool finds the alerts correct, and they fire when they should",
  async () => {
    await run(programs.promtool!, ["check", "rules", "deploy/alerts.yaml"]);
    await run(programs.promtool!, ["test", "rules", "tests/operations/setup/alert-cases.yaml"]);
  },
);

test("each alert says what to do, and where operations.md says more", async () => {
  const alerts = await readFile("deploy/alerts.yaml", "utf8");
  const headings = [...(await readFile("docs/operations.md", "utf8")).matchAll(/^#+ (.+)$/gm)].map(
    ([, title]) =>
      title!
        .toLowerCase()
        .replaceAll(/[^a-z0-9 ]/g, "")
        .replaceAll(" ", "-"),
  );
  const count = (pattern: RegExp) => alerts.match(pattern)?.length ?? 0;
  expect(count(/^ +summary: /gm)).toBe(count(/- alert: /g));
  expect(count(/^ +runbook: /gm)).toBe(count(/- alert: /g));
  for (const [, anchor] of alerts.matchAll(/docs\/operations\.md#([a-z0-9-]+)$/gm))
    expect(headings).toContain(anchor);
});

describe.skipIf(!programs.postgres)("a server and a worker", () => {
  let postgres: TestPostgres;
  let database: Database;
  let folder: string;
  let server: ServerProcess;
  let worker: ChildProcess;
  let workerUrl: string;
  let said = "";
  let isAway = false;

  beforeAll(async () => {
    postgres = await startTestPostgres(programs.postgres!);
    database = await openDatabase({ url: postgres.url });
    await addMovie(database.db, { id: "a-film" });
    folder = await mkdtemp(join(tmpdir(), "matinee-metrics-"));
    const shared = { DATABASE_URL: postgres.url, DATA_DIR: folder, SESSION_SECRET: "a-secret".repeat(8) };
    server = await startServer({ ...shared, WORKER: "off", METRICS_TOKEN: token });
    const port = await freePort();
    workerUrl = `http://127.0.0.1:${port}`;
    worker = spawn("node_modules/.bin/node", ["scripts/worker.ts"], {
      env: {
        ...process.env,
        NODE_ENV: "production",
        ...shared,
        METRICS_TOKEN: token,
        METRICS_PORT: String(port),
      },
    });
    for (const stream of [worker.stdout!, worker.stderr!])
      stream.on("data", (text: Buffer) => (said += String(text)));
    await vi.waitFor(async () => expect(await read(workerUrl)).toContain("matinee_"), { timeout: 60_000 });
  });
  afterAll(async () => {
    worker?.kill();
    await Promise.all([server?.end(), worker && worker.exitCode === null && once(worker, "close")]);
    await database?.close();
    if (!isAway) await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function read(
    url: string,
    headers: HeadersInit = { Authorization: `Bearer ${token}` },
  ): Promise<string> {
    const answer = await fetch(`${url}/metrics`, { headers });
    return answer.ok ? answer.text() : `status ${answer.status}`;
  }
  /** Names as they appear in queries. */
  const namesOf = (text: string) =>
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === "histogram" ? ["bucket", "sum", "count"].map((part) => `${name}_${part}`) : [name!],
    );
  const valueOf = (text: string, series: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length + 1) ?? NaN,
    );

  test("export every figure that alerts and dashboard use", async () => {
    const exported = [await read(server.url), await read(workerUrl)].map(namesOf);
    for (const file of ["deploy/alerts.yaml", "deploy/dashboard.json"]) {
      const used = new Set((await readFile(file, "utf8")).match(/\bmatinee_\w+/g));
      expect(used.size).toBeGreaterThan(10);
      for (const names of exported) expect(names).toEqual(expect.arrayContaining([...used]));
    }
  });

  test("show them to who has the token alone", async () => {
    for (const url of [server.url, workerUrl]) {
      expect(await read(url, {})).toBe("status 403");
      expect(await read(url, { Authorization: "Bearer another-token-of-this-length" })).toBe("status 403");
    }
    expect((await fetch(`${workerUrl}/`)).status).toBe(404);
    expect(await (await fetch(`${workerUrl}/healthz`)).text()).toBe("ok");
  });

  test("tell what waits in a queue and for how long, on whichever of them is asked", async () => {
    await expect
      .poll(async () => valueOf(await read(workerUrl), 'matinee_queue_oldest_seconds{queue="encode"}'))
      .toBe(0);
    const twoHoursAgo = sql`now() - interval '2 hours'`;
    await database.db.execute(sql`insert into pgboss.job (name, state) values ('encode', 'failed')`);
    // In a queue that nothing works on.
    await database.db.execute(sql`insert into pgboss.queue
      select (jsonb_populate_record(q, '{"name": "task.of-the-test"}')).* from pgboss.queue q where name = 'encode'`);
    await database.db.execute(sql`insert into pgboss.job (name, state, start_after)
      values ('task.of-the-test', 'created', ${twoHoursAgo})`);
    const text = await read(server.url);
    expect(valueOf(text, "matinee_readings_up")).toBe(1);
    expect(valueOf(text, "matinee_disk_free_bytes")).toBeGreaterThan(1e6);
    expect(valueOf(text, 'matinee_queue_jobs{queue="encode",state="waiting"}')).toBe(0);
    expect(valueOf(text, 'matinee_queue_jobs{queue="encode",state="failed"}')).toBe(1);
    expect(valueOf(text, 'matinee_queue_jobs{queue="task.of-the-test",state="waiting"}')).toBe(1);
    expect(valueOf(text, 'matinee_queue_oldest_seconds{queue="task.of-the-test"}')).toBeCloseTo(7_200, -2);
    expect(valueOf(text, 'matinee_database_connections{state="most"}')).toBeGreaterThan(0);
  });

  test("count starts and errors of players, once for each sitting", async () => {
    const report = (more: object) =>
      fetch(`${server.url}/api/playback/quality`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          ...payloads["playback/quality"],
          id: "a-film",
          sitting: "a-sitting-of-this-test",
          ...more,
        }),
      });
    const errors = { network: 2, decode: 0, expired: 0, missing: 0, gone: 0, blocked: 0 };
    await report({ report: 1, startMs: 700 });
    await report({ report: 2, startMs: 700, errors });
    await report({ report: 3, startMs: 700, errors });
    const text = await read(server.url);
    expect(valueOf(text, "matinee_playback_start_seconds_count")).toBe(1);
    expect(valueOf(text, 'matinee_playback_errors_total{kind="network"}')).toBe(2);
  });

  test("tell when a background task last succeeded", async () => {
    const since = Date.now() / 1000 - 120;
    const newest = async () =>
      Math.max(
        ...[await read(server.url), await read(workerUrl)]
          .flatMap((text) => [...text.matchAll(/^matinee_task_last_success_timestamp_seconds\{.*\} (.+)$/gm)])
          .map(([, value]) => Number(value)),
      );
    await expect.poll(newest, { timeout: 60_000 }).toBeGreaterThan(since);
  });

  test("have few values for each label, and none of a caller's", async () => {
    for (let n = 0; n < 50; n++)
      await fetch(`${server.url}/api/no-such-call-${n}?q=${n}`, { method: n % 2 ? "PROPFIND" : "GET" });
    const series = (await read(server.url)).split("\n").filter((line) => line.startsWith("matinee_"));
    expect(series.length).toBeLessThan(1_000);
    expect(series.join("\n")).not.toMatch(/no-such-call|PROPFIND|a-film|a-sitting/);
  });

  test("say nothing about the database while it is away, and stay up", async () => {
    isAway = true;
    await postgres.stop();
    for (const url of [server.url, workerUrl]) {
      const text = await read(url);
      expect(valueOf(text, "matinee_readings_up")).toBe(0);
      expect(valueOf(text, 'matinee_queue_oldest_seconds{queue="encode"}')).toBeNaN();
    }
    expect(said).not.toContain(token);
  }, 60_000);
});
