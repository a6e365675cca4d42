import { mostSubtitleBytes } from "../../../../contract/ingest/values.ts";
import { invalidField } from "../../kernel/failure.ts";
import { mostCues, readCues, readTimes, type Cue } from "../../playback/media/read-cues.ts";
import { decodeText } from "./decode-text.ts";
import { countDialogues, isAss, readAss } from "./read-ass.ts";

/** Never in real subtitles: a web page with a wrong name, or an attack on the player. */
const pageCode =
  /<\s*(?:\/\s*)?(?:script|iframe|object|embed|img|svg|style|link|meta|html|head|body|form|input|base|video|audio)\b|<[^<>]{0,500}\son[a-z]{3,20}\s*=|javascript:/i;

export type SubtitleFile = {
  /** Ordered by time; text in WebVTT's own markup. */
  cues: Cue[];
  format: "srt" | "vtt" | "ass";
  /** The file's encoding, as the Encoding Standard names it. */
  encoding: string;
};

/**
 * Reads a SubRip, WebVTT or SubStation Alpha file, recognised by its content, not its name. Keeps only markup with a
 * meaning, sorts the cues, and cuts a cue that runs beyond the asset's end.
 * @param language BCP 47 tag of the text
 * @param durationS of the asset; null = unknown, and no cue is beyond it
 * @throws Failure invalid: `key` required (empty), too_big, format (no text, or subtitles as pictures) · `cues`
 *   required (none), too_big (too many) · `cues.<line>` characters (a page's code) · `times.<n>` wrong (the n-th ends
 *   before it begins), too_big (the n-th begins after the asset's end)
 */
export function readSubtitleFile(
  bytes: Uint8Array,
  { language, durationS }: { language: string; durationS: number | null },
): SubtitleFile {
  if (bytes.byteLength === 0) throw invalidField("key", "required");
  if (bytes.byteLength > mostSubtitleBytes) throw invalidField("key", "too_big");
  const decoded = decodeText(bytes, language);
  if (!decoded) throw invalidField("key", "format");
  const { text, encoding } = decoded;
  if (text.trim() === "") throw invalidField("key", "required");
  const code = pageCode.exec(text);
  if (code) throw invalidField(`cues.${lineOf(text, code.index)}`, "characters");
  const format = isAss(text) ? "ass" : /^\uFEFF?WEBVTT(?:\s|$)/.test(text) ? "vtt" : "srt";
  const cues = format === "ass" ? cuesOfAss(text) : cuesOf(text);
  if (cues.length === 0) throw invalidField("cues", "required");
  return { cues: within(cues, durationS), format, encoding };
}

function cuesOf(text: string): Cue[] {
  const times = readTimes(text);
  if (times.length >= mostCues) throw invalidField("cues", "too_big");
  // A cue without duration is a slip and is left out; one that ends before it begins means a broken file.
  checkOrder(times);
  return readCues(text);
}

function cuesOfAss(text: string): Cue[] {
  if (countDialogues(text) >= mostCues) throw invalidField("cues", "too_big");
  const cues = parsed(text);
  checkOrder(cues);
  return cues.filter(({ fromS, toS }) => toS > fromS).toSorted((a, b) => a.fromS - b.fromS);
}

function parsed(text: string): Cue[] {
  try {
    return readAss(text);
  } catch {
    throw invalidField("key", "format");
  }
}

function within(cues: readonly Cue[], durationS: number | null): Cue[] {
  if (durationS === null) return [...cues];
  const late = cues.findIndex(({ fromS }) => fromS >= durationS);
  if (late >= 0) throw invalidField(`times.${late + 1}`, "too_big");
  return cues.map((cue) => ({ ...cue, toS: Math.min(cue.toS, durationS) }));
}

function checkOrder(times: readonly Pick<Cue, "fromS" | "toS">[]): void {
  const backwards = times.findIndex(({ fromS, toS }) => toS < fromS);
  if (backwards >= 0) throw invalidField(`times.${backwards + 1}`, "wrong");
}

const lineOf = (text: string, at: number) => text.slice(0, at).split(/\r\n|\r|\n/).length;
