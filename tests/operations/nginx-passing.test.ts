import { spawnSync, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { makeCertificate, startNginx, writeNginxFiles } from "../setup/nginx-files.ts";
import { freePort } from "../setup/server-process.ts";
import { programs } from "./setup/programs.ts";

const there = programs.nginx !== null && spawnSync("openssl", ["version"]).status === 0;

/** A server that can be told to fail, in place of Matinee. */
type Behind = {
  port: number;
  /** Method and path of each request it has read, in order. */
  read: string[];
  hosts: (string | undefined)[];
  /** Cuts the connection of each request it has read. */
  cuts: boolean;
  /** Resolves with the first bytes of the next body. */
  firstBytes: () => Promise<string>;
  stop: () => Promise<void>;
  start: () => Promise<void>;
};

async function startBehind(): Promise<Behind> {
  let arrived: (bytes: string) => void = () => {};
  const behind: Partial<Behind> & Pick<Behind, "read" | "hosts" | "cuts"> = {
    ...{ read: [], hosts: [], cuts: false },
  };
  const server: Server = createServer((request, response) => {
    behind.read.push(`${request.method} ${request.url}`);
    behind.hosts.push(request.headers.host);
    request.once("data", (bytes: Buffer) => arrived(bytes.toString()));
    if (behind.cuts) return void request.socket.destroy();
    request.resume().once("end", () => response.end("served"));
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return Object.assign(behind, {
    port,
    firstBytes: () => new Promise<string>((resolve) => (arrived = resolve)),
    start: () => listen(port),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

describe.skipIf(!there)("deploy/nginx/many-servers.conf", () => {
  let folder: string;
  let port: number;
  let servers: [Behind, Behind];
  let nginx: ChildProcess;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "matinee-nginx-passing-"));
    port = await freePort();
    makeCertificate(folder);
    servers = [await startBehind(), await startBehind()];
    const targets = servers.map((one) => one.port) as [number, number];
    nginx = startNginx(
      await writeNginxFiles({ folder, port, targets, dataDir: folder }, "many-servers"),
      folder,
    );
    for (const until = Date.now() + 10_000; (await send("GET", "/healthz")).status !== 200;)
      if (Date.now() > until) throw new Error("nginx did not come up");
  });
  afterEach(() => {
    for (const one of servers) Object.assign(one, { cuts: false, read: [], hosts: [] });
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => nginx.once("exit", resolve));
    nginx.kill("SIGTERM");
    await ended;
    for (const one of servers) await one.stop();
    await rm(folder, { recursive: true });
  });

  const open = (method: string, path: string, headers: Record<string, string> = {}) => {
    const options: RequestOptions = {
      ...{ host: "127.0.0.1", port, method, path, rejectUnauthorized: false, agent: false },
      headers: { Host: "matinee.example", ...headers },
    };
    const request = httpsRequest(options);
    const answered = new Promise<{ status: number }>((resolve) => {
      request.on("error", () => resolve({ status: 0 }));
      request.on("response", (response) => {
        response.resume().on("end", () => resolve({ status: response.statusCode! }));
      });
    });
    return { request, answered };
  };
  function send(method: string, path: string, headers?: Record<string, string>) {
    const { request, answered } = open(method, path, headers);
    request.end(method === "GET" ? undefined : "a=b");
    return answered;
  }
  const readByBoth = () => servers.flatMap((one) => one.read);

  test("a request whose server is away is served by the other one, each time", async () => {
    await servers[0].stop();
    for (let round = 0; round < 20; round++)
      for (const [method, path] of [
        ["GET", "/"],
        ["POST", "/session"],
        ["PATCH", "/oss/resumable/1"],
      ] as const)
        expect([path, (await send(method, path)).status]).toEqual([path, 200]);
    expect(servers[1].read).toHaveLength(60);
    await servers[0].start();
    for (let round = 0; round < 4; round++) await send("GET", "/");
    expect(servers[0].read.length).toBeGreaterThan(0);
  });

  test("a GET that a server cut is served by the other one", async () => {
    servers[0].cuts = true;
    for (let round = 0; round < 6; round++) expect((await send("GET", `/${round}`)).status).toBe(200);
    expect(servers[0].read.length).toBeGreaterThan(0);
  });

  test.each([
    ["POST", "/session"],
    ["PATCH", "/oss/resumable/1"],
    ["POST", "/oss/upload"],
  ])("a %s of %s that a server cut is sent once", async (method, path) => {
    for (const one of servers) one.cuts = true;
    for (let round = 0; round < 4; round++) expect((await send(method, path)).status).toBe(502);
    expect(readByBoth()).toEqual(Array.from({ length: 4 }, () => `${method} ${path}`));
  });

  test("servers that failed are asked again at once", async () => {
    for (const one of servers) one.cuts = true;
    for (let round = 0; round < 4; round++) expect((await send("GET", "/")).status).toBe(502);
    for (const one of servers) one.cuts = false;
    for (let round = 0; round < 4; round++) expect((await send("GET", "/")).status).toBe(200);
  });

  test("an upload reaches the server while it is sent, and its pieces the same server", async () => {
    const came = Promise.race(servers.map((one) => one.firstBytes()));
    const { request, answered } = open("PATCH", "/oss/resumable/1", { "Content-Length": "10" });
    request.write("first");
    expect(await Promise.race([came, pause(5_000, "nothing")])).toBe("first");
    request.end("final");
    expect((await answered).status).toBe(200);
    for (let round = 0; round < 6; round++) await send("PATCH", "/oss/resumable/1");
    expect(servers.map((one) => one.read.length).sort()).toEqual([0, 7]);
  });

  test("the server sees the admin area's address as it was sent, with the token of the first owner", async () => {
    expect((await send("GET", "/z?setup=token")).status).toBe(200);
    expect(readByBoth()).toEqual(["GET /z?setup=token"]);
  });

  test("the server sees the host as the browser sent it, with its port", async () => {
    await send("GET", "/", { Host: `matinee.example:${port}` });
    expect(servers.flatMap((one) => one.hosts)).toEqual([`matinee.example:${port}`]);
  });
});
