import { mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { connect, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";

/** For the tests of this folder: a real server on loopback, and a client that sends raw requests. */
export type TestServer = { port: number; stop(): Promise<void> };

export type RawAnswer = { status: number; headers: Record<string, string>; body: Buffer };

/** Serves an app on a free port of 127.0.0.1. */
export async function startTestServer(app: Hono): Promise<TestServer> {
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}

/** A separate folder below the system's temporary folder, with its real path. */
export function makeFolder(): { path: string; remove(): void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "media-test-")));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The text of a request as sent over the wire; the header fields are sent unchanged. */
export function requestText(method: string, target: string, headers: Record<string, string> = {}): string {
  const fields = Object.entries({ Host: "localhost", ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${target} HTTP/1.1\r\n${fields.join("")}\r\n`;
}

/** A connection that has sent `text` and has not begun to read. */
export async function openConnection(port: number, text: string): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => {});
  socket.pause();
  await new Promise<void>((done) => socket.once("connect", done));
  socket.write(text, "latin1");
  return socket;
}

/** Sends one request and reads its answer. */
export async function request(
  port: number,
  method: string,
  target: string,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const text = requestText(method, target, { ...headers, Connection: "close" });
  const bytes = await collect(await openConnection(port, text));
  return parseAnswers(bytes, [method])[0]!;
}

/** Everything the server sends until it closes or resets the connection. */
export function collect(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((done) => {
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.once("close", () => done(Buffer.concat(chunks)));
    socket.resume();
  });
}

/** Splits the bytes of one connection into the answers to requests of these methods. */
export function parseAnswers(bytes: Buffer, methods: readonly string[]): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  for (const method of methods) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) throw new Error(`No answer to ${method}: ${rest.subarray(0, 200).toString("latin1")}`);
    const [statusLine = "", ...lines] = rest.subarray(0, end).toString("latin1").split("\r\n");
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(":")).toLowerCase(),
        line.slice(line.indexOf(":") + 2),
      ]),
    );
    const status = Number(statusLine.split(" ")[1]);
    const hasBody = method !== "HEAD" && status !== 304;
    const length = hasBody ? Number(headers["content-length"]) : 0;
    answers.push({ status, headers, body: rest.subarray(end + 4, end + 4 + length) });
    rest = rest.subarray(end + 4 + length);
  }
  if (rest.length > 0)
    throw new Error(`${rest.length} bytes too many: ${rest.subarray(0, 200).toString("latin1")}`);
  return answers;
}

/** Number of files below a folder that this process has open (Linux). */
export function countOpenFiles(folder: string): number {
  return readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;
}

/** Waits for a condition, five seconds at most; false when it stayed false. */
export async function eventually(condition: () => boolean): Promise<boolean> {
  for (const end = Date.now() + 5000; Date.now() < end;) {
    if (condition()) return true;
    await new Promise((done) => setTimeout(done, 10));
  }
  return condition();
}
