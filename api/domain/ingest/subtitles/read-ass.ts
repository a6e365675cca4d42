import { parse, type ParsedASS } from "ass-compiler";
import { cleanCue, type Cue } from "../../playback/media/read-cues.ts";

type Dialogue = ParsedASS["events"]["dialogue"][number];
type Style = { Name?: string; Bold?: string; Italic?: string; Underline?: string; Alignment?: string };

const mostLine = 4_000;
const sections = /^\s*\[(?:Script Info|V4\+? Styles|Events)\]/i;
const head = /^\s*(?:\[Script Info\]|\[Events\]\s*$)/i;
const talk = /^\s*Dialogue\s*:/i;
/**
 * Splits first: a multi-line pattern that searches for line starts reads a gap of many lines again from each of them.
 */
const linesOf = (text: string) => text.split(/\r\n|\r|\n/);

/** Whether a text is SubStation Alpha, of either version. */
export function isAss(text: string): boolean {
  return linesOf(text).some((line) => head.test(line));
}

/** Number of dialogue lines in a file, without parsing them. */
export function countDialogues(text: string): number {
  return linesOf(text).filter((line) => talk.test(line)).length;
}

/**
 * The cues of a SubStation Alpha file: text, times, emphasis, and whether a cue is at the top. Drawings, comments and
 * other styling are left out; text that several layers show at once is kept once.
 * @throws if the file is no SubStation Alpha after all
 */
export function readAss(text: string): Cue[] {
  const { styles, events } = parse(plain(text));
  const byName = new Map((styles.style as Style[]).map((style) => [style.Name, style]));
  const cues: Cue[] = [];
  const said = new Set<string>();
  for (const dialogue of events.dialogue) {
    const cue = cueOf(dialogue, byName.get(dialogue.Style?.replace(/^\*/, "")));
    if (!cue) continue;
    const key = `${cue.fromS} ${cue.toS} ${cue.text}`;
    if (!said.has(key)) cues.push(cue);
    said.add(key);
  }
  return cues;
}

/** The parser searches for the end of each brace, and many unclosed ones would take long: they are replaced. */
function plain(text: string): string {
  const lines: string[] = [];
  for (const line of linesOf(text)) {
    if (/^\s*(?:Format|Style)\s*:/i.test(line) || sections.test(line)) lines.push(line.slice(0, mostLine));
    else if (/^\s*\[[^\]]*\]\s*$/.test(line)) lines.push("[Other]");
    else if (talk.test(line)) lines.push(closed(line.slice(0, mostLine)));
  }
  return lines.join("\n");
}

const closed = (line: string) =>
  line
    .replace(/[\u2028\u2029\u0085\v\f]/g, " ")
    .replace(/\{([^{}]*)\}|[{}]/g, (_all, inside?: string) => (inside === undefined ? "" : `{${inside}}`));

function cueOf({ Start, End, Text }: Dialogue, style: Style = {}): Cue | null {
  if (!Number.isFinite(Start) || !Number.isFinite(End) || !Text) return null;
  const on = { b: isOn(style.Bold), i: isOn(style.Italic), u: isOn(style.Underline) };
  let above = /^[789]$/.test(style.Alignment ?? "");
  let text = "";
  for (const part of Text.parsed) {
    for (const tag of part.tags) {
      for (const name of ["b", "i", "u"] as const)
        if (tag[name] !== undefined) on[name] = Number(tag[name]) !== 0;
      if (tag.an !== undefined) above = tag.an >= 7;
      if (tag.r !== undefined) on.b = on.i = on.u = false;
    }
    text += marked(wordsOf(part.text), on);
  }
  const said = cleanCue(text);
  return said === "" ? null : { fromS: Start, toS: End, text: said, place: above ? "line:0" : "" };
}

const isOn = (value: string | undefined) => value !== undefined && Number(value) !== 0;

/** Converts text to WebVTT. A line break in an ASS file is two characters; an empty line would end the cue. */
function wordsOf(raw: string): string {
  return raw
    .replace(/\\N/g, "\n")
    .replace(/\\n/g, " ")
    .replace(/\\h/g, "\u00a0")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

function marked(words: string, on: { b: boolean; i: boolean; u: boolean }): string {
  const names = (["b", "i", "u"] as const).filter((name) => on[name]);
  if (names.length === 0 || words.trim() === "") return words;
  const open = names.map((name) => `<${name}>`).join("");
  const close = names
    .toReversed()
    .map((name) => `</${name}>`)
    .join("");
  return `${open}${words}${close}`;
}
