/**
 * One subtitle cue: times in seconds, and text in WebVTT's own markup. `place`: cue settings, as `line:0 align:start`.
 */
export type Cue = { fromS: number; toS: number; text: string; place: string };

/** Two hours of dialogue have less than 3,000 cues; a file with more than this is no subtitles. */
export const mostCues = 20_000;
const mostText = 2_000;
const time = String.raw`(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)[.,](\d{1,3})`;
const timing = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(.*)$`);
/** Markup that expresses meaning or speech is kept; styling is left to the viewer. */
const kept = /^\/?(?:i|b|u|ruby|rt|v|lang)(?:[ .][^<>&]*)?$/;
const places = /^(?:line|position|align|size|vertical):[A-Za-z0-9%.,-]+$/;

/**
 * Reads the cues of a WebVTT or SubRip file, leniently because sources vary: any line ends, a byte order mark, with or
 * without hours, commas or points. Styles, regions, notes and invalid cues are left out.
 * @returns ordered by start; none for text that is no subtitles
 */
export function readCues(text: string): Cue[] {
  const cues: Cue[] = [];
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  for (let at = 0; at < lines.length && cues.length < mostCues; at += 1) {
    const found = timing.exec(lines[at]!);
    if (!found) continue;
    const [fromS, toS] = [secondsOf(found.slice(1, 5)), secondsOf(found.slice(5, 9))];
    const words: string[] = [];
    while (at + 1 < lines.length && lines[at + 1]!.trim() !== "") words.push(lines[(at += 1)]!);
    const raw = words.join("\n");
    // SubRip marks "at the top" with a tag of another format.
    const above = /\{\\an[789]\}/.test(raw);
    const said = cleanCue(raw);
    if (!(toS > fromS) || said === "") continue;
    const settings = found[9]!.split(/\s+/).filter((setting) => places.test(setting));
    cues.push({ fromS, toS, text: said, place: above ? "line:0" : settings.join(" ") });
  }
  return cues.sort((a, b) => a.fromS - b.fromS);
}

/** The times of each cue of a WebVTT or SubRip file, in the file's order, including invalid cues. */
export function readTimes(text: string): { fromS: number; toS: number }[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const found = timing.exec(line);
    return found ? { fromS: secondsOf(found.slice(1, 5)), toS: secondsOf(found.slice(5, 9)) } : [];
  });
}

/** Writes the cues as a WebVTT file. In HLS too, its times count from the asset's beginning (RFC 8216, 3.5). */
export function writeCues(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ fromS, toS, text, place }) =>
      `${clock(fromS)} --> ${clock(toS)}${place ? ` ${place}` : ""}\n${text}\n`,
  );
  return `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n${blocks.join("\n")}`;
}

/**
 * Shifts all cues later or (negative) earlier. A cue is cut at the asset's beginning and end, and left out if nothing
 * remains.
 */
export function shiftCues(
  cues: readonly Cue[],
  { byMs, durationS }: { byMs: number; durationS: number | null },
): Cue[] {
  if (byMs === 0) return [...cues];
  const end = durationS ?? Infinity;
  return cues
    .map((cue) => ({
      ...cue,
      fromS: Math.max(0, cue.fromS + byMs / 1000),
      toS: Math.min(end, cue.toS + byMs / 1000),
    }))
    .filter(({ fromS, toS }) => toS > fromS);
}

function secondsOf([hours, minutes, seconds, fraction]: (string | undefined)[]): number {
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction ?? 0}`);
}

/** A cue's text with only the markup that expresses meaning or speech; empty if nothing remains. */
export function cleanCue(raw: string): string {
  return (
    raw
      .slice(0, mostText)
      .replace(/\{\\[^}]*\}/g, "")
      .replace(/<([^<>]*)>/g, (tag, inside: string) => (kept.test(inside.trim()) ? tag : ""))
      // An arrow would start another cue, and a leftover bracket a tag.
      .replaceAll("-->", "→")
      .replace(/<(?![/a-z])/gi, "&lt;")
      .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm|#\d+|#x[0-9a-f]+);)/gi, "&amp;")
      // eslint-disable-next-line no-control-regex
      .replace(/[\x00-\x09\x0b-\x1f]/g, " ")
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean)
      .join("\n")
  );
}

function clock(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, digits = 2) => `${Math.floor(value)}`.padStart(digits, "0");
  return `${part(ms / 3_600_000)}:${part((ms / 60_000) % 60)}:${part((ms / 1000) % 60)}.${part(ms % 1000, 3)}`;
}
