import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { listen, type Listening } from "./listen.ts";

/** Far longer than any of these take and far below the test's own limit: a test that waits this long has failed. */
const graceMs = 15_000;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A server whose `/slow` answers on command, and whose other paths do not read the request's body. */
async function setUp() {
  const slow = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const server = await listen(
    {
      async fetch(request) {
        const { pathname } = new URL(request.url);
        if (pathname === "/endless") {
          const body = new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(65_536)) });
          return new Response(body);
        }
        if (pathname === "/long") {
          const body = new ReadableStream({
            async start(stream) {
              stream.enqueue(new Uint8Array(1));
              await pause(500);
              stream.close();
            },
          });
          return new Response(body);
        }
        if (pathname === "/begun") await request.body!.getReader().read();
        if (pathname !== "/slow") return new Response("at once");
        asked.resolve();
        await slow.promise;
        return new Response("at last");
      },
    },
    { port: 0, host: "127.0.0.1" },
  );
  return { server, url: `http://127.0.0.1:${server.port}`, answer: slow.resolve, asked: asked.promise };
}

async function open({ port }: Listening, text = ""): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  if (text !== "") socket.write(text);
  return socket;
}

async function drainedIn(server: Listening): Promise<number> {
  const began = performance.now();
  await server.drain({ openMs: 0, graceMs });
  return performance.now() - began;
}

test("an answer under way is finished, and its connection ends with it", async () => {
  const { server, url, answer, asked } = await setUp();
  const call = fetch(`${url}/slow`).then((response) => response.text());
  await asked;
  const drained = drainedIn(server);
  answer();
  expect(await call).toBe("at last");
  expect(await drained).toBeLessThan(graceMs / 2);
});

test("a connection that was opened ahead and never used keeps nothing waiting", async () => {
  const { server } = await setUp();
  const unused = await open(server);
  const half = await open(server, "GET / HT");
  const closed = Promise.all([once(unused, "close"), once(half, "close")]);
  expect(await drainedIn(server)).toBeLessThan(graceMs / 2);
  await closed;
});

test("an unread upload is answered, and delays nothing", async () => {
  const { server } = await setUp();
  const socket = await open(server, "POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc");
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toContain("200 OK");
  expect(await drainedIn(server)).toBeLessThan(graceMs / 2);
});

test("a body that was answered before its end is taken off the line: its connection stays good for another request", async () => {
  const { server } = await setUp();
  const megabyte = 1024 * 1024;
  const head = `POST /begun HTTP/1.1\r\nHost: a\r\nContent-Length: ${megabyte}\r\n\r\n`;
  const socket = await open(server, head);
  let ended = false;
  socket.on("close", () => (ended = true));
  await new Promise((resolve) => socket.write(Buffer.alloc(megabyte), resolve));
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toContain("200 OK");
  // Longer than the server keeps a connection with unread bytes.
  await pause(1_500);
  expect(ended).toBe(false);
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  const [next] = (await once(socket, "data")) as [Buffer];
  expect(next.toString()).toContain("200 OK");
});

test("a body its reader has cancelled keeps nothing waiting", async () => {
  const { server, url } = await setUp();
  const response = await fetch(`${url}/endless`);
  await response.body!.cancel();
  expect(await drainedIn(server)).toBeLessThan(graceMs / 2);
});

test("what does not finish within the grace is cut", async () => {
  const { server, url, asked } = await setUp();
  const call = fetch(`${url}/slow`).then(
    () => "answered",
    () => "cut",
  );
  await asked;
  await server.drain({ openMs: 0, graceMs: 50 });
  expect(await call).toBe("cut");
});

test("a request that comes on a kept connection just before the end is answered, as its last one", async () => {
  const { server, answer, asked } = await setUp();
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  const kept = await open(server, ask("/"));
  expect(String((await once(kept, "data"))[0])).toContain("Connection: keep-alive");
  const busy = await open(server, ask("/slow"));
  await asked;
  const drained = drainedIn(server);
  kept.write(ask("/"));
  answer();
  for (const socket of [kept, busy]) {
    const [head] = (await once(socket, "data")) as [Buffer];
    expect(head.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close/i);
  }
  expect(await drained).toBeLessThan(graceMs / 2);
});

