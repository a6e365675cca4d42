import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { runServer, startServer } from "../setup/server-process.ts";

/** As another container sees the folder: with process numbers of its own, or with a network of its own. */
const otherProcesses = [
  "unshare",
  "--user",
  "--map-root-user",
  "--pid",
  "--fork",
  "--kill-child",
  "--mount-proc",
];
const otherNetwork = ["unshare", "--user", "--map-root-user", "--net"];

let folder: string;
let children: ChildProcess[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinee-lock-"));
  children = [];
});
afterEach(async () => {
  await Promise.all(children.map((child) => end(child, "SIGKILL")));
  await rm(folder, { recursive: true, force: true });
});

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "close");
  child.kill(signal);
  await gone;
}

/** Starts a process that takes the folder. @returns what it said: `held`, or `refused` and why */
async function take(
  directory: string,
  { within = [], at = 0 }: { within?: string[]; at?: number } = {},
): Promise<{ said: string; child: ChildProcess }> {
  const child = spawnIn(within, ["tests/setup/lock-child.ts", directory, String(at)]);
  const [said] = (await once(createInterface(child.stdout!), "line")) as [string];
  return { said, child };
}

function spawnIn(within: string[], args: string[]): ChildProcess {
  const [program = "", ...rest] = [...within, process.execPath, ...args];
  const child = spawn(program, rest, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  return child;
}

test.each([
  ["the same container", []],
  ["a container with processes of its own", otherProcesses],
  ["a container with a network of its own", otherNetwork],
])("a folder that is in use is refused to %s", async (_where, within) => {
  expect((await take(folder)).said).toBe("held");
  expect((await take(folder, { within })).said).toMatch(/^refused DATA_DIR .+ is in use by process \d+/);
});

test("a folder that is in use inside a container is refused outside", async () => {
  expect((await take(folder, { within: otherProcesses })).said).toBe("held");
  expect((await take(folder)).said).toMatch(/^refused DATA_DIR .+ is in use/);
});

test("a killed process holds its folder no longer, in whatever container it was", async () => {
  for (const within of [[], otherNetwork]) {
    const { said, child } = await take(folder, { within });
    expect(said).toBe("held");
    await end(child, "SIGKILL");
  }
  expect((await take(folder, { within: otherProcesses })).said).toBe("held");
});

test("a stopped process still holds its folder", async () => {
  const { child } = await take(folder);
  child.kill("SIGSTOP");
  expect((await take(folder)).said).toContain("refused");
  child.kill("SIGCONT");
});

test("a copy of a folder in use, restored elsewhere, is free", async () => {
  await take(folder);
  const copy = `${folder}-copy`;
  await cp(folder, copy, { recursive: true });
  expect((await take(copy)).said).toBe("held");
  await rm(copy, { recursive: true });
});

test("of two that start at the same moment exactly one has the folder (10 rounds)", async () => {
  for (let round = 0; round < 10; round++) {
    const directory = join(folder, String(round));
    await mkdir(directory);
    const at = Date.now() + 500;
    const both = await Promise.all([take(directory, { at }), take(directory, { at })]);
    const held = both.filter(({ said }) => said === "held");
    expect(held, both.map(({ said }) => said).join(" / ")).toHaveLength(1);
    await Promise.all(both.map(({ child }) => end(child, "SIGKILL")));
  }
});

test.each([
  ["that can't be written", "1g", 'mount -o remount,ro "$1"', "read-only"],
  ["on a full disk", "64k", 'dd status=none if=/dev/zero bs=4k 2>/dev/null of="$1/rest"', "full"],
])("a folder %s is one clear line", async (_what, size, spoil, word) => {
  const script = `mount -t tmpfs -o size=${size} none "$1" && mkdir "$1/data" && { ${spoil}; true; } && shift && exec "$@"`;
  const within = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh", folder];
  const { code, output } = await runServer({ DATA_DIR: join(folder, "data") }, within);
  expect(output.trim().split("\n")).toHaveLength(1);
  expect(output).toMatch(new RegExp(`^matinee: DATA_DIR .*${word}`));
  expect(code).toBe(1);
});

test("a second server is refused from another container, and the first goes on", async () => {
  const dataDir = await migratedFolder("container");
  const server = await startServer({ DATA_DIR: dataDir });
  const { code, output } = await runServer({ DATA_DIR: dataDir }, otherProcesses);
  expect(output).toMatch(/^matinee: DATA_DIR .+ is in use by process \d+ on [^\n]+\n$/);
  expect(code).toBe(1);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await server.end("SIGKILL");
  const next = await startServer({ DATA_DIR: dataDir });
  expect(await next.end()).toBe(0);
  await rm(dataDir, { recursive: true });
});

test("what an earlier version left in the folder locks nothing", async () => {
  await writeFile(join(folder, "in-use.json"), JSON.stringify({ pid: 1, host: "elsewhere", started: "1" }));
  expect((await take(folder)).said).toBe("held");
});
