import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./source-files.ts";

/** Selectors of a style sheet that say of the whole document what it holds, outside of print. */
function wholeDocumentSelectors(sheet: string): string[] {
  const open: string[] = [];
  const found: string[] = [];
  for (const [, prelude = "", brace] of sheet.replace(/\/\*[^]*?\*\//g, "").matchAll(/([^{};]*)([{};])/g)) {
    if (brace === "}") open.pop();
    if (brace !== "{") continue;
    open.push(prelude.trim());
    const isPrint = open.some((outer) => outer.startsWith("@media print"));
    if (!isPrint && /(?:^|[\s,])(?:html|:root|body)\b[^\s,>~+]*:has\(/.test(prelude))
      found.push(prelude.trim());
  }
  return found;
}

describe("style sheets", () => {
  it("find what a document may not have", () => {
    const sheet =
      "@layer a { html[dir]:has(.b) .c { d: e } } @media print { html:has(.f) { g: h } } .i:has(.j) { k: l }";
    expect(wholeDocumentSelectors(sheet)).toEqual(["html[dir]:has(.b) .c"]);
  });

  // Chromium would compute the styles of all elements again after each element that comes or goes (decision 079).
  it("ask nothing of the whole document by :has()", () => {
    const sheets = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".css"),
    );
    expect(sheets.length).toBeGreaterThan(20);
    const found = sheets.flatMap((name) =>
      wholeDocumentSelectors(readFileSync(join(root, "app", name), "utf8")).map((one) => `${name}: ${one}`),
    );
    expect(found).toEqual([]);
  });
});
