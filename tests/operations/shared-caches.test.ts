import { setTimeout as pause } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { movieTexts, users } from "../../api/db/schema.ts";
import { openSession } from "../../api/domain/accounts/identity/session.ts";
import { writeAsset } from "../setup/asset-files.ts";
import { addMovie } from "../setup/catalogue.ts";
import { startServer, type ServerProcess } from "../setup/server-process.ts";
import { startPooler } from "./setup/pooler.ts";
import { programs } from "./setup/programs.ts";
import { post, startTwoServers, type TwoServers } from "./setup/two-servers.ts";

const ever = new Date("2099-01-01");
/** The longest until another process shows a change. Milliseconds. */
const bound = 1_000;

let two: TwoServers;
let here: ServerProcess;
let there: ServerProcess;
let owner: string;

beforeAll(async () => {
  if (!programs.postgres) return;
  two = await startTwoServers();
  [here, there] = two.servers;
  const { db } = two.database;
  for (const id of ["open-sky", "gold-room", "lapsing", "leaving", "closing"]) {
    await addMovie(db, { id, access: id === "open-sky" || id === "closing" ? "free" : "vip" });
    await writeAsset(two.dataDir, `${id}-1`, 3);
  }
  owner = (await person("owner", { admin: 3 })).token;
});
afterAll(() => two?.stop());

async function person(uid: string, fields: Partial<typeof users.$inferInsert>) {
  const { db } = two.database;
  await db.insert(users).values({ uid, anonymous: false, ...fields });
  return { uid, token: await openSession(db, { uid, userAgent: "test", now: new Date() }) };
}

async function read(url: string, token?: string): Promise<{ status: number; text: string }> {
  const response = await fetch(url, token ? { headers: { Authorization: `Bearer ${token}` } } : {});
  return { status: response.status, text: await response.text() };
}

/** Asks until `is` is true. @returns milliseconds it took */
async function until(is: () => Promise<boolean>, mostMs = 20_000): Promise<number> {
  const begun = performance.now();
  while (!(await is())) {
    if (performance.now() - begun > mostMs) throw new Error(`Nothing has changed for ${mostMs} ms`);
    await pause(20);
  }
  return performance.now() - begun;
}

/** The path of a movie's playlist that `token` may open, after the other process has served it. */
async function playing(id: string, token: string): Promise<string> {
  const { d } = JSON.parse((await read(`${here.url}/api/playback/start?id=${id}`, token)).text) as {
    d: { hlsTracked: string };
  };
  const path = new URL(d.hlsTracked, here.url).pathname;
  expect((await read(`${there.url}${path}`, token)).status).toBe(200);
  return path;
}

const rename = (id: string, title: string) =>
  two.database.db.update(movieTexts).set({ title }).where(eq(movieTexts.movieId, id));
const shows = (server: ServerProcess, path: string, words: string) => async () =>
  (await read(`${server.url}${path}`)).text.includes(words);

