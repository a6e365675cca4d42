import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { startServer, type ServerProcess } from "../setup/server-process.ts";

const METRICS_TOKEN = "a-token-of-thirty-two-characters";
let dataDir: string;
let server: ServerProcess;
beforeAll(async () => {
  dataDir = await migratedFolder("https");
  server = await startServer({ DATA_DIR: dataDir, PUBLIC_URL: "https://matinee.example", METRICS_TOKEN });
});
afterAll(async () => {
  await server.end();
  await rm(dataDir, { recursive: true, force: true });
});

test("on https: browsers are told to stay there, for this host alone", async () => {
  for (const path of ["/page/login", "/api/config", "/healthz", "/nowhere"])
    expect((await fetch(server.url + path)).headers.get("Strict-Transport-Security"), path).toBe(
      "max-age=31536000",
    );
});

test("where metrics have a token, it opens them and nothing else does", async () => {
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`${server.url}/metrics`, { headers })).status;
  expect(await ask({ Authorization: `Bearer ${METRICS_TOKEN}` })).toBe(200);
  for (const sent of [
    METRICS_TOKEN,
    `Bearer ${METRICS_TOKEN}x`,
    `Bearer ${METRICS_TOKEN.slice(1)}`,
    "Bearer ",
  ])
    expect(await ask({ Authorization: sent }), sent).toBe(403);
  expect(await ask({})).toBe(403);
});
