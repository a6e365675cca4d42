import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, startServer } from "../../tests/setup/server-process.ts";
import { startMailCatcher } from "../../tests/setup/mail-catcher.ts";
import { linkFolder } from "./link-folder.ts";
import { seedBrowserData } from "./seed.ts";
import { siteCount, sitesVariable, type Site } from "./site.ts";

/** Films and pictures are only read, so that all sites can have the same ones. */
const shared = new Set(["media", "artwork"]);

/**
 * The catalogue is made once; each worker gets a copy with servers of its own, so that journeys running beside each
 * other meet nobody else's accounts, lists and limits.
 */
export default async function globalSetup() {
  const root = await mkdtemp(join(tmpdir(), "matinee-e2e-"));
  const seeded = join(root, "seeded");
  await seedBrowserData(seeded);
  const ends: (() => Promise<unknown>)[] = [];
  const sites: Site[] = [];
  for (let index = 0; index < siteCount; index++) {
    const dataDir = join(root, `site-${index}`);
    await copyData(seeded, dataDir);
    sites.push(await openSite(dataDir, ends));
  }
  process.env[sitesVariable] = JSON.stringify(sites);
  return async () => {
    for (const end of ends.reverse()) await end();
    await rm(root, { recursive: true, force: true });
  };
}

async function copyData(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) {
    if (shared.has(name)) await linkFolder(join(from, name), join(to, name));
    else await cp(join(from, name), join(to, name), { recursive: true });
  }
}

/** @param ends what has to be ended, in the order it was begun */
async function openSite(dataDir: string, ends: (() => Promise<unknown>)[]): Promise<Site> {
  const quiet = { LOG_LEVEL: "warn" };
  const mails = join(dataDir, "caught-mails");
  const catcher = await startMailCatcher(mails);
  ends.push(() => catcher.close());
  const start = async (env: Record<string, string>, probe?: string) => {
    const server = await startServer({ ...quiet, ...env }, probe);
    ends.push(() => server.end());
    return server.url;
  };
  const port = await freePort();
  const url = await start({
    DATA_DIR: dataDir,
    DIAGNOSTICS: "1",
    PAYMENT_SANDBOX: "1",
    // Whoever gives a magnet in the journeys is on loopback.
    MAGNET_PRIVATE_ADDRESSES: "1",
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${catcher.port}`,
    MAIL_FROM: "Matinee <mail@matinee.test>",
  });
  const remote = await start({ API_URL: url });
  const nobody = `http://127.0.0.1:${await freePort()}`;
  // Not ready, and says so: it is up when it answers at all.
  const orphan = await start({ API_URL: nobody }, "/healthz");
  return { url, remote, orphan, mails };
}
