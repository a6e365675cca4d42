import ts from "typescript";
import { describe, expect, it } from "vitest";
import { sourcesBelow, walk } from "./source-files.ts";

/** Attributes whose value a person reads or hears. */
const spoken = new Set([
  "alt",
  "aria-label",
  "aria-description",
  "aria-valuetext",
  "label",
  "placeholder",
  "title",
]);
/** A word in any script: what has one is a text, and texts come from the language packs. */
function isText(value: string): boolean {
  return /\p{L}{2,}/u.test(value);
}

function hardcodedIn(source: ts.SourceFile): string[] {
  const found: string[] = [];
  walk(source, (node) => {
    if (ts.isJsxText(node) && isText(node.text)) found.push(node.text.trim());
    if (ts.isJsxAttribute(node) && spoken.has(node.name.getText(source)) && node.initializer) {
      const value = ts.isStringLiteral(node.initializer) ? node.initializer.text : "";
      if (isText(value)) found.push(value);
    }
    // {"text"} and {flag ? "one" : "other"} between tags.
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent)) {
      for (const part of alternatives(node.expression)) if (isText(part)) found.push(part);
    }
  });
  return found;
}

function alternatives(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node))
    return [...alternatives(node.whenTrue), ...alternatives(node.whenFalse)];
  if (ts.isParenthesizedExpression(node)) return alternatives(node.expression);
  return [];
}

describe("texts", () => {
  it("come from the language packs, never from JSX", () => {
    const found = sourcesBelow("app").flatMap(({ path, source }) =>
      hardcodedIn(source).map((text) => `${path}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ["<p>Hello there</p>", ["Hello there"]],
    ['<img alt="A film" />', ["A film"]],
    ['<p>{on ? "Yes" : ("No way")}</p>', ["Yes", "No way"]],
    ['<p className="text">{t("key")} · 12+</p>', []],
  ])("are recognised in %s", (code, expected) => {
    const source = ts.createSourceFile("sample.tsx", code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
    expect(hardcodedIn(source)).toEqual(expected);
  });
});
