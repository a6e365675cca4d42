import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { createBackend } from "../api/compose/create-backend.ts";
import { openDatabase, type Database } from "../api/db/client.ts";
import { startTestPostgres } from "../scripts/test-postgres.ts";
import { root } from "./app.ts";

/** Separate databases for measurements on a million rows, and the API on top of them, without a server. */

const postgresBin = [
  "/usr/lib/postgresql/17/bin",
  "/usr/lib/postgresql/16/bin",
  "/usr/lib/postgresql/15/bin",
];

/** The folder of an installed PostgreSQL's programs; null when there is none. */
export async function findPostgres(): Promise<string | null> {
  for (const bin of postgresBin) {
    const there = await access(join(bin, "initdb")).then(
      () => true,
      () => false,
    );
    if (there) return bin;
  }
  return null;
}

/** Runs with a fresh database on a separate PostgreSQL, which is removed afterwards. */
export async function withOwnPostgres<T>(
  bin: string,
  run: (database: Database, url: string) => Promise<T>,
): Promise<T> {
  const server = await startTestPostgres(bin);
  try {
    const console = postgres(server.url, { max: 1 });
    await console.unsafe(
      "create database bench template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'",
    );
    await console.end();
    const url = new URL(server.url);
    url.pathname = "/bench";
    const database = await openDatabase({ url: url.href, times: { statementMs: 3_600_000 } });
    try {
      return await run(database, url.href);
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
  }
}

/** The API on a database: requests use its public calls, without a network. */
export async function openApi(
  database: Database,
): Promise<{ fetch: (request: Request) => Promise<Response>; close: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "bench-api-"));
  const backend = createBackend({
    database,
    dataDir,
    localesDir: join(root, "locales"),
    secret: "bench-secret-bench-secret-bench-secret-bench",
    version: "0",
    clock: { now: () => new Date() },
    onBug: (error) => {
      throw error;
    },
    checkAnswers: false,
  });
  return {
    fetch: async (request) => backend.fetch(request),
    close: () => rm(dataDir, { recursive: true, force: true }),
  };
}