describe.skipIf(!programs.postgres)("what one process changes", () => {
  test.each([
    ["the API", "/api/movie/detail?id=open-sky"],
    ["a page", "/video/open-sky"],
    ["a list", "/api/movie/list"],
  ])("a movie's title is in %s of another one within a second", async (what, path) => {
    // Cached just now.
    for (let n = 0; n < 3; n++) await read(`${there.url}${path}`);
    await rename("open-sky", `Anew for ${what}`);
    expect(await until(shows(there, path, `Anew for ${what}`))).toBeLessThan(bound);
  });

  test("a page of a process without a database shows it within a second", async () => {
    const front = await startServer({ API_URL: there.url, LOG_LEVEL: "warn" });
    try {
      for (let n = 0; n < 3; n++) await read(`${front.url}/video/open-sky`);
      await rename("open-sky", "Anew in front");
      expect(await until(shows(front, "/video/open-sky", "Anew in front"))).toBeLessThan(bound);
    } finally {
      await front.end();
    }
  });

  test("a setting applies in another one within a second", async () => {
    const read = async (server: ServerProcess) => {
      const response = await fetch(`${server.url}/api/z/settings/read`, {
        headers: { Authorization: `Bearer ${owner}` },
      });
      return ((await response.json()) as { d: { revision: number; values: { siteName?: string } } }).d;
    };
    const { revision } = await read(there);
    const body = { revision, values: { guestWatching: false } };
    expect((await post(here, "z/settings/save", { body, token: owner })).c).toBe(0);
    const refused = async () => (await fetch(`${there.url}/api/playback/start?id=open-sky`)).status === 403;
    expect(await until(refused)).toBeLessThan(bound);
    const back = { revision: (await read(there)).revision, values: { guestWatching: true } };
    expect((await post(there, "z/settings/save", { body: back, token: owner })).c).toBe(0);
    expect(await until(async () => !(await refused()))).toBeLessThan(bound);
  });

  test("a deleted movie's files are closed within a second", async () => {
    const path = await playing("closing", owner);
    const body = { id: "closing", revision: 0, reason: "gone" };
    expect((await post(here, "z/movie/delete", { body, token: owner })).c).toBe(0);
    expect(await until(async () => (await read(`${there.url}${path}`, owner)).status === 404)).toBeLessThan(
      bound,
    );
  });

  test.each<[string, (one: { uid: string; token: string }) => Promise<unknown>]>([
    ["membership is taken back", ({ uid }) => setVip(uid, null)],
    ["session ends", ({ token }) => post(here, "session/end", { body: {}, token })],
    ["account is suspended", ({ uid }) => ban(uid)],
  ])("a VIP movie's files are closed within a second when a %s", async (_what, change) => {
    const one = await person(`vip-${_what.replaceAll(" ", "-")}`, { vipUntil: ever });
    const path = await playing("gold-room", one.token);
    await change(one);
    expect(
      await until(async () => (await read(`${there.url}${path}`, one.token)).status === 403),
    ).toBeLessThan(bound);
  });

  const setVip = (uid: string, vipUntil: Date | null) =>
    two.database.db.update(users).set({ vipUntil }).where(eq(users.uid, uid));
  const ban = async (uid: string) => {
    const body = { uid, reason: "spam", until: null };
    expect((await post(here, "z/user/ban", { body, token: owner })).c).toBe(0);
  };

  test("a membership that runs out closes them at its time, and not when the session is next looked up", async () => {
    const one = await person("running-out", { vipUntil: new Date(Date.now() + 4_000) });
    const path = await playing("gold-room", one.token);
    const others = await person("paying", { vipUntil: ever });
    const lasting = await playing("gold-room", others.token);
    expect(
      await until(async () => (await read(`${there.url}${path}`, one.token)).status === 403),
    ).toBeLessThan(4_000 + bound);
    expect((await read(`${there.url}${lasting}`, others.token)).status).toBe(200);
  });

  test("what changed while the connection was cut shows as soon as it is there again", async () => {
    await two.database.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%'`,
    );
    for (let n = 0; n < 3; n++) await read(`${there.url}/api/movie/detail?id=open-sky`);
    await rename("open-sky", "Anew after a cut");
    const path = "/api/movie/detail?id=open-sky";
    expect(await until(shows(there, path, "Anew after a cut"))).toBeLessThan(5_000);
    await pause(1_500);
    await rename("open-sky", "Anew at once");
    expect(await until(shows(there, path, "Anew at once"))).toBeLessThan(bound);
    expect(there.output()).not.toContain("arrive late");
  });

  const deafTest = test.skipIf(!programs.pgbouncer);
  deafTest("where no message can arrive the log says so, and changes show as they did without", async () => {
    // A pooler in transaction mode passes no messages on. Migrating needs a session of its own as well.
    const pooler = await startPooler(two.databaseUrl, { serverConnections: 5 });
    const deaf = await startServer({ ...two.env, DATABASE_DIRECT_URL: pooler.url, MIGRATE: "off" });
    try {
      await read(`${deaf.url}/api/movie/detail?id=open-sky`);
      await rename("open-sky", "Anew and late");
      await until(shows(deaf, "/api/movie/detail?id=open-sky", "Anew and late"), 35_000);
      const says = async () => deaf.output().includes("set DATABASE_DIRECT_URL");
      await until(says, 20_000);
    } finally {
      await deaf.end();
      await pooler.stop();
    }
  });
});
