import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../setup/server-process.ts";

test("a server in development compiles a page and its scripts as they are asked for, without an error", async () => {
  const folder = await mkdtemp(join(tmpdir(), "matinee-development-"));
  const server = await startServer({ NODE_ENV: "development", DATA_DIR: folder });
  onTestFinished(async () => {
    await server.end();
    await rm(folder, { recursive: true, force: true });
  });
  const page = await (await fetch(`${server.url}/page/about`)).text();
  expect(page).toContain("<h1");
  const scripts = [...page.matchAll(/"(\/(?:app|@id)\/[^"\s]+)"/g)].map(([, path]) => path!);
  expect(scripts).toContain("/app/entry.client.tsx");
  // They come once Vite has looked for the dependencies of all pages.
  for (const path of new Set(scripts))
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200]);
  expect(await server.end()).toBe(0);
  // Another server in development may have the port of its messages.
  expect(server.output().replace(/^WebSocket server error: Port .*$/m, "")).not.toMatch(/error/i);
}, 90_000);
