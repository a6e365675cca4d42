import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import {
  Agent,
  createServer as createHttpServer,
  request as httpRequest,
  type IncomingMessage,
} from "node:http";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../api/db/client.ts";
import { encodings, users } from "../../api/db/schema.ts";
import { openSession } from "../../api/domain/accounts/identity/session.ts";
import { addMovie } from "../setup/catalogue.ts";
import { makeVideo, storeFile } from "../setup/videos.ts";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { processesOf } from "../setup/npm-process.ts";
import { startServer, type ServerProcess } from "../setup/server-process.ts";

/** From SIGTERM to the end of the process, whatever hangs. */
const limitMs = 15_000;

let assetStore: string;
let film: string;
beforeAll(async () => {
  assetStore = await mkdtemp(join(tmpdir(), "matinee-stop-films-"));
  film = await makeVideo(assetStore, { seconds: 150, size: "1280x720" });
});
afterAll(() => rm(assetStore, { recursive: true, force: true }));

let dataDir: string;
beforeEach(async () => {
  dataDir = await migratedFolder("stop");
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** A title, an editor, and a video that takes minutes to encode. @returns what starts it */
async function addVideo(): Promise<{ token: string; source: string }> {
  const database = await openDatabase({ dataDir });
  const { db } = database;
  await addMovie(db, { id: "long", ready: 0 });
  const source = await storeFile({ db, dataDir }, film);
  await db.insert(users).values({ uid: "ada", anonymous: false, admin: 2 });
  const token = await openSession(db, { uid: "ada", userAgent: "test", now: new Date() });
  await database.close();
  return { token, source };
}

async function post(
  server: ServerProcess,
  name: string,
  body: object,
  token?: string,
): Promise<{ c: number }> {
  const answer = await fetch(`${server.url}/api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { c: number };
}

async function encode(
  server: ServerProcess,
  { token, source }: { token: string; source: string },
): Promise<void> {
  const order = { key: randomUUID(), movie: "long", index: 1, source };
  expect((await post(server, "z/encoding/start", order, token)).c).toBe(0);
  const tools = async () => (await processesOf(dataDir)).filter(({ line }) => line.includes("ffmpeg"));
  await expect.poll(tools, { timeout: 30_000 }).not.toEqual([]);
}

async function encodingLeft(): Promise<Pick<typeof encodings.$inferSelect, "state" | "problem">[]> {
  const database = await openDatabase({ dataDir });
  try {
    return await database.db.select({ state: encodings.state, problem: encodings.problem }).from(encodings);
  } finally {
    await database.close();
  }
}

/** A mail server that never comes to the end of what it says, and is never silent for long. */
async function endlessMailServer(): Promise<{ port: number; asked: Promise<unknown> }> {
  const endings: (() => void)[] = [];
  const asked = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 here\r\n");
    socket.once("data", () => asked.resolve());
    const timer = setInterval(() => socket.write("250-and\r\n"), 500);
    endings.push(() => {
      clearInterval(timer);
      socket.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const end of endings) end();
  });
  return { port: (server.address() as AddressInfo).port, asked: asked.promise };
}

/** Asks for more than fits into the line, and reads none of it. */
async function slowReader({ url }: ServerProcess): Promise<Socket> {
  const script = /\/assets\/base-[\w-]+\.js/.exec(await (await fetch(`${url}/page/login`)).text())![0];
  const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {});
  socket.pause();
  socket.write(`GET ${script} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(200));
  onTestFinished(() => void socket.destroy());
  return socket;
}

test("a stuck mail server, a reader that does not read, a body that does not come and a running job: it ends in time", async () => {
  const film = await addVideo();
  const mail = await endlessMailServer();
  const server = await startServer({
    ...{ DATA_DIR: dataDir, SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: "mail@stop.test" },
    ...{ PUBLIC_URL: "http://127.0.0.1" },
  });
  await encode(server, film);
  expect((await post(server, "identity/sign-up-code", { email: "mia@stop.test" })).c).toBe(0);
  await mail.asked;
  await slowReader(server);
  const body = httpRequest(`${server.url}/api/stat`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Content-Length": 100 },
  }).on("error", () => {});
  await new Promise<void>((resolve) => body.write("{", () => resolve()));
  await fetch(`${server.url}/healthz`);

  const began = performance.now();
  expect(await server.end()).toBe(0);
  expect(performance.now() - began).toBeLessThan(limitMs);
  expect(server.output()).toContain('"what":"mails","msg":"not finished in time, left behind"');
  await expect.poll(() => processesOf(dataDir), { timeout: 2_000 }).toEqual([]);
  // The job was given back, and the database closed.
  expect(await encodingLeft()).toEqual([{ state: "waiting", problem: null }]);
});

test.each([
  ["Ctrl-C in the terminal", "SIGINT"],
  ["a terminal that is closed", "SIGHUP"],
] as const)("%s fails no job: its tools hear nothing of it, and it is given back", async (_what, signal) => {
  const film = await addVideo();
  const server = await startServer({ DATA_DIR: dataDir }, "/readyz", { detached: true });
  await encode(server, film);
  const groups = new Map((await processesOf(dataDir)).map(({ line, group }) => [line, group]));
  process.kill(-server.pid, signal);
  expect(await server.ended).toBe(0);
  for (const [line, group] of groups) expect(group === server.pid, line).toBe(line.includes("server.ts"));
  expect(await encodingLeft()).toEqual([{ state: "waiting", problem: null }]);
});

test("who shares requests out hears first: /readyz fails while requests are still answered, the last of their connection", async () => {
  const server = await startServer({ DATA_DIR: dataDir });
  const agent = new Agent({ keepAlive: true });
  const ask = () =>
    new Promise<{ status: number; connection: string | undefined } | "refused">((resolve) => {
      const call = httpRequest(`${server.url}/readyz`, { agent }, (response: IncomingMessage) => {
        response
          .resume()
          .on("end", () =>
            resolve({ status: response.statusCode!, connection: response.headers.connection }),
          );
      });
      call.on("error", () => resolve("refused")).end();
    });
  const answers: Awaited<ReturnType<typeof ask>>[] = [];
  answers.push(await ask());
  const ended = server.end();
  while (answers.at(-1) !== "refused") answers.push(await ask());
  expect(await ended).toBe(0);
  agent.destroy();
  expect(answers.at(0)).toEqual({ status: 200, connection: "keep-alive" });
  // No request was lost between being ready and being gone.
  const told = answers.filter((one) => one !== "refused" && one.status !== 200);
  expect(told.length).toBeGreaterThan(0);
  for (const one of told) expect(one).toEqual({ status: 503, connection: "close" });
});

test("a check of /readyz that runs while it is told to end fails as well", async () => {
  const checked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const slowApi = createHttpServer((request, response) => {
    if (request.url !== "/readyz") return void response.writeHead(404).end();
    checked.resolve();
    void release.promise.then(() => response.end("ready"));
  });
  slowApi.listen(0, "127.0.0.1");
  await once(slowApi, "listening");
  onTestFinished(() => void slowApi.close());
  const { port } = slowApi.address() as AddressInfo;
  const server = await startServer({ API_URL: `http://127.0.0.1:${port}` }, "/healthz");
  const answer = fetch(`${server.url}/readyz`);
  await checked.promise;
  const ended = server.end();
  await expect.poll(server.output).toContain('"msg":"stopping"');
  release.resolve();
  expect((await answer).status).toBe(503);
  expect(await ended).toBe(0);
});

describe("a load balancer has time to choose another server", () => {
  let api: ServerProcess;
  let apiDir: string;
  beforeAll(async () => {
    apiDir = await migratedFolder("stop-api");
    api = await startServer({ DATA_DIR: apiDir });
  });
  afterAll(async () => {
    await api.end();
    await rm(apiDir, { recursive: true, force: true });
  });

  test.each([
    ["with the service", () => ({ DATA_DIR: dataDir })],
    ["of pages alone", () => ({ API_URL: api.url })],
  ])("for DRAIN_S a server %s still answers on new connections, and then ends", async (_what, env) => {
    const server = await startServer({ ...env(), DRAIN_S: "2" });
    const statusOf = (path: string) =>
      new Promise<number | "refused">((resolve) => {
        const call = httpRequest(`${server.url}${path}`, { agent: false }, (response) => {
          response.resume().on("end", () => resolve(response.statusCode!));
        });
        call.on("error", () => resolve("refused")).end();
      });
    const began = performance.now();
    const ended = server.end();
    const ready: (number | "refused")[] = [];
    const pages: (number | "refused")[] = [];
    let refusedMs = 0;
    while (refusedMs === 0) {
      ready.push(await statusOf("/readyz"));
      pages.push(await statusOf("/page/login"));
      if (pages.at(-1) === "refused") refusedMs = performance.now() - began;
    }
    expect(await ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(limitMs);
    expect(refusedMs).toBeGreaterThan(1_900);
    expect(new Set(pages.slice(0, -1))).toEqual(new Set([200]));
    // The first may arrive before the signal does.
    expect(new Set(ready.slice(1).filter((one) => one !== "refused"))).toEqual(new Set([503]));
  });
});
