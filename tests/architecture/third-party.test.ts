import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { thirdParty } from "../../app/features/about/third-party.ts";
import { root } from "./source-files.ts";

type Package = { license: string; dependencies: Record<string, string> };
const packageAt = (path: string) =>
  JSON.parse(readFileSync(join(root, path, "package.json"), "utf8")) as Package;

/** Compiled into pages and their worker, so that the server needs none of their files. */
const builtIn = [
  ...["@remix-pwa/sw", "@remix-run/react", "react", "react-dom", "react-i18next", "i18next", "remix-i18next"],
  ...["@conform-to/react", "@conform-to/zod", "d3-scale", "d3-shape", "sonner", "uqr"],
  ...["firebase", "hls.js", "lucide-react", "tailwindcss"],
];
/** Programs that the demo runs where the system has none. */
const ofDemo = ["@ffmpeg-installer/ffmpeg", "@ffprobe-installer/ffprobe"];

test("the about page names every library the product runs with, under the licence it has", () => {
  const names = [...Object.keys(packageAt("").dependencies), ...builtIn, ...ofDemo].sort();
  expect(thirdParty).toEqual(names.map((name) => [name, packageAt(`node_modules/${name}`).license]));
});
