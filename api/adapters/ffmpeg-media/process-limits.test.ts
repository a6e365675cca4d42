import { execFile } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { locateTool } from "./locate.ts";
import { encodeLimits } from "./process-limits.ts";
import { runProcess, type ProcessLimits } from "./run-process.ts";

const run = promisify(execFile);
const limits: ProcessLimits = { memoryBytes: 2 ** 30, cpuS: 7, fileBytes: 2 ** 20 };
const shell = (script: string, given: Partial<ProcessLimits> = {}) =>
  runProcess({ path: "/bin/sh", args: ["-c", script], timeoutMs: 20_000, limits: { ...limits, ...given } });
const works = (command: string, ...args: string[]) =>
  run(command, args).then(
    () => true,
    () => false,
  );

/** Soft and hard limit of a process, as the kernel reports them. */
function limitOf(table: string, name: string): [string, string] {
  const [, soft, hard] = new RegExp(`^${name} +(\\S+) +(\\S+)`, "m").exec(table)!;
  return [soft!, hard!];
}

/** Finds the descendant of this process that runs a program. */
async function below(pid: number, program: string): Promise<number | null> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  for (const child of children.split(" ").filter(Boolean).map(Number)) {
    if ((await readFile(`/proc/${child}/comm`, "utf8").catch(() => "")).trim() === program) return child;
    const found = await below(child, program);
    if (found !== null) return found;
  }
  return null;
}

test("a running encoder has its limits, a network of its own, and goes first where memory runs out", async () => {
  const stop = new AbortController();
  const { ffmpeg } = await locateTool({});
  const given = encodeLimits(60_000);
  const ended = runProcess({
    path: ffmpeg,
    args: ["-v", "error", "-re", "-f", "lavfi", "-i", "testsrc", "-f", "null", "-"],
    timeoutMs: 60_000,
    limits: given,
    signal: stop.signal,
    lowPriority: true,
  }).catch((error: unknown) => error);
  const pid = await vi.waitFor(async () => {
    const found = await below(process.pid, "ffmpeg");
    expect(found).not.toBeNull();
    return found!;
  });
  const table = await readFile(`/proc/${pid}/limits`, "utf8");
  const both = (value: number): [string, string] => [String(value), String(value)];
  expect(limitOf(table, "Max address space")).toEqual(both(given.memoryBytes));
  expect(limitOf(table, "Max cpu time")).toEqual(both(given.cpuS));
  expect(limitOf(table, "Max file size")).toEqual(both(given.fileBytes));
  expect(limitOf(table, "Max core file size")).toEqual(both(0));
  expect((await readFile(`/proc/${pid}/oom_score_adj`, "utf8")).trim()).toBe("1000");
  // Where the system allows no network namespace, only the protocol whitelist protects, and `offline` is false.
  const mayLeave = (await works("unshare", "-n", "true")) || (await works("unshare", "-U", "-n", "true"));
  const [own, ours] = await Promise.all([readlink(`/proc/${pid}/ns/net`), readlink("/proc/self/ns/net")]);
  expect(own !== ours).toBe(mayLeave);
  if (mayLeave) expect((await locateTool({})).abilities.offline).toBe(true);
  stop.abort();
  expect(await ended).toMatchObject({ code: "aborted" });
});

test.each<[string, string, Partial<ProcessLimits>, string]>([
  ["processor time", "while :; do :; done", { cpuS: 1 }, "timeout"],
  ["of a file", "head -c 3000000 /dev/zero > /tmp/matinee-limit-$$", {}, "too_large"],
])(
  "what takes more %s than it may is stopped, and its reason is named",
  async (_what, script, given, code) => {
    await expect(
      shell(`${script}; code=$?; rm -f /tmp/matinee-limit-$$; exit $code`, given),
    ).rejects.toMatchObject({ code });
  },
);

test("what wants more memory than it may have is told so, and named", async () => {
  const { ffmpeg } = await locateTool({});
  const huge = ["-f", "lavfi", "-i", "color=s=16000x16000:d=1", "-vf", "format=rgba64le", "-frames:v", "1"];
  const failing = runProcess({
    path: ffmpeg,
    args: ["-v", "error", ...huge, "-f", "null", "-"],
    timeoutMs: 30_000,
    limits: { ...limits, cpuS: 30 },
  });
  await expect(failing).rejects.toMatchObject({ code: "too_large" });
});

test("it reaches no listener of this machine", async () => {
  const { abilities } = await locateTool({});
  if (!abilities.offline) return expect(await works("unshare", "-U", "-n", "true")).toBe(false);
  const { createServer } = await import("node:net");
  const server = createServer((socket) => socket.end("hello"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const asked = shell(
    `exec ${process.execPath} -e 'fetch("http://127.0.0.1:${port}").then(() => process.exit(0), () => process.exit(9))'`,
    {
      memoryBytes: 2 ** 45,
    },
  );
  await expect(asked).rejects.toMatchObject({ message: expect.stringContaining("code 9") });
  server.close();
});
