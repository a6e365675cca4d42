import { existsSync } from "node:fs";
import { run, runBin } from "./run.ts";
import { ensureSystemTools } from "./system-tools.ts";

/**
 * The journeys with Firebase, on the real Auth emulator. Separate from `npm test`: firebase-tools is 300 MB, which this
 * script installs into tests/firebase/node_modules. `--built` uses the existing build.
 */
const folder = "tests/firebase";

async function prepare(): Promise<string | null> {
  if (!existsSync(`${folder}/node_modules/firebase-tools`)) {
    console.log("Installing firebase-tools …");
    const args = ["ci", "--no-audit", "--no-fund", "--ignore-scripts"];
    const { code, output } = await run("npm", args, { cwd: folder, quiet: true });
    if (code !== 0)
      return `firebase-tools could not be installed (npm ended with ${code}):\n${output.trim()}`;
  }
  if (!process.argv.includes("--built")) {
    const { code } = await runBin("node", ["scripts/build.ts"]);
    if (code !== 0) return "The build failed.";
  }
  return null;
}

const problem = await prepare();
const { chromium } = problem ? { chromium: null } : await ensureSystemTools();
if (problem || !chromium) {
  console.error(problem ?? "Nothing was tested: the journeys need Chromium.");
  process.exit(1);
}
const { code } = await runBin(
  "playwright",
  ["test", "--config", `${folder}/playwright.config.ts`, "--reporter=list"],
  { env: { CHROMIUM_PATH: chromium } },
);
process.exit(code);
