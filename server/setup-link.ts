import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";

const fileName = "setup-link";

/**
 * Tells the operator the one-time link that makes the first owner. It is printed when a person reads the terminal and
 * never goes to a collected log; in that case it is in a file of DATA_DIR that only its owner can read.
 * @param code null when an owner exists: the link of an earlier start is then removed
 */
export async function tellSetupLink({
  code,
  url,
  dataDir,
  terminal,
  log,
}: {
  code: string | null;
  /** Public address of the service. */
  url: string;
  dataDir: string;
  terminal: { write: (text: string) => unknown } | null;
  log: Logger;
}): Promise<void> {
  const file = join(dataDir, fileName);
  await rm(file, { force: true });
  if (code === null) return;
  const link = `${url}/z?setup=${code}`;
  if (terminal) {
    terminal.write(
      `\nThis service has no owner yet. Sign up, then open this link once, within a day:\n  ${link}\n\n`,
    );
    return;
  }
  await writeFile(file, `${link}\n`, { mode: 0o600, flag: "wx" });
  log.info({ file }, "no owner yet: this file has the link that makes one");
}
