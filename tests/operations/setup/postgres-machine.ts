import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chown } from "node:fs/promises";
import postgres from "postgres";
import { startTestPostgres } from "../../../scripts/test-postgres.ts";
import { freePort } from "../../setup/server-process.ts";

const run = promisify(execFile);

/** A PostgreSQL whose machine fails. */
export type PostgresMachine = {
  url: string;
  /** Stops every process of it, as a machine does that hangs; its system keeps the connections. */
  freeze: () => Promise<void>;
  thaw: () => Promise<void>;
  /** Ends it, and starts it again with settings. */
  stop: () => Promise<void>;
  start: (settings?: string[]) => Promise<void>;
  /** A copy that follows it. `promote` makes it a server of its own. */
  follow: () => Promise<{ url: string; promote: () => Promise<void>; stop: () => Promise<void> }>;
  /** Ends it for good. */
  remove: () => Promise<void>;
};

/** @param bin folder of PostgreSQL's programs */
export async function startPostgresMachine(bin: string): Promise<PostgresMachine> {
  const first = await startTestPostgres(bin, { followed: true });
  const { url } = first;
  const data = await ask<string>(url, "show data_directory");
  const { uid, gid } = await stat(data);
  const port = Number(new URL(url).port);
  let frozen: number[] = [];
  let again: ChildProcess | null = null;

  const launch = async (folder: string, at: number, settings: string[] = []): Promise<ChildProcess> => {
    const all = ["fsync=off", `unix_socket_directories=${join(folder, "..")}`, ...settings];
    const child = spawn(
      join(bin, "postgres"),
      ["-D", folder, "-h", "127.0.0.1", "-p", String(at), ...all.flatMap((one) => ["-c", one])],
      { uid, gid, cwd: folder, stdio: "ignore" },
    );
    await untilAnswers(`postgres://matinee@127.0.0.1:${at}/postgres`);
    return child;
  };
  const parent = async () => Number((await readFile(join(data, "postmaster.pid"), "utf8")).split("\n", 1)[0]);
  const machine: PostgresMachine = {
    url,
    async freeze() {
      const pid = await parent();
      process.kill(pid, "SIGSTOP");
      frozen = [pid, ...(await childrenOf(pid))];
      for (const one of frozen) process.kill(one, "SIGSTOP");
    },
    async thaw() {
      for (const one of frozen) process.kill(one, "SIGCONT");
      frozen = [];
    },
    async stop() {
      const pid = await parent();
      process.kill(pid, "SIGINT");
      while (await stat(join(data, "postmaster.pid")).catch(() => null))
        await new Promise((resolve) => setTimeout(resolve, 50));
    },
    async start(settings) {
      again = await launch(data, port, settings);
    },
    async follow() {
      const folder = await mkdtemp(join(tmpdir(), "matinee-standby-"));
      await chown(folder, uid, gid);
      const copy = join(folder, "data");
      await run(join(bin, "pg_basebackup"), ["-d", url, "-D", copy, "-R", "-X", "stream", "-c", "fast"], {
        ...{ uid, gid, cwd: folder },
      });
      const at = await freePort();
      const child = await launch(copy, at);
      const standby = `postgres://matinee@127.0.0.1:${at}/postgres`;
      return {
        url: standby,
        promote: async () => void (await ask(standby, "select pg_promote()")),
        async stop() {
          child.kill("SIGINT");
          await ended(child);
          await rm(folder, { recursive: true, force: true });
        },
      };
    },
    async remove() {
      await machine.thaw();
      again?.kill("SIGINT");
      if (again) await ended(again);
      await first.stop();
    },
  };
  return machine;
}

async function childrenOf(parent: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const text = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    if (Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]) === parent) found.push(Number(name));
  }
  return found;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** The one value that a statement answers. */
export async function ask<T>(url: string, statement: string): Promise<T> {
  const client = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
  try {
    const [row] = await client.unsafe(statement);
    return Object.values(row ?? {})[0] as T;
  } finally {
    await client.end({ timeout: 1 });
  }
}

async function untilAnswers(url: string): Promise<void> {
  const until = Date.now() + 20_000;
  for (;;) {
    const error = await ask(url, "select 1").then(
      () => null,
      (reason: unknown) => reason as Error,
    );
    if (!error) return;
    if (Date.now() > until) throw error;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
