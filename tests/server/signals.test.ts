import { spawn } from "node:child_process";
import { access, mkdtemp, rm } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { lockDirectory } from "../../api/db/directory-lock.ts";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { follow, listens, processesOf, startByNpm } from "../setup/npm-process.ts";
import { freePort, startServer } from "../setup/server-process.ts";

/** From a signal to the end of everything it is about. */
const limitMs = 15_000;

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});
async function dataFolder({ migrated = true } = {}): Promise<string> {
  const folder = migrated
    ? await migratedFolder("signals")
    : await mkdtemp(join(tmpdir(), "matinee-signals-"));
  folders.push(folder);
  return folder;
}

async function start(script: string, env: Record<string, string>) {
  const port = String(await freePort());
  const npm = startByNpm(script, { ...env, PORT: port });
  onTestFinished(async () => {
    if (await processesOf(env.DATA_DIR!).then((left) => left.length > 0)) npm.toGroup("SIGKILL");
  });
  return { ...npm, port, url: `http://127.0.0.1:${port}` };
}

/** A request whose body does not end until `finish`. */
async function slowRequest(url: string) {
  const headers = { "Content-Type": "application/json" };
  const call = httpRequest(`${url}/api/stat`, { method: "POST", headers });
  const answered = new Promise<number | "cut">((resolve) => {
    call.on("response", (response) => resolve(response.statusCode!)).on("error", () => resolve("cut"));
  });
  await new Promise<void>((resolve) => call.write('{"action":"source",', () => resolve()));
  // The server has it in hand once it answers another one that came later.
  await fetch(`${url}/healthz`);
  return { answered, finish: () => call.end('"target":0,"remark":"late"}') };
}

async function expectNothingLeft({ dataDir, port }: { dataDir: string; port: string }): Promise<void> {
  await expect.poll(() => processesOf(dataDir), { timeout: 2_000 }).toEqual([]);
  expect(await listens(port)).toBe(false);
  await (
    await lockDirectory(dataDir)
  )();
}

test.each([
  ["start", "SIGTERM to npm"],
  ["start", "SIGINT to npm"],
  ["start", "SIGINT to the group"],
  ["start", "SIGHUP to the group"],
  ["dev", "SIGTERM to npm"],
] as const)("npm run %s, %s: requests are finished, and nothing is left", async (script, how) => {
  const dataDir = await dataFolder();
  const { child, said, ended, toGroup, url, port, output } = await start(script, { DATA_DIR: dataDir });
  await said('"msg":"listening"');
  const { answered, finish } = await slowRequest(url);
  const began = performance.now();
  const [signal, , to] = how.split(" ") as [NodeJS.Signals, string, string];
  if (to === "npm") child.kill(signal);
  else toGroup(signal);
  await said('"msg":"stopping"');
  finish();
  expect(await answered).toBe(200);
  // Who is told to hang up hangs up at once: npm has no say in the code then.
  expect(await ended).toEqual(signal === "SIGHUP" ? { code: null, signal } : { code: 0, signal: null });
  await expectNothingLeft({ dataDir, port });
  expect(output()).toContain('"msg":"stopped"');
  expect(performance.now() - began).toBeLessThan(limitMs);
});

test("a terminal that is closed ends what runs in it, in order", async () => {
  const dataDir = await dataFolder();
  const port = String(await freePort());
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: port,
    HOST: "127.0.0.1",
    NODE_ENV: "production" as const,
  };
  const terminal = follow(spawn("script", ["--quiet", "--command", "npm start", "/dev/null"], { env }));
  await terminal.said('"msg":"listening"');
  terminal.child.kill("SIGKILL");
  await expect.poll(() => processesOf(dataDir), { timeout: limitMs }).toEqual([]);
  await expectNothingLeft({ dataDir, port });
  // The note of who has the folder is removed at an end in order.
  await expect(access(join(dataDir, "in-use.json"))).rejects.toThrow();
});

test("the demo ends with all it has begun", async () => {
  const dataDir = await dataFolder();
  const { child, ended, said, port } = await start("demo", { DATA_DIR: dataDir });
  await said("Drawing the posters");
  child.kill("SIGTERM");
  expect(await ended).toEqual({ code: 0, signal: null });
  await expectNothingLeft({ dataDir, port });
});

test("told to end while it still starts, a server ends at once, and its folder opens the next time", async () => {
  const dataDir = await dataFolder({ migrated: false });
  const { child, ended, port } = await start("start", { DATA_DIR: dataDir });
  const begun = () =>
    access(join(dataDir, "pg/base")).then(
      () => true,
      () => false,
    );
  await expect.poll(begun, { timeout: 60_000, interval: 5 }).toBe(true);
  const began = performance.now();
  child.kill("SIGTERM");
  expect(await ended).toEqual({ code: 0, signal: null });
  // The limit of an end in order.
  expect(performance.now() - began).toBeLessThan(15_000);
  await expectNothingLeft({ dataDir, port });
  const next = await startServer({ DATA_DIR: dataDir });
  expect(await next.end()).toBe(0);
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "told a second time, by %s, a server ends at once",
  async (signal) => {
    const server = await startServer({ DATA_DIR: await dataFolder() });
    const { answered } = await slowRequest(server.url);
    server.child.kill("SIGTERM");
    await expect.poll(server.output).toContain('"msg":"stopping"');
    // What comes within a second is taken for the same signal: npm hands a Ctrl-C on that its child has had already.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const began = performance.now();
    expect(await server.end(signal)).toBe(signal === "SIGTERM" ? 143 : 130);
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(await answered).toBe("cut");
  },
);
