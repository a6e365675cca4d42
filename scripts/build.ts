import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { beginRelease, publishRelease } from "./release.ts";
import { runBin } from "./run.ts";

/**
 * Builds server and client, compresses the client's files once at the highest level, and publishes the whole as the
 * current release.
 */
await beginRelease();
const { code } = await runBin("remix", ["vite:build"], { env: { NODE_ENV: "production" } });
if (code !== 0) process.exit(code);

// The worker tells its build's files from older ones, which the hash in a name does: names would be a tenth of its size.
const worker = "build/next/client/entry.worker.js";
const written = await readFile(worker, "utf8");
const shortened = written.replace(/\[(?:"\/[^"\]]*",?){50,}\]/, (list) => {
  const files = (JSON.parse(list) as string[]).filter((file) => file.startsWith("/assets/"));
  const short = (file: string) =>
    file.startsWith("/assets/manifest-") ? file : (/-([\w-]{8})\.\w+$/.exec(file)?.[1] ?? file);
  return JSON.stringify([...new Set(files.map(short))]);
});
if (shortened === written) throw new Error("The worker's list of files was not found");
await writeFile(worker, shortened);

const compressible = /\.(js|css|json|svg|txt|webmanifest|ico)$/;
const root = "build/next/client";
for (const name of await readdir(root, { recursive: true })) {
  if (!compressible.test(name)) continue;
  const path = join(root, name);
  const content = await readFile(path);
  if (content.length < 1024) continue;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}

await publishRelease();
