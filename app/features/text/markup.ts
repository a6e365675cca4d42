import { safeRedirect } from "../../lib/safe-redirect.ts";

/** A part of a line. There is no raw HTML: anything like a tag is text. */
export type Inline =
  | { kind: "text"; text: string }
  | { kind: "strong" | "em"; parts: Inline[] }
  /** `to` is a path of this site, an anchor, or an http, https or mailto address; nothing else becomes a link. */
  | { kind: "link"; to: string; parts: Inline[] };

export type Block =
  /** `id` is the target for links to it, in any script. */
  | { kind: "heading"; level: 2 | 3; id: string; parts: Inline[] }
  | { kind: "paragraph"; parts: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "rule" };

/** Emphasis in emphasis in a link: no real text needs more, and a hostile text gets no deeper. */
const deepest = 4;
/** Largest number of characters read from a text. */
const longest = 200_000;

/**
 * Reads the markup of text pages, a subset of Markdown: `##` and `###` headings, paragraphs, `-` and `1.` lists, `---`,
 * `**strong**`, `*emphasis*`, `[links](/page/about)`, and `\` before a literal sign. Anything else is text. The result
 * is data that is rendered as elements, so nothing in a text can become code. CommonMark (markdown-it 15.0.3) leaves
 * `**「…」**` between Japanese or Chinese letters as it is; marked 18.2.1 takes seconds for 64 KB of `_a`, and fails on `>`.
 */
export function parseMarkup(source: string): Block[] {
  const blocks: Block[] = [];
  let headings = 0;
  // The open block, which the next line may continue.
  let open: { lines: string[] } | { ordered: boolean; items: string[] } | null = null;
  const close = () => {
    if (open && "lines" in open) blocks.push({ kind: "paragraph", parts: parseInline(open.lines.join(" ")) });
    else if (open)
      blocks.push({
        kind: "list",
        ordered: open.ordered,
        items: open.items.map((item) => parseInline(item)),
      });
    open = null;
  };
  for (const raw of source.slice(0, longest).split(/\r\n?|\n/)) {
    const line = raw.trim();
    const heading = /^(#{2,3})\s+(\S.*)$/.exec(line);
    const item = /^(?:[-*]|(\d{1,3})[.)])\s+(\S.*)$/.exec(line);
    if (line === "") close();
    else if (heading) {
      close();
      headings += 1;
      const level = heading[1]!.length === 2 ? 2 : 3;
      blocks.push({ kind: "heading", level, id: `part-${headings}`, parts: parseInline(heading[2]!) });
    } else if (/^(-{3,}|\*{3,})$/.test(line)) {
      close();
      blocks.push({ kind: "rule" });
    } else if (item) {
      const ordered = item[1] !== undefined;
      if (!open || !("items" in open) || open.ordered !== ordered) {
        close();
        open = { ordered, items: [] };
      }
      open.items.push(item[2]!);
    } else if (open && "items" in open) open.items[open.items.length - 1] += ` ${line}`;
    else if (open) open.lines.push(line);
    else open = { lines: [line] };
  }
  close();
  return blocks;
}

/** The text of a line without its markup: for a table of contents, a title, a description. */
export function plainText(parts: Inline[]): string {
  return parts.map((part) => (part.kind === "text" ? part.text : plainText(part.parts))).join("");
}

function parseInline(line: string, depth = 0): Inline[] {
  if (depth > deepest) return [{ kind: "text", text: line }];
  const parts: Inline[] = [];
  const say = (text: string) => {
    const last = parts.at(-1);
    if (last?.kind === "text") last.text += text;
    else parts.push({ kind: "text", text });
  };
  // A sign without a closing one is searched once: a line of nothing but stars costs no more than any other.
  const alone = new Set<string>();
  let at = 0;
  while (at < line.length) {
    const character = line[at]!;
    if (character === "\\" && /[\\*[\]()#-]/.test(line[at + 1] ?? "")) {
      say(line[at + 1]!);
      at += 2;
      continue;
    }
    const found = character === "[" ? linkAt(line, at, depth, alone) : emphasisAt(line, at, depth, alone);
    if (found) {
      parts.push(found.part);
      at = found.end;
    } else {
      say(character);
      at += 1;
    }
  }
  return parts;
}

type Found = { part: Inline; end: number };

function emphasisAt(line: string, at: number, depth: number, alone: Set<string>): Found | null {
  if (line[at] !== "*") return null;
  const sign = line.startsWith("**", at) ? "**" : "*";
  const begin = at + sign.length;
  if (alone.has(sign) || !/\S/.test(line[begin] ?? "")) return null;
  const end = line.indexOf(sign, begin + 1);
  if (end < 0) {
    alone.add(sign);
    return null;
  }
  const parts = parseInline(line.slice(begin, end), depth + 1);
  return { part: { kind: sign === "**" ? "strong" : "em", parts }, end: end + sign.length };
}

function linkAt(line: string, at: number, depth: number, alone: Set<string>): Found | null {
  if (alone.has("[")) return null;
  // The words of a link have no bracket that opens: each looks no further than the next one.
  const next = line.indexOf("[", at + 1);
  const middle = next < 0 ? line.indexOf("](", at + 2) : line.slice(0, next).indexOf("](", at + 2);
  if (middle < 0 && next >= 0) return null;
  const end = middle < 0 ? -1 : line.indexOf(")", middle + 2);
  if (end < 0) {
    alone.add("[");
    return null;
  }
  const words = line.slice(at + 1, middle);
  const to = addressOf(line.slice(middle + 2, end));
  if (to === null) return null;
  return { part: { kind: "link", to, parts: parseInline(words, depth + 1) }, end: end + 1 };
}

/** @returns the target of a link; null for an unsafe scheme, such as one that would run code */
function addressOf(written: string): string | null {
  if (/^#[\w-]{1,64}$/.test(written)) return written;
  if (written.startsWith("/")) return safeRedirect(written, "") || null;
  if (!/^(https?:\/\/|mailto:)[^\s<>"]{1,500}$/i.test(written) || !URL.canParse(written)) return null;
  const url = new URL(written);
  return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : null;
}
