import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { thirdParty } from "../../app/features/about/third-party.ts";
import { root } from "./source-files.ts";

type Package = { license: string; dependencies: Record<string, string> };
const packageAt = (path: string) =>
  JSON.parse(readFileSync(join(root, path, "package.json"), "utf8")) as Package;

/** A tool of the build, but its reset and its rules are part of every page. */
const builtIn = ["tailwindcss"];

test("the about page names every library the product runs with, under the licence it has", () => {
  const names = [...Object.keys(packageAt("").dependencies), ...builtIn].sort();
  expect(thirdParty).toEqual(names.map((name) => [name, packageAt(`node_modules/${name}`).license]));
});
