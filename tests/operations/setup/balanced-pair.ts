import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestPostgres } from "../../../scripts/test-postgres.ts";
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

/** What matters for restarts in an nginx in front of several servers. */
export const documented = (ports: number[]) => `
upstream matinee {
  ${ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join("\n  ")}
  keepalive 64;
  # Less than the 3 s for which a server that ends leaves unused connections open.
  keepalive_timeout 2s;
}
server {
  listen 127.0.0.1:PORT;
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  # A POST goes to the other server only where the connection was refused.
  proxy_next_upstream error timeout http_503;
  proxy_next_upstream_tries 2;
  proxy_connect_timeout 2s;
  location / { proxy_pass http://matinee; }
}`;

/**
 * Starts two servers on one PostgreSQL and one data folder, with nginx in front.
 * @param prepare fills the migrated database and the folder before visitors come
 */
export async function startPair(
  prepare: (pair: { databaseUrl: string; dataDir: string }) => Promise<void>,
  { configuration = documented, env = {} as Record<string, string> } = {},
): Promise<BalancedPair> {
  const postgres = await startTestPostgres(programs.postgres!);
  const folder = await mkdtemp(join(tmpdir(), "matinee-pair-"));
  const dataDir = join(folder, "data");
  const ports = [await freePort(), await freePort()];
  const start = (port: number) =>
    startServer({
      ...{ DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: String(port), TRUST_PROXY: "loopback" },
      ...{ SESSION_SECRET: "a secret of two servers in one test", WORKER: "off", LOG_LEVEL: "warn", ...env },
    });
  const servers: ServerProcess[] = [];
  for (const port of ports) servers.push(await start(port));
  const ended: string[] = [];
  await prepare({ databaseUrl: postgres.url, dataDir });
  const nginx = await startNginx(folder, configuration(ports));
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

/** @param site what is within `http`, with PORT where its port belongs */
async function startNginx(folder: string, site: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const file = join(folder, "nginx.conf");
  await writeFile(
    file,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
events { worker_connections 1024; }
http {
access_log off;
${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n")}
${site.replace("PORT", String(port))}
}`,
  );
  const nginx = spawn(programs.nginx!, ["-c", file, "-p", folder, "-e", join(folder, "nginx.log")], {
    stdio: "ignore",
  });
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
