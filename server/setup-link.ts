import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";

const fileName = "setup-link";

/**
 * Tells the operator the one-time link that makes the first owner. It is printed when the output is a terminal and
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
  if (code === null) return rm(file, { force: true });
  const link = `${url}/z?setup=${code}`;
  if (terminal) {
    await rm(file, { force: true });
    terminal.write(
      `\nThis service has no owner yet. Sign up, then open this link once, within a day:\n  ${link}\n\n`,
    );
    return;
  }
  // Of servers that start together in one folder, each replaces the whole file.
  const own = `${file}-${randomUUID()}`;
  await writeFile(own, `${link}\n`, { mode: 0o600, flag: "wx" });
  await rename(own, file);
  log.info({ file }, "no owner yet: this file has the link that makes one");
}
