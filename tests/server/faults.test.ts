import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../api/db/client.ts";
import { addMovie } from "../setup/catalogue.ts";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { startServer } from "../setup/server-process.ts";

async function dataFolder(): Promise<string> {
  const folder = await migratedFolder("faults");
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const rounds = 20;

async function post(url: string, name: string, body: unknown, token?: string) {
  const headers = {
    "Content-Type": "application/json",
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
  const response = await fetch(`${url}/api/${name}`, { method: "POST", headers, body: JSON.stringify(body) });
  return (await response.json()) as { c: number; d: { uid: string; proof: string; token: string } };
}

test(`kill -9 loses no settled place that was acknowledged (${rounds} rounds)`, async () => {
  const dataDir = await dataFolder();
  const database = await openDatabase({ dataDir });
  for (let n = 0; n < rounds; n++) await addMovie(database.db, { id: `film-${n}`, episodes: 30 });
  await database.close();
  const acknowledged = new Map<string, number>();
  let token = "";
  for (let round = 0; round < rounds; round++) {
    const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: "warn" });
    if (token === "") {
      const { d: identity } = await post(server.url, "identity/anonymous", {});
      token = (await post(server.url, "login/uid", { uid: identity.uid, proof: identity.proof })).d.token;
    }
    for (let index = 1; index <= 30; index++) {
      const positionS = round + index / 100;
      const answer = await post(
        server.url,
        "progress/save",
        { id: `film-${round}`, index, positionS, durationS: 100, settled: true },
        token,
      ).catch(() => null);
      if (!answer) break;
      if (answer.c === 0) acknowledged.set(`film-${round}/${index}`, positionS);
      // Killed at another moment each round, in the middle of writing.
      if (index === 1) setTimeout(() => server.child.kill("SIGKILL"), 40 + round * 17);
    }
    await server.end("SIGKILL");
  }
  const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: "warn" });
  const kept = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    const response = await fetch(`${server.url}/api/progress/of?id=film-${round}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { d } = (await response.json()) as { d: { items: { index: number; positionS: number }[] } };
    for (const { index, positionS } of d.items) kept.set(`film-${round}/${index}`, positionS);
  }
  await server.end();
  expect(acknowledged.size).toBeGreaterThan(rounds);
  for (const [place, positionS] of acknowledged) expect(kept.get(place), place).toBe(positionS);
}, 240_000);

test("SIGTERM lets a request under way finish, and leaves the data ready for the next start", async () => {
  const dataDir = await dataFolder();
  const server = await startServer({ DATA_DIR: dataDir });
  const slow = new AbortController();
  // A body that arrives slowly keeps its request under way.
  const body = new ReadableStream({
    async start(controller) {
      const encoder = new TextEncoder();
      controller.enqueue(encoder.encode('{"action":"source","target":0,'));
      await new Promise((resolve) => setTimeout(resolve, 700));
      controller.enqueue(encoder.encode('"remark":"late"}'));
      controller.close();
    },
  });
  const answer = fetch(`${server.url}/api/stat`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
    duplex: "half",
    signal: slow.signal,
  } as RequestInit);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const ended = server.end("SIGTERM");
  expect((await (await answer).json()) as object).toMatchObject({ c: 0 });
  expect(await ended).toBe(0);
  expect(server.output()).toContain("stopping");
  const next = await startServer({ DATA_DIR: dataDir });
  expect(await next.end()).toBe(0);
});

test("with its backend gone the pages' server is alive, not ready, and answers 503 with the start-up error", async () => {
  const backend: Server = createServer((_request, response) => response.destroy());
  await new Promise<void>((resolve) => backend.listen(0, "127.0.0.1", resolve));
  const server = await startServer(
    { API_URL: `http://127.0.0.1:${(backend.address() as AddressInfo).port}` },
    "/healthz",
  );
  try {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    const page = await fetch(`${server.url}/page/login`);
    expect(page.status).toBe(503);
    expect(await page.text()).toContain("Initialization failed 1");
  } finally {
    await server.end();
    backend.close();
  }
});
