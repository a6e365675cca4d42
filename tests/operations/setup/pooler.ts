import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../setup/server-process.ts";
import { ask } from "./postgres-machine.ts";
import { programs } from "./programs.ts";

/**
 * Starts pgbouncer in transaction mode in front of a PostgreSQL on loopback, with the settings of docs/operations.md.
 * @param serverConnections size of its pool
 */
export async function startPooler(
  target: string,
  { serverConnections }: { serverConnections: number },
): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "matinee-pgbouncer-"));
  const { port: targetPort, username } = new URL(target);
  const port = await freePort();
  const settings = `[databases]
postgres = host=127.0.0.1 port=${targetPort} dbname=postgres

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = ${serverConnections}
max_client_conn = 500
`;
  await writeFile(join(folder, "pgbouncer.ini"), settings);
  await writeFile(join(folder, "users.txt"), `"${username}" ""\n"ordinary" ""\n`);
  // It refuses to run as root.
  const { uid, gid } = await stat(await ask<string>(target, "show data_directory"));
  for (const name of ["", "pgbouncer.ini", "users.txt"]) await chown(join(folder, name), uid, gid);
  const child = spawn(programs.pgbouncer!, ["-q", join(folder, "pgbouncer.ini")], {
    ...{ uid, gid, cwd: folder, stdio: "ignore" as const },
  });
  const url = new URL(target);
  url.port = String(port);
  const until = Date.now() + 10_000;
  while (!(await ask(url.href, "select 1").catch(() => null)))
    if (Date.now() > until) throw new Error("pgbouncer does not answer");
  return {
    url: url.href,
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
