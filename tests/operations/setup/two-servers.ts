import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Database } from "../../../api/db/client.ts";
import { startTestPostgres } from "../../../scripts/test-postgres.ts";
import { startServer, type ServerProcess } from "../../setup/server-process.ts";
import { programs } from "./programs.ts";

export type TwoServers = {
  database: Database;
  databaseUrl: string;
  dataDir: string;
  /** Started with the same variables; `env` is for a process besides them. */
  servers: [ServerProcess, ServerProcess];
  env: Record<string, string>;
  stop: () => Promise<void>;
};

/** Two servers on one PostgreSQL and one folder. They trust what the test says of its address, and encode nothing. */
export async function startTwoServers(more: Record<string, string> = {}): Promise<TwoServers> {
  const postgres = await startTestPostgres(programs.postgres!);
  const dataDir = await mkdtemp(join(tmpdir(), "matinee-two-"));
  const database = await openDatabase({ url: postgres.url });
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    SESSION_SECRET: "one-secret-for-all-processes-of-this-test",
    TRUST_PROXY: "loopback",
    WORKER: "off",
    LOG_LEVEL: "warn",
    ...more,
  };
  const servers: ServerProcess[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.end("SIGKILL")));
    await database.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    for (let n = 0; n < 2; n++) servers.push(await startServer(env));
  } catch (error) {
    await stop();
    throw error;
  }
  const [one, other] = servers as [ServerProcess, ServerProcess];
  return { database, databaseUrl: postgres.url, dataDir, servers: [one, other], env, stop };
}

/** Posts a call of the API as a caller at an address. */
export async function post(
  { url }: { url: string },
  name: string,
  { body, token, address = "198.51.100.1" }: { body: object; token?: string; address?: string },
) {
  const begun = performance.now();
  const response = await fetch(`${url}/api/${name}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Forwarded-For": address,
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { c: number; d: unknown };
  const ms = performance.now() - begun;
  return { status: response.status, retryAfter: response.headers.get("Retry-After"), ms, ...answer };
}
