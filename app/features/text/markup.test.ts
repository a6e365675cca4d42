import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom/server.js";
import { expect, test } from "vitest";
import { parseMarkup, plainText, type Inline } from "./markup.ts";
import { TextBody } from "./text-body.tsx";

const html = (source: string) =>
  renderToStaticMarkup(
    createElement(StaticRouter, { location: "/" }, createElement(TextBody, { blocks: parseMarkup(source) })),
  );
const text = (words: string): Inline => ({ kind: "text", text: words });

test("headings, paragraphs, lists and rules", () => {
  const source = "Intro\ngoes on.\n\n## One\n- a\n- b\n  more\n\n### Two\n1. x\n2) y\n---\nEnd";
  expect(parseMarkup(source)).toEqual([
    { kind: "paragraph", parts: [text("Intro goes on.")] },
    { kind: "heading", level: 2, id: "part-1", parts: [text("One")] },
    { kind: "list", ordered: false, items: [[text("a")], [text("b more")]] },
    { kind: "heading", level: 3, id: "part-2", parts: [text("Two")] },
    { kind: "list", ordered: true, items: [[text("x")], [text("y")]] },
    { kind: "rule" },
    { kind: "paragraph", parts: [text("End")] },
  ]);
});

test("emphasis, links, and signs that stand for themselves", () => {
  const [block] = parseMarkup("**Strong *and* so on**, [a *page*](/page/about?x=1#y), 2 \\* 3, 4 * 5");
  expect(block).toEqual({
    kind: "paragraph",
    parts: [
      { kind: "strong", parts: [text("Strong "), { kind: "em", parts: [text("and")] }, text(" so on")] },
      text(", "),
      { kind: "link", to: "/page/about?x=1#y", parts: [text("a "), { kind: "em", parts: [text("page")] }] },
      text(", 2 * 3, 4 * 5"),
    ],
  });
  expect(plainText(block!.kind === "paragraph" ? block!.parts : [])).toBe(
    "Strong and so on, a page, 2 * 3, 4 * 5",
  );
});

test("emphasis needs no spaces around it: Japanese and Chinese have none", () => {
  expect(html("これは**「強調」**です")).toBe("<p>これは<strong>「強調」</strong>です</p>");
});

test.each([
  ["https://example.test/a?b", "https://example.test/a?b"],
  ["mailto:a@b.test", "mailto:a@b.test"],
  ["#part-2", "#part-2"],
  ["/profile", "/profile"],
])("%s is where a link may lead", (address, to) => {
  expect(parseMarkup(`[x](${address})`)).toEqual([
    { kind: "paragraph", parts: [{ kind: "link", to, parts: [text("x")] }] },
  ]);
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "\tjavascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "//evil.test",
  "/\\evil.test",
  "/\t/evil.test",
  "https://",
  'https://x.test/" onclick="alert(1)',
  "page/about",
  "file:///etc/passwd",
])("%j becomes no link", (address) => {
  const made = html(`[x](${address})`);
  expect(made).not.toMatch(/<a[\s>]/);
});

test.each([
  "<script>alert(1)</script>",
  '<img src=x onerror="alert(1)">',
  "**<b onclick=alert(1)>x</b>**",
  "## <iframe src=//evil.test>",
  "- <svg/onload=alert(1)>",
  '[<img src=x>](/profile"onmouseover="alert(1))',
])("%s stays text", (source) => {
  const made = html(source);
  expect(made).not.toMatch(/<(script|img|b|iframe|svg)[\s>/]/);
  expect(made).not.toMatch(/<[^>]*\son\w+=/);
});

test("whatever is written, there are only the elements there are, and only addresses that are allowed", () => {
  const piece = fc.constantFrom(
    ..."*[]()#-\\<>\"'&\n `!:/".split(""),
    "**",
    "](",
    "javascript:",
    "/a",
    "## ",
    "- ",
    "x",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const made = html(pieces.join(""));
      for (const [, name] of made.matchAll(/<\/?([a-z0-9]+)/g))
        expect(["h2", "h3", "p", "ul", "ol", "li", "hr", "strong", "em", "a"]).toContain(name);
      for (const [, to] of made.matchAll(/href="([^"]*)"/g))
        expect(to).toMatch(/^(\/(?!\/)|#|https?:|mailto:)/);
    }),
  );
});

test.each(["*", "**", "[", "[](", "[[", "*a", "\\", "](", "#", "- "])(
  "a long line of nothing but %j is read in no time",
  (sign) => {
    const began = performance.now();
    parseMarkup(sign.repeat(100_000));
    expect(performance.now() - began).toBeLessThan(1_500);
  },
);
