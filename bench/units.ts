import { randomBytes } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { PlaybackStart } from "../contract/index.ts";
import { moveDatabase } from "../api/db/move/move-database.ts";
import { demoAccounts } from "../demo/demo-accounts.ts";
import { startTestPostgres } from "../scripts/test-postgres.ts";
import { processorTime } from "../tests/operations/setup/processor-time.ts";
import { dataDir, startApp, type App } from "./app.ts";
import { findPostgres } from "./large-service.ts";
import { memoryOf } from "./memory.ts";
import { emptyResult, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";
import { openSession } from "./sign-in.ts";
import { listMovies, startFilledApp } from "./videos.ts";

/** Requests under way at once. */
const atOnce = 8;

/**
 * What one request costs a server and its PostgreSQL in processor time: the numbers to size a service by
 * (docs/scale.md). Processor time, and not time, so that other work on the machine hardly changes it.
 */
export const units: Part = { title: "Processor time of one request", run };

type Unit = { name: string; ask: (turn: number) => Promise<Response> };

async function run({ quick, say }: PartOptions): Promise<PartResult> {
  const bin = await findPostgres();
  if (!bin) throw new Error("there is no PostgreSQL here");
  // Makes the movies, where they are not made yet.
  const { app: filled, film } = await startFilledApp(say);
  await filled.stop();
  const folder = await mkdtemp(join(tmpdir(), "bench-units-"));
  await cp(dataDir, folder, { recursive: true });
  const server = await startTestPostgres(bin);
  let app: App | null = null;
  try {
    say("moving the database");
    const url = await newDatabase(server.url);
    await moveDatabase({ dataDir: folder, url });
    app = await startApp({
      ...{ dataDir: folder, demo: true, patienceMs: 300_000 },
      env: { DATABASE_URL: url, TRUST_PROXY: "loopback" },
    });
    const database = await pidOf(url);
    const result = emptyResult();
    for (const { name, ask } of await unitsOf(app, film.id)) {
      say(name);
      await repeat(ask, atOnce * 4, 0);
      const [web, rows] = [processorTime([app.pid]), processorTime([database])];
      const count = name === "sign in" ? 40 : quick ? 200 : 1_000;
      const wrong = await repeat(ask, count, 1_000);
      const ms = (seconds: number) => rounded((seconds * 1_000) / count, 2);
      result.rows.push(
        { name: `${name}: server`, value: ms(processorTime([app.pid]) - web), unit: "ms" },
        { name: `${name}: PostgreSQL`, value: ms(processorTime([database]) - rows), unit: "ms" },
      );
      result.checks[`${name}: no errors`] = wrong === 0;
    }
    const { residentMB } = await memoryOf(app.pid);
    result.rows.push({ name: "memory of the server after all of them", value: residentMB, unit: "MB" });
    return result;
  } finally {
    await app?.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function newDatabase(url: string): Promise<string> {
  const console = postgres(url, { max: 1 });
  await console.unsafe(
    "create database bench template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'",
  );
  await console.end();
  return url.replace(/\/\w+$/, "/bench");
}

async function pidOf(url: string): Promise<number> {
  const console = postgres(url, { max: 1 });
  const [row] = await console`select split_part(pg_read_file('postmaster.pid'), E'\n', 1)::int as pid`;
  await console.end();
  return row!.pid as number;
}

async function unitsOf({ url }: App, film: string): Promise<Unit[]> {
  const { headers, post } = await openSession({ url });
  const bearer = { Authorization: `Bearer ${headers.Cookie.split("=")[1]}` };
  const movies = await listMovies({ url });
  for (const { id } of movies.slice(0, 12)) await post("favourite/add", { id });
  for (const { id } of movies.slice(0, 6))
    await post("progress/save", { id, index: 1, positionS: 5, durationS: 20, settled: true });
  const start = () => fetch(`${url}/api/playback/start?id=${film}&index=1`, { headers: bearer });
  const { d: playback } = (await (await start()).json()) as { d: PlaybackStart };
  const media = new URL(playback.start.media, url).href + "index.m3u8";
  const page = (path: string) => () => fetch(url + path, { headers });
  // Each from a network of its own: an address is limited.
  const from = (turn: number) => ({ "X-Forwarded-For": `10.${(turn >> 8) & 255}.${turn & 255}.7` });
  const send = (call: string, body: (turn: number) => object) => (turn: number) =>
    fetch(`${url}/api/${call}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...bearer, ...from(turn) },
      body: JSON.stringify(body(turn)),
    });
  const { email, password } = demoAccounts[0]!;
  const { durationS } = playback;
  return [
    { name: "home, a visitor", ask: () => fetch(url) },
    { name: "home, signed in", ask: page("/") },
    { name: "a movie's page, a visitor", ask: () => fetch(`${url}/video/${film}`) },
    { name: "a movie's page, signed in", ask: page(`/video/${film}`) },
    { name: "my list", ask: page("/my-list") },
    { name: "start of a movie", ask: start },
    { name: "its media playlist", ask: () => fetch(media) },
    {
      name: "a place saved",
      ask: send("progress/save", (turn) => ({ id: film, index: 1, durationS, positionS: turn % durationS })),
    },
    {
      name: "a search, a new one each time",
      ask: () => fetch(`${url}/api/movie/search?q=${randomBytes(3).toString("hex")}%20the`),
    },
    { name: "admin: list of movies", ask: page("/z/page/movie") },
    { name: "sign in", ask: send("identity/sign-in", () => ({ email, password })) },
  ];
}

/** Asks so many times, several at once. @returns the number of answers that were no success */
async function repeat(ask: Unit["ask"], count: number, first: number): Promise<number> {
  let [next, wrong] = [0, 0];
  const line = async () => {
    while (next < count) {
      const answer = await ask(first + next++);
      await answer.arrayBuffer();
      if (!answer.ok) wrong += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  return wrong;
}
