import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const creator = "../createLucideIcon.mjs";
const own = fileURLToPath(new URL("../../app/performance/create-icon.tsx", import.meta.url));
const icon = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;

/**
 * Gives the icons of lucide-react a component of ours in place of its own. Fails the build when an update has moved the
 * module that makes it.
 */
export function lightIcons(): Plugin {
  let given = 0;
  return {
    name: "light-icons",
    enforce: "pre",
    apply: "build",
    resolveId(source, importer) {
      if (source !== creator || !importer || !icon.test(importer)) return null;
      given += 1;
      return own;
    },
    buildEnd(error) {
      if (!error && given === 0) this.error(`lucide-react has changed: no icon imports ${creator}`);
    },
  };
}
