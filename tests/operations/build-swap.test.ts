import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, appendFile, cp, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type ServerProcess } from "../setup/server-process.ts";

/** What a build and a server need of the product's folder. */
const parts = [
  ...["api", "app", "contract", "demo", "locales", "public", "scripts", "server", "build"],
  ...["package.json", "remix.config.js", "server.ts", "tsconfig.json", "vite.config.ts"],
];
const buildMs = 280_000;

let folder: string;
let product: string;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinee-swap-"));
  product = join(folder, "product");
  for (const part of parts)
    await cp(part, join(product, part), {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
    });
  await symlink(resolve("node_modules"), join(product, "node_modules"));
});
afterAll(async () => {
  for (const server of servers) await server.end();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  const dataDir = join(folder, `data-${servers.length}`);
  const env = { DATA_DIR: dataDir, WORKER: "off", LOG_LEVEL: "warn" };
  const server = await startServer(env, "/readyz", { cwd: product });
  servers.push(server);
  return server;
}

/** `npm run build`, in a process group of its own. */
function build() {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, NODE_ENV: "production" as const };
  const child = spawn("npm", ["run", "build"], { cwd: product, env, detached: true, stdio: "ignore" });
  return {
    ended: once(child, "close") as Promise<[number | null]>,
    kill: () => process.kill(-child.pid!, "SIGKILL"),
  };
}

const get = async (server: ServerProcess, path: string) => {
  const answer = await fetch(`${server.url}${path}`, { headers: { "Accept-Encoding": "br" } });
  return { status: answer.status, text: await answer.text() };
};

/** The assets that a server's pages name. */
async function assetsOf(server: ServerProcess): Promise<string[]> {
  const { text } = await get(server, "/page/login");
  const listed = JSON.parse((await get(server, "/precache-manifest.json")).text) as string[];
  return [
    ...new Set([
      ...listed,
      ...[...text.matchAll(/\/assets\/[\w.-]+\.(?:json|js|css)/g)].map(([path]) => path),
    ]),
  ];
}

/** Asks for pages and files in turns until told to stop. @returns how often, and what was not answered with 200 */
async function ask(server: ServerProcess, paths: string[], signal: AbortSignal) {
  const failures: string[] = [];
  let asked = 0;
  const browse = async (first: number) => {
    for (let turn = first; !signal.aborted; turn++) {
      const path = paths[turn % paths.length]!;
      const { status, text } = await get(server, path).catch((error: Error) => ({
        status: 0,
        text: error.message,
      }));
      asked += 1;
      if (status !== 200 || text === "") failures.push(`${path}: ${status} ${text.slice(0, 80)}`);
      await pause(10);
    }
  };
  await Promise.all(Array.from({ length: 4 }, (_, n) => browse(n * 7)));
  return { asked, failures };
}

test(
  "a server misses no file while a build runs, is ended early, or is swapped in",
  { timeout: 3 * buildMs },
  async () => {
    const old = await start();
    const current = () => realpath(join(product, "build/current"));
    const before = { release: await current(), assets: await assetsOf(old) };
    const files = ["/entry.worker.js", "/favicon.ico", "/precache-manifest.json"];
    const stopping = new AbortController();
    const asking = ask(old, ["/", "/page/login", ...files, ...before.assets], stopping.signal);

    // Any change gives the file another name.
    await appendFile(
      join(product, "app/entry.client.tsx"),
      "\nObject.assign(globalThis, { ofTheNextBuild: true });\n",
    );
    const killed = build();
    const begun = () =>
      access(join(product, "build/next/client/assets")).then(
        () => true,
        () => false,
      );
    await expect.poll(begun, { timeout: buildMs, interval: 50 }).toBe(true);
    killed.kill();
    await killed.ended;
    expect(await current()).toBe(before.release);

    expect((await build().ended)[0]).toBe(0);
    expect(await current()).not.toBe(before.release);
    await pause(2_000);
    stopping.abort();
    const { asked, failures } = await asking;
    expect(failures).toEqual([]);
    expect(asked).toBeGreaterThan(3_000);

    const next = await start();
    const assets = await assetsOf(next);
    const changed = assets.filter((path) => !before.assets.includes(path));
    expect(changed.length).toBeGreaterThan(0);
    // Until it is restarted, the old server shows its own pages. Both serve the assets of either.
    expect(await assetsOf(old)).toEqual(before.assets);
    for (const server of [old, next])
      for (const path of new Set([...before.assets, ...assets]))
        expect([path, (await get(server, path)).status]).toEqual([path, 200]);
  },
);
