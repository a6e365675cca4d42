import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));

/**
 * The main file of a package that only benchmarks need, from bench/node_modules. Installs the packages of
 * bench/package-lock.json (`npm ci`) if it is missing. A package of the same name in the root's node_modules, a
 * dependency of the app, is not used: it may be another version.
 * @throws Error when npm fails, or the package is not listed
 */
export async function resolvePackage(name: string): Promise<string> {
  if (!existsSync(join(HERE, "node_modules", name))) await install();
  if (!existsSync(join(HERE, "node_modules", name)))
    throw new Error(`bench/package.json does not list ${name}`);
  return createRequire(import.meta.url).resolve(name);
}

function install(): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn("npm", ["ci", "--no-audit", "--no-fund"], {
      cwd: HERE,
      stdio: ["ignore", "ignore", "inherit"],
    });
    child.once("error", fail);
    child.once("close", (code) =>
      code === 0 ? done() : fail(new Error(`npm ci in bench/ ended with ${code}`)),
    );
  });
}
