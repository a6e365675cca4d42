import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, startServer } from "../../tests/setup/server-process.ts";
import { makeCaptionsProgram, type CaptionsProgram } from "../../tests/setup/captions-program.ts";
import { startMailCatcher } from "../../tests/setup/mail-catcher.ts";
import { linkFolder } from "./link-folder.ts";
import { seedBrowserData } from "./seed.ts";
import { siteCount, sitesVariable, type Site } from "./site.ts";

/** Videos and pictures are only read, so all sites share them. */
const shared = new Set(["media", "artwork"]);

/**
 * The catalogue is made once. Each worker gets a copy and servers of its own, so that parallel journeys share no
 * accounts, lists or limits.
 */
export default async function globalSetup() {
  const root = await mkdtemp(join(tmpdir(), "matinee-e2e-"));
  const seeded = join(root, "seeded");
  await seedBrowserData(seeded);
  const program = await makeCaptionsProgram(root);
  const ends: (() => Promise<unknown>)[] = [];
  // Its readiness check fails: it is up when it answers at all. It has no state, so all sites share it.
  const orphan = startServer({ ...quiet, API_URL: `http://127.0.0.1:${await freePort()}` }, "/healthz");
  const opened = Array.from({ length: siteCount }, async (_, index) => {
    const dataDir = join(root, `site-${index}`);
    await copyData(seeded, dataDir);
    return { ...(await openSite(dataDir, { ends, program })), orphan: (await orphan).url };
  });
  process.env[sitesVariable] = JSON.stringify(await Promise.all(opened));
  ends.push((await orphan).end);
  return async () => {
    // Servers that ask each other end together, so that no request fails meanwhile.
    await Promise.all(ends.map((end) => end()));
    await rm(root, { recursive: true, force: true });
  };
}

async function copyData(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) {
    if (shared.has(name)) await linkFolder(join(from, name), join(to, name));
    else await cp(join(from, name), join(to, name), { recursive: true });
  }
}

const quiet = { LOG_LEVEL: "warn" };

/** @param ends gets the functions that end the servers */
async function openSite(
  dataDir: string,
  { ends, program }: { ends: (() => Promise<unknown>)[]; program: CaptionsProgram },
): Promise<Omit<Site, "orphan">> {
  const mails = join(dataDir, "caught-mails");
  const catcher = await startMailCatcher(mails);
  ends.push(() => catcher.close());
  const start = async (env: Record<string, string>) => {
    const server = await startServer({ ...quiet, ...env });
    ends.push(() => server.end());
    return server.url;
  };
  const port = await freePort();
  const url = await start({
    DATA_DIR: dataDir,
    DIAGNOSTICS: "1",
    PAYMENT_SANDBOX: "1",
    // The peers of the journeys are on loopback.
    MAGNET_PRIVATE_ADDRESSES: "1",
    CAPTIONS_COMMAND: program.command,
    CAPTIONS_MODEL: program.model,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    // So that the accounts of journeys can be of different networks: a network may make forty at once.
    TRUST_PROXY: "loopback",
    SMTP_URL: `smtp://127.0.0.1:${catcher.port}`,
    MAIL_FROM: "Matinee <mail@matinee.test>",
    NODE_OPTIONS: `--import ${new URL("tmdb-stand-in.ts", import.meta.url).href}`,
  });
  const remote = await start({ API_URL: url });
  return { url, remote, mails };
}
