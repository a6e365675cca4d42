import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { createWebPusher } from "../api/adapters/web-push-pusher/web-push-pusher.ts";
import { openDatabase, type Db } from "../api/db/client.ts";
import { noticeEvents } from "../api/db/schema.ts";
import { followersOf } from "../api/domain/library/notices/new-episode.ts";
import { spreadNotices } from "../api/domain/service/notices/spread-notices.ts";
import type { NoticeTopics } from "../api/domain/service/notices/topics.ts";
import { sendPushes } from "../api/domain/service/pushes/send-pushes.ts";
import { emptyResult, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";
import { startNodeSubject } from "./subjects.ts";

/** Seconds between two runs of a task. */
const everyS = 60;
const targetMinutes = 10;

/**
 * A new episode of a series that so many users follow, each with a browser: until every inbox has it, and until every push
 * is handed over to a push service of this machine. Embedded database, one process, as the tasks run it: a run is stopped
 * after its time, and the next begins with the next minute. One run is killed in the middle.
 */
export const pushes: Part = { title: "Notices and pushes", run };

async function run({ quick, say }: PartOptions): Promise<PartResult> {
  const users = quick ? 5_000 : 100_000;
  const folder = await mkdtemp(join(tmpdir(), "bench-pushes-"));
  const service = await startNodeSubject("push-service.mjs", []);
  const database = await openDatabase({ dataDir: join(folder, "data") });
  const { db } = database;
  const result = emptyResult();
  try {
    say(`making ${users} users`);
    await makeUsers(db, users, `http://127.0.0.1:${service.port}`);
    const now = () => new Date();
    await db.insert(noticeEvents).values({
      ...{ id: randomUUID(), topic: "new-episode", subject: "bench", at: now() },
      data: { movieId: "harbour", first: 3, last: 3, level: "free", titles: { en: "Harbour" } },
    });

    say("filling the inboxes");
    const topics: NoticeTopics = new Map([["new-episode", { audience: followersOf }]]);
    const filling = await inRuns(() => spreadNotices({ db, topics }, now()));
    const row = (name: string, value: number, unit: string, target?: { atMost: number }) =>
      result.rows.push({ name, value: rounded(value, 1), unit, ...(target && { target }) });
    row(`${users} inboxes`, filling.workS, "s");

    say("sending the pushes");
    const settings = { secret: "bench", subject: "mailto:bench@localhost", private: true };
    const deps = { db, pusher: createWebPusher(settings), words: (key: string) => key };
    // What this one has claimed stays claimed, as by a process that was killed.
    const killed = await killedRun(deps.db, () => sendPushes({ ...deps, db: dying(db) }, { now }));
    const before = process.cpuUsage();
    const sending = await inRuns(() => sendPushes(deps, { now }));
    const used = process.cpuUsage(before);
    const got = (await (await fetch(`http://127.0.0.1:${service.port}/count`)).json()) as Counts;
    row(`${users} pushes: time of work`, sending.workS, "s");
    row(`${users} pushes: in runs of a minute each`, (sending.runs * everyS) / 60, "min", {
      atMost: targetMinutes,
    });
    row("processor time of one push", (used.user + used.system) / 1_000 / (users - killed), "ms");
    row("lost with a killed process", users - got.browsers, "pushes", { atMost: 300 });
    result.checks["none twice"] = got.pushes === got.browsers;
    result.checks["none waits"] = (await waiting(db)) === 0;
    return result;
  } finally {
    await service.stop();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Counts = { pushes: number; browsers: number };

/** Runs a task until it finds nothing. @returns seconds of work, and how many runs that took */
async function inRuns(task: () => Promise<number>): Promise<{ workS: number; runs: number }> {
  const began = performance.now();
  let runs = 0;
  let done: number;
  do {
    done = await task();
    if (done > 0) runs += 1;
  } while (done > 0);
  return { workS: (performance.now() - began) / 1_000, runs };
}

/** A database whose process dies after it has sent some lots, before it has written what became of them. */
function dying(db: Db): Db {
  let transactions = 0;
  return new Proxy(db, {
    get(target, name, receiver) {
      if (name === "transaction" && ++transactions > 5) return () => Promise.reject(new Error("killed"));
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
}

/** @returns number of pushes that the killed run has sent or claimed */
async function killedRun(db: Db, task: () => Promise<number>): Promise<number> {
  const before = await waiting(db);
  await task().catch((error: unknown) => {
    if (!(error instanceof Error && error.message === "killed")) throw error;
  });
  // Its other lots end a moment later.
  await new Promise((done) => setTimeout(done, 3_000));
  const left = await unclaimed(db);
  // As the sweep does after ten minutes.
  await db.execute(sql`delete from push_delivery where claimed_at is not null`);
  return before - left;
}

const countOf = async (db: Db, where: ReturnType<typeof sql>) => {
  const result = (await db.execute(
    sql`select count(*)::int as n from push_delivery where ${where}`,
  )) as unknown as {
    rows: { n: number }[];
  };
  return result.rows[0]!.n;
};
const waiting = (db: Db) => countOf(db, sql`true`);
const unclaimed = (db: Db) => countOf(db, sql`claimed_at is null`);

/** Users with the series on their list, who want pushes of it in one browser each. */
async function makeUsers(db: Db, users: number, origin: string): Promise<void> {
  const curve = createECDH("prime256v1");
  curve.generateKeys();
  const [p256dh, auth] = [curve.getPublicKey("base64url"), randomBytes(16).toString("base64url")];
  const name = sql`'u-' || lpad(n::text, 7, '0')`;
  const step = 5_000;
  for (let from = 1; from <= users; from += step) {
    const ns = sql`generate_series(${from}::int, ${Math.min(from + step - 1, users)}::int) n`;
    await db.execute(sql`insert into user_account (uid, anonymous) select ${name}, false from ${ns}`);
    await db.execute(sql`insert into user_session (token_hash, uid, expires_at)
      select md5(n::text) || md5(n::text), ${name}, now() + interval '30 days' from ${ns}`);
    await db.execute(sql`insert into favourite (uid, movie_id, title, created_at)
      select ${name}, 'harbour', 'Harbour', now() - interval '1 day' from ${ns}`);
    await db.execute(sql`insert into notice_choice (uid, push) select ${name}, '{new-episode}' from ${ns}`);
    await db.execute(sql`insert into push_subscription
        (id, uid, token_hash, endpoint_hash, endpoint, p256dh, auth, locale, created_at)
      select gen_random_uuid(), ${name}, md5(n::text) || md5(n::text), md5(n::text), ${origin} || '/' || n,
        ${p256dh}, ${auth}, 'en', now() from ${ns}`);
  }
  await db.execute(sql`analyze`);
}
