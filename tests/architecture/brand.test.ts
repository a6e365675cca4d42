import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { locales } from "../../contract/locales.ts";
import { root, sourcesBelow, walk } from "./source-files.ts";

/** The name of a service whose operator has chosen none; code and packs say it nowhere else. */
const name = "Matinee";
const only = "contract/service/brand-facts.ts";

/** What operators and programs read, and no visitor: error lines of a start, objects of native apps, the agent of webhooks. */
const forOperators = [
  "api/adapters/webhook-sender/webhook-sender.ts",
  "api/db/apply-migrations.ts",
  "api/db/move/move-database.ts",
  "app/features/native-host/bridges.ts",
  "app/features/native-host/detect.ts",
  "app/features/native-host/mailbox.ts",
  "app/features/native-host/sells.ts",
];

/** Texts of a source that have the name: strings, templates, JSX and patterns; comments are no texts. */
function saying(source: ts.SourceFile): string[] {
  const found: string[] = [];
  walk(source, (node) => {
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isRegularExpressionLiteral(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node);
    if (isText && node.text.includes(name)) found.push(node.text.trim());
  });
  return found;
}

test("the product's own name is said by the default brand alone", () => {
  const found = ["app", "api", "server", "contract"].flatMap((folder) =>
    sourcesBelow(folder)
      .filter(({ path }) => !forOperators.includes(path))
      .flatMap(({ path, source }) => saying(source).map((text) => `${path}: ${text}`)),
  );
  expect(found).toEqual([`${only}: ${name}`]);
});

test.each(locales)("%s names the service by its placeholder", (locale) => {
  const folder = join(root, "locales", locale);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  expect(files.length).toBeGreaterThan(4);
  for (const { parentPath, name: file } of files)
    expect(readFileSync(join(parentPath, file), "utf8").toLowerCase(), file).not.toContain(
      name.toLowerCase(),
    );
});

test.each([
  ['const title = "Matinee";', 1],
  ["const title = `${x} at Matinee`;", 1],
  ["<title>Matinee</title>;", 1],
  ["// Matinee\nconst matinee = 1;", 0],
])("%s has the name %i times", (code, times) => {
  const source = ts.createSourceFile("sample.tsx", code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  expect(saying(source)).toHaveLength(times);
});
