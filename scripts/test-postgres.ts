import { spawn, type ChildProcess } from "node:child_process";
import { access, chown, constants, mkdtemp, rm, statfs } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { run } from "./run.ts";

export type TestPostgres = { url: string; stop: () => Promise<void> };

/** Linux keeps this folder in memory, where each test's database is copied in a third of the time it takes on a disk. */
const inMemory = "/dev/shm";
/** Hundreds of databases come and go; few are there at a time. Containers often have 64 MB there, which is too little. */
const neededBytes = 2_000_000_000;

/**
 * Starts a separate PostgreSQL on loopback, in a temporary folder that is removed with it.
 * @param bin folder of initdb and postgres
 * @param options.followed whether others may follow it; without, it writes less
 * @throws when it does not start
 */
export async function startTestPostgres(bin: string, { followed = false } = {}): Promise<TestPostgres> {
  const folder = await mkdtemp(join(await roomyFolder(), "matinee-postgres-"));
  const owner = await unprivilegedUser();
  if (owner) await chown(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  // PostgreSQL refuses to run as root.
  const identity = owner ? { uid: owner.uid, gid: owner.gid } : {};
  const made = await wait(
    spawn(
      join(bin, "initdb"),
      ["-D", data, "-U", "matinee", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N"],
      { ...identity, cwd: folder, stdio: "ignore" },
    ),
  );
  if (made !== 0) throw new Error("initdb failed");
  const port = await freePort();
  const settings = [
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    ...(followed ? [] : ["wal_level=minimal", "max_wal_senders=0"]),
    "max_wal_size=256MB",
    `unix_socket_directories=${folder}`,
  ];
  const server = spawn(
    join(bin, "postgres"),
    ["-D", data, "-h", "127.0.0.1", "-p", String(port), ...settings.flatMap((one) => ["-c", one])],
    {
      ...identity,
      cwd: folder,
      stdio: "ignore",
    },
  );
  const url = `postgres://matinee@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    server.kill("SIGINT");
    await wait(server);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await answers(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

/** @returns a folder in memory where there is room, else the usual temporary folder */
async function roomyFolder(): Promise<string> {
  try {
    await access(inMemory, constants.W_OK);
    const { bavail, bsize } = await statfs(inMemory);
    if (bavail * bsize >= neededBytes) return inMemory;
  } catch {
    // Other systems have no such folder.
  }
  return tmpdir();
}

async function unprivilegedUser(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  for (const name of ["postgres", "nobody"]) {
    const uid = await run("id", ["-u", name], { quiet: true });
    const gid = await run("id", ["-g", name], { quiet: true });
    if (uid.code === 0 && gid.code === 0) return { uid: Number(uid.output), gid: Number(gid.output) };
  }
  return null;
}

function wait(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once("close", (code) => resolve(code ?? 1));
    child.once("error", () => resolve(127));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

async function answers(url: string): Promise<void> {
  const until = Date.now() + 20_000;
  for (;;) {
    const sql = postgres(url, { max: 1, connect_timeout: 2 });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}
