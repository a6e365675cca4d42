import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./source-files.ts";

/** A Markdown file of the repository, taken apart. */
export type Document = {
  /** Relative to the repository. */
  path: string;
  text: string;
  /** Headings, without their marks. */
  headings: string[];
  /** What stands between single backticks, outside of fenced blocks. */
  spans: string[];
  /** Targets of links and images, outside of fenced blocks. */
  links: string[];
  /** Fenced blocks, by their language. */
  blocks: { language: string; code: string }[];
};

const fence = /^```(\w*)\n([\s\S]*?)^```/gm;

/** Every document for people who run, change or judge the product; the texts in `locales/` are pages of it. */
export function documents(): Document[] {
  return [...globSync("*.md", { cwd: root }), ...globSync("docs/**/*.md", { cwd: root })].sort().map(read);
}

/** @param path relative to the repository */
export function read(path: string): Document {
  const text = readFileSync(join(root, path), "utf8");
  const blocks = [...text.matchAll(fence)].map(([, language, code]) => ({
    language: language!,
    code: code!,
  }));
  const prose = text.replace(fence, "");
  const bare = prose.replace(/`[^`\n]+`/g, "");
  return {
    path,
    text,
    headings: [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => heading!),
    spans: [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!),
    links: [...bare.matchAll(/\]\(([^)\s]+)\)|\b(?:src|href)="([^"]+)"/g)].map(([, a, b]) => (a ?? b)!),
    blocks,
  };
}

/** The anchor a forge gives a heading. */
export function anchorOf(heading: string): string {
  return heading
    .replace(/[`*_]|\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .replaceAll(" ", "-");
}

/** @returns the rows of every table as their cells' texts, lines of dashes left out */
export function rowsOf(text: string): string[][] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("|") && !/^\|[\s|:-]+\|$/.test(line))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf("|"))
        .split("|")
        .map((cell) => cell.trim()),
    );
}
