import { readFileSync } from "node:fs";

/** @returns names of the files, in lucide-react, of the icons a module shows */
export function iconsIn(file: string): string[] {
  const list = /import \{([^}]+)\} from "lucide-react"/.exec(readFileSync(file, "utf8"))?.[1] ?? "";
  return list
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry && !entry.startsWith("type "))
    .map((entry) => entry.split(" as ")[0]!)
    .map((word) => word.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z])(?=\d)/g, "-").toLowerCase());
}

/** @returns the icon a module of lucide-react is; null for all other modules */
export function iconOf(id: string): string | null {
  return /\/node_modules\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.mjs$/.exec(id)?.[1] ?? null;
}
