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
