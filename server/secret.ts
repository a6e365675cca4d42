import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The key everything is signed with: the one given, else one made on the first start and kept in DATA_DIR. */
export async function loadSecret({
  given,
  dataDir,
}: {
  given: string | undefined;
  dataDir: string;
}): Promise<string> {
  if (given) return given;
  const path = join(dataDir, "secret");
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const secret = randomBytes(32).toString("hex");
  // "wx": of two processes that start together one writes, and the other reads what it wrote.
  await writeFile(path, `${secret}\n`, { mode: 0o600, flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  return (await readFile(path, "utf8")).trim();
}
