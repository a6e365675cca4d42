import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, startServer } from "../../tests/setup/server-process.ts";
import { startMailCatcher } from "../../tests/setup/mail-catcher.ts";
import { seedBrowserData } from "./seed.ts";

/**
 * Three servers: the one people use, one whose backend is another process (the first), and one whose backend is gone.
 * Their addresses reach the tests through the environment; mails of the first end in a folder.
 */
export default async function globalSetup() {
  const dataDir = await mkdtemp(join(tmpdir(), "matinee-e2e-"));
  await seedBrowserData(dataDir);
  const quiet = { LOG_LEVEL: "warn" };
  const mails = join(dataDir, "caught-mails");
  const catcher = await startMailCatcher(mails);
  const port = await freePort();
  const mail = {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${catcher.port}`,
    MAIL_FROM: "Matinee <mail@matinee.test>",
  };
  const main = await startServer({ ...quiet, DATA_DIR: dataDir, DIAGNOSTICS: "1", ...mail });
  const remote = await startServer({ ...quiet, API_URL: main.url });
  const nobody = `http://127.0.0.1:${await freePort()}`;
  // Not ready, and says so: it is up when it answers at all.
  const orphan = await startServer({ ...quiet, API_URL: nobody }, "/healthz");
  process.env.BASE_URL = main.url;
  process.env.CAUGHT_MAILS = mails;
  process.env.REMOTE_URL = remote.url;
  process.env.ORPHAN_URL = orphan.url;
  return async () => {
    for (const server of [orphan, remote, main]) await server.end();
    await catcher.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}
