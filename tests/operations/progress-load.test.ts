import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase, type Database } from "../../api/db/client.ts";
import { rowsOf } from "../../api/db/rows-of.ts";
import { startTestPostgres, type TestPostgres } from "../../scripts/test-postgres.ts";
import { addMovie } from "../setup/catalogue.ts";
import { startServer, type ServerProcess } from "../setup/server-process.ts";
import { processorTime } from "./setup/processor-time.ts";
import { programs } from "./setup/programs.ts";

const viewers = 10_000;
const lines = 48;
const seconds = 20;

describe.skipIf(!programs.postgres)("ten thousand viewers of two servers", () => {
  let postgres: TestPostgres;
  let database: Database;
  let folder: string;
  let servers: ServerProcess[] = [];
  const tokens = Array.from({ length: viewers }, () => randomBytes(32).toString("base64url"));
  const agent = new Agent({ keepAlive: true, maxSockets: lines });

  beforeAll(async () => {
    postgres = await startTestPostgres(programs.postgres!);
    database = await openDatabase({ url: postgres.url });
    await addMovie(database.db, { id: "a-film", episodes: 4 });
    const rows = tokens.map((token, n) => ({
      uid: `viewer-${n}`,
      hash: createHash("sha256").update(token).digest("hex"),
    }));
    const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(uid text, hash text)`;
    await database.db.execute(sql`insert into user_account (uid, anonymous) select uid, true from ${given}`);
    await database.db.execute(sql`
      insert into user_session (token_hash, uid, created_at, last_seen_at, expires_at, user_agent)
      select hash, uid, now(), now(), now() + interval '1 day', 'test' from ${given}`);
    await database.db.execute(sql`analyze`);
    folder = await mkdtemp(join(tmpdir(), "matinee-progress-"));
    const env = { DATABASE_URL: postgres.url, DATA_DIR: folder, WORKER: "off", LOG_LEVEL: "warn" };
    const SESSION_SECRET = "one-secret-for-both-servers-of-this-test";
    servers = await Promise.all(
      [1, 2].map(() => startServer({ ...env, SESSION_SECRET, TRUST_PROXY: "loopback" })),
    );
  });
  afterAll(async () => {
    agent.destroy();
    await Promise.all(servers.map((server) => server.end()));
    await database?.close();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** @returns milliseconds until the answer; throws for another status than 200 */
  function save(viewer: number, positionS: number, more: object = {}): Promise<number> {
    const began = performance.now();
    const body = JSON.stringify({ id: "a-film", index: 1, positionS, durationS: 100, ...more });
    // A viewer stays with one server.
    const { hostname, port } = new URL(servers[viewer % servers.length]!.url);
    const headers = {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
      Authorization: `Bearer ${tokens[viewer]}`,
      "X-Forwarded-For": `10.1.${viewer >> 8}.${viewer & 255}`,
    };
    return new Promise((resolve, reject) => {
      const sent = request(
        { hostname, port, agent, method: "POST", path: "/api/progress/save", headers },
        (answer) => {
          answer.resume();
          answer.once("end", () => {
            if (answer.statusCode === 200) resolve(performance.now() - began);
            else
              reject(
                new Error(`status ${answer.statusCode}: ${servers.map((one) => one.output()).join("")}`),
              );
          });
        },
      );
      sent.once("error", reject);
      sent.end(body);
    });
  }
  const written = async () => {
    const [row] = rowsOf<{ n: number }>(
      await database.db.execute(sql`select pg_stat_force_next_flush(), (n_tup_ins + n_tup_upd)::int as n
        from pg_stat_user_tables where relname = 'progress'`),
    );
    return row!.n;
  };
  const placeOf = async (viewer: number) => {
    const [row] = rowsOf<{ s: number }>(
      await database.db.execute(sql`select position_s as s from progress where uid = ${`viewer-${viewer}`}`),
    );
    return row?.s ?? null;
  };

  test("save their places for some seconds: each is in the database some seconds later", async () => {
    const latest = new Map<number, number>();
    let next = 0;
    const drive = async (forS: number) => {
      const times: number[] = [];
      const until = performance.now() + forS * 1000;
      const line = async () => {
        while (performance.now() < until) {
          const viewer = next++ % viewers;
          const positionS = Math.min(100, 1 + Math.floor(next / viewers) * 5);
          times.push(await save(viewer, positionS));
          latest.set(viewer, positionS);
        }
      };
      await Promise.all(Array.from({ length: lines }, line));
      return times;
    };
    await drive(seconds / 2);
    const [row] = rowsOf<{ pid: number }>(
      await database.db.execute(sql`select split_part(pg_read_file('postmaster.pid'), E'\n', 1)::int as pid`),
    );
    const pids = [row!.pid, ...servers.map((server) => server.pid)];
    const before = processorTime(pids);
    const rowsBefore = await written();
    const times = await drive(seconds);
    const cost = ((processorTime(pids) - before) / times.length) * 1000;
    const rows = (await written()) - rowsBefore;
    await pause(13_000);
    const found = rowsOf<{ uid: string; s: number }>(
      await database.db.execute(sql`select uid, position_s as s from progress`),
    );
    expect(found.length).toBe(latest.size);
    for (const { uid, s } of found) expect(s).toBe(latest.get(Number(uid.slice(7))));
    times.sort((a, b) => a - b);
    const perS = Math.round(times.length / seconds);
    process.stdout.write(
      `${cost.toFixed(2)} ms of processor time a save, servers and database together; ${perS} saves a second, ${rows} rows written for ${times.length}\n`,
    );
    // 10,000 viewers who save every ten seconds, on two processors.
    expect(cost).toBeLessThan((2 * 1000) / (viewers / 10));
  }, 120_000);

  test("one row a viewer is written while they save again and again within some seconds", async () => {
    await pause(1_000);
    const before = await written();
    for (let round = 1; round <= 5; round++)
      await Promise.all(Array.from({ length: 200 }, (_, viewer) => save(viewer, 50 + round)));
    await pause(13_000);
    expect(await placeOf(7)).toBe(55);
    expect((await written()) - before).toBeLessThanOrEqual(2 * 200);
  }, 60_000);

  test("a pause is in the database before its answer", async () => {
    await save(3, 77, { settled: true });
    expect(await placeOf(3)).toBe(77);
  });

  test("the end of a server writes what waits", async () => {
    for (let viewer = 0; viewer < 100; viewer++) await save(viewer, 88);
    await Promise.all(servers.map((server) => server.end()));
    servers = [];
    const [row] = rowsOf<{ n: number }>(
      await database.db.execute(sql`select count(*)::int as n from progress where position_s = 88`),
    );
    expect(row!.n).toBe(100);
  }, 60_000);
});
