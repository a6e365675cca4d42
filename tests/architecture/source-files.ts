import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** The repository. */
export const root = join(import.meta.dirname, "../..");

/** Every TypeScript source below a folder, without tests, parsed. Paths are relative to the repository. */
export function sourcesBelow(folder: string): { path: string; source: ts.SourceFile }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name))
    .map((name) => {
      const path = join(folder, name);
      const source = ts.createSourceFile(
        path,
        readFileSync(join(root, path), "utf8"),
        ts.ScriptTarget.Latest,
        true,
      );
      return { path, source };
    });
}

/** Visits a node and all below it. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}