test("while a proxy may still choose this server, it accepts connections and keeps them; then each answer is the last", async () => {
  const { server } = await setUp();
  const ask = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
  const drained = server.drain({ openMs: 400, graceMs });
  const late = await open(server, ask);
  expect(String((await once(late, "data"))[0])).toContain("Connection: keep-alive");
  await pause(600);
  await expect(open(server)).rejects.toThrow("ECONNREFUSED");
  // Longer than a connection is left open where no proxy is.
  await pause(600);
  late.write(ask);
  expect(String((await once(late, "data"))[0])).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close/i);
  await drained;
});

test("a connection whose answer promised to keep it stays open for the next request, also after that answer", async () => {
  const { server } = await setUp();
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  const socket = await open(server, ask("/long"));
  await once(socket, "data");
  const drained = drainedIn(server);
  await pause(600);
  socket.write(ask("/"));
  const [rest] = (await once(socket, "data")) as [Buffer];
  expect(String(rest)).toMatch(/HTTP\/1\.1 200 OK\r\n[^]*connection: close/i);
  await drained;
});

/** Resolves once the server has closed all of them. */
async function allClosed(sockets: Socket[]): Promise<void> {
  await Promise.all(sockets.map((socket) => (socket.destroyed ? null : once(socket, "close"))));
}

const readsAll = { fetch: async (request: Request) => new Response(String((await request.text()).length)) };
const stalled = (path: string, type: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\nabc`;

test("fifty bodies that never come lose their connections; one that comes in time is read", async () => {
  const server = await listen(readsAll, { port: 0, host: "127.0.0.1", bounds: { wholeMs: 300 } });
  const waiting = await Promise.all(
    Array.from({ length: 50 }, () => open(server, stalled("/page/login", "text/plain"))),
  );
  const timely = await open(server, stalled("/page/login", "text/plain"));
  timely.write("d".repeat(997));
  const [answer] = (await once(timely, "data")) as [Buffer];
  expect(answer.toString()).toContain("200 OK");
  await allClosed(waiting);
  await server.drain({ openMs: 0, graceMs: 1_000 });
});

test("an upload may take long as long as bytes come", async () => {
  const bounds = { wholeMs: 100, idleMs: 400 };
  const server = await listen(readsAll, { port: 0, host: "127.0.0.1", bounds });
  const idle = await open(server, stalled("/oss/upload", "multipart/form-data; boundary=x"));
  const busy = await open(server, stalled("/oss/upload", "multipart/form-data; boundary=x"));
  const drip = setInterval(() => busy.write("e"), 50);
  await allClosed([idle]);
  expect(busy.destroyed).toBe(false);
  clearInterval(drip);
  await allClosed([busy]);
  await server.drain({ openMs: 0, graceMs: 1_000 });
});

test("one address has a bounded number of connections, a proxy more", async () => {
  const bounds = { connectionsOfOne: 3 };
  const server = await listen(readsAll, { port: 0, host: "127.0.0.1", bounds });
  const sockets = await Promise.all(Array.from({ length: 4 }, () => open(server)));
  await Promise.race(sockets.map((socket) => once(socket, "close")));
  expect(sockets.filter((socket) => socket.destroyed)).toHaveLength(1);
  await server.drain({ openMs: 0, graceMs: 1_000 });
  const isProxy = (address: string) => address === "127.0.0.1";
  const behind = await listen(readsAll, { port: 0, host: "127.0.0.1", bounds, isProxy });
  const many = await Promise.all(
    Array.from({ length: 9 }, () => open(behind, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")),
  );
  for (const socket of many) expect(String((await once(socket, "data"))[0])).toContain("200 OK");
  await behind.drain({ openMs: 0, graceMs: 1_000 });
});
