import { execFile } from "node:child_process";
import dgram from "node:dgram";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
let folder: string;
let arrived = 0;
const tcp = http.createServer((_request, response) => response.end()).on("connection", () => (arrived += 1));
const local = http.createServer().on("connection", () => (arrived += 1));
const udp = dgram.createSocket("udp4").on("message", () => (arrived += 1));
let options: object;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinee-guard-"));
  const socket = join(folder, "s");
  tcp.listen(0, "127.0.0.1");
  local.listen(socket);
  udp.bind(0, "127.0.0.1");
  await Promise.all([once(tcp, "listening"), once(local, "listening"), once(udp, "listening")]);
  options = { tcp: (tcp.address() as { port: number }).port, udp: udp.address().port, socket };
});
afterAll(async () => {
  tcp.close().closeAllConnections();
  local.close().closeAllConnections();
  udp.close();
  await rm(folder, { recursive: true });
});

async function tried(guarded: boolean): Promise<Record<string, string>> {
  arrived = 0;
  const given = JSON.stringify({ ...options, guarded });
  const { stdout } = await run(process.execPath, ["tests/setup/guarded-process.ts", given]);
  return JSON.parse(stdout) as Record<string, string>;
}

test("a process that is guarded reaches nothing of this machine, by whatever way", async () => {
  const ended = await tried(true);
  const { datagram, ...others } = ended;
  expect(new Set(Object.values(others))).toEqual(new Set(["ENETUNREACH"]));
  // The sender gets no error: datagrams may get lost.
  expect(datagram).toBe("sent");
  expect(arrived).toBe(0);
});

test("one that is not reaches it by all of them", async () => {
  const ended = await tried(false);
  expect(Object.values(ended).filter((how) => !["connected", "sent", "200"].includes(how))).toEqual([]);
  expect(arrived).toBeGreaterThan(10);
});
