import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, startServer } from "../../tests/setup/server-process.ts";
import { seedBrowserData } from "./seed.ts";

/**
 * Three servers: the one people use, one whose backend is another process (the first), and one whose backend is gone.
 * Their addresses reach the tests through the environment.
 */
export default async function globalSetup() {
  const dataDir = await mkdtemp(join(tmpdir(), "matinee-e2e-"));
  await seedBrowserData(dataDir);
  const quiet = { LOG_LEVEL: "warn" };
  const main = await startServer({ ...quiet, DATA_DIR: dataDir });
  const remote = await startServer({ ...quiet, API_URL: main.url });
  const nobody = `http://127.0.0.1:${await freePort()}`;
  // Not ready, and says so: it is up when it answers at all.
  const orphan = await startServer({ ...quiet, API_URL: nobody }, "/healthz");
  process.env.BASE_URL = main.url;
  process.env.REMOTE_URL = remote.url;
  process.env.ORPHAN_URL = orphan.url;
  return async () => {
    for (const server of [orphan, remote, main]) await server.end();
    await rm(dataDir, { recursive: true, force: true });
  };
}
