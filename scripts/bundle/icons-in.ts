import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const app = fileURLToPath(new URL("../../app", import.meta.url));

/** @returns names of the files, in lucide-react, of a module's icons */
export function iconsIn(file: string): string[] {
  const list = /import \{([^}]+)\} from "lucide-react"/.exec(readFileSync(file, "utf8"))?.[1] ?? "";
  return list
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry && !entry.startsWith("type "))
    .map((entry) => entry.split(" as ")[0]!)
    .map((word) => word.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z])(?=\d)/g, "-").toLowerCase());
}

/** @returns the icon of a lucide-react module; null for all other modules */
export function iconOf(id: string): string | null {
  return /\/node_modules\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.mjs$/.exec(id)?.[1] ?? null;
}

/** Icons used in the admin area: those only it uses, and those that other pages use too. */
export function iconsOfAdmin(): { own: Set<string>; shared: Set<string> } {
  const admins = new Set<string>();
  const others = new Set<string>();
  for (const file of readdirSync(app, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(file)) continue;
    const users = /^(routes[\\/])?admin[\\/]/.test(file) ? admins : others;
    for (const icon of iconsIn(join(app, file))) users.add(icon);
  }
  const own = new Set([...admins].filter((icon) => !others.has(icon)));
  return { own, shared: new Set([...admins].filter((icon) => others.has(icon))) };
}
