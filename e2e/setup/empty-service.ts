import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMailCatcher } from "../../tests/setup/mail-catcher.ts";
import { freePort, startServer } from "../../tests/setup/server-process.ts";
import { expect, test } from "./test.ts";

/** A service without a user or a title, which only one journey uses. */
export type EmptyService = {
  url: string;
  /** Path of its one-time set-up page. */
  setUpPath: string;
  /** Folder of caught mails. */
  mails: string;
};

/**
 * Each of these journeys has such a service to itself, with TMDB and payments as in the other journeys. `sendsMail`: it
 * sends mails, which are caught.
 */
export const emptyTest = test.extend<{ service: EmptyService; sendsMail: boolean }>({
  sendsMail: [false, { option: true }],
  service: async ({ sendsMail }, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), "matinee-empty-"));
    const port = await freePort();
    const mails = join(dataDir, "caught-mails");
    const catcher = sendsMail ? await startMailCatcher(mails) : null;
    const server = await startServer({
      DATA_DIR: dataDir,
      LOG_LEVEL: "info",
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PAYMENT_SANDBOX: "1",
      ...(catcher && {
        SMTP_URL: `smtp://127.0.0.1:${catcher.port}`,
        MAIL_FROM: "Matinee <mail@matinee.test>",
      }),
      NODE_OPTIONS: `--import ${new URL("tmdb-stand-in.ts", import.meta.url).href}`,
    });
    try {
      await expect.poll(server.output).toContain("setup-link");
      const { pathname, search } = new URL((await readFile(join(dataDir, "setup-link"), "utf8")).trim());
      await use({ url: server.url, setUpPath: pathname + search, mails });
    } finally {
      await server.end();
      await catcher?.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
  baseURL: async ({ service }, use) => use(service.url),
});
