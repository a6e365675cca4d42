import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { isRunning, thisProcess } from "./process-owner.ts";

const elsewhere = ["--user", "--map-root-user", "--pid", "--fork", "--mount-proc", process.execPath];
const say = `import("./api/db/process-owner.ts").then(({ thisProcess }) => console.log(JSON.stringify(thisProcess())))`;

test("this process runs; one that ended, and one whose number was given out again, do not", async () => {
  const me = thisProcess();
  expect(isRunning(me)).toBe(true);
  expect(isRunning({ ...me, started: "1" })).toBe(false);
  const child = spawn("sleep", ["60"]);
  await once(child, "spawn");
  expect(isRunning({ ...me, pid: child.pid!, started: "1" })).toBe(false);
  child.kill("SIGKILL");
  await once(child, "close");
  expect(isRunning({ ...me, pid: child.pid! })).toBe(false);
});

test("a process of another container on this machine is on another host: its number says nothing here", async () => {
  const { stdout } = await promisify(execFile)("unshare", [...elsewhere, "--eval", say]);
  const other = JSON.parse(stdout) as ReturnType<typeof thisProcess>;
  expect(other.host).not.toBe(thisProcess().host);
  expect(other.host.split(" ")[0]).toBe(thisProcess().host.split(" ")[0]);
});
