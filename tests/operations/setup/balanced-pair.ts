import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestPostgres } from "../../../scripts/test-postgres.ts";
import { startNginx, writeNginxFiles, type NginxMachine } from "../../setup/nginx-files.ts";
import { freePort, startServer, type ServerProcess } from "../../setup/server-process.ts";
import { programs } from "./programs.ts";

export type BalancedPair = {
  /** nginx's address. */
  url: string;
  databaseUrl: string;
  dataDir: string;
  /** Ends one of the servers by SIGTERM and starts it again. @returns milliseconds until its end; its exit code */
  restart: (which: 0 | 1) => Promise<{ endedMs: number; code: number | null }>;
  /** What all servers have logged so far: warnings and errors. */
  log: () => string;
  stop: () => Promise<void>;
};

/**
 * Starts two servers on one PostgreSQL and one data folder, with nginx in front.
 * @param prepare fills the migrated database and the folder before visitors come
 */
export async function startPair(
  prepare: (pair: { databaseUrl: string; dataDir: string }) => Promise<void>,
  { env = {} as Record<string, string> } = {},
): Promise<BalancedPair> {
  const postgres = await startTestPostgres(programs.postgres!);
  const folder = await mkdtemp(join(tmpdir(), "matinee-pair-"));
  const dataDir = join(folder, "data");
  const ports: [number, number] = [await freePort(), await freePort()];
  const start = (port: number) =>
    startServer({
      ...{ DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: String(port), TRUST_PROXY: "loopback" },
      ...{ SESSION_SECRET: "a secret of two servers in one test", WORKER: "off", LOG_LEVEL: "warn", ...env },
    });
  const servers: ServerProcess[] = [];
  for (const port of ports) servers.push(await start(port));
  const ended: string[] = [];
  await prepare({ databaseUrl: postgres.url, dataDir });
  const nginx = await startDocumentedNginx({ folder, port: await freePort(), targets: ports, dataDir });
  return {
    ...{ url: nginx.url, databaseUrl: postgres.url, dataDir },
    async restart(which) {
      const began = performance.now();
      const code = await servers[which]!.end();
      const endedMs = performance.now() - began;
      ended.push(servers[which]!.output());
      servers[which] = await start(ports[which]!);
      return { endedMs, code };
    },
    log: () => [...ended, ...servers.map(({ output }) => output())].join("\n"),
    async stop() {
      await nginx.stop();
      await Promise.all(servers.map((server) => server.end()));
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** deploy/nginx/many-servers.conf; visitors come without TLS. */
async function startDocumentedNginx(
  machine: NginxMachine,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { folder, port } = machine;
  const file = await writeNginxFiles(machine, "many-servers");
  const site = join(folder, "matinee/many-servers.conf");
  const text = await readFile(site, "utf8");
  await writeFile(site, text.replace(" ssl http2;", ";").replaceAll(/^ *ssl_.*\n/gm, ""));
  const nginx = startNginx(file, folder);
  const ended = new Promise((resolve) => nginx.once("exit", resolve));
  const url = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + 10_000; ;) {
    if (
      await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    if (Date.now() > until) throw new Error("nginx did not come up");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    async stop() {
      nginx.kill("SIGTERM");
      await ended;
    },
  };
}
