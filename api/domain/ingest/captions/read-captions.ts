import { mostSubtitleBytes } from "../../../../contract/ingest/values.ts";
import { mostCues, readCues, type Cue } from "../../playback/media/read-cues.ts";

/** What programs write where nothing is said, such as `[BLANK_AUDIO]`, `(music)` or `♪`. */
const noSpeech = /^(?:[[(*♪][^\])*]{0,60}[\])*♪]?|[♪\s.…-]+)$/u;

/** Programs write a sentence or two at a time; more than this would cover the picture. */
const longest = 500;

export type ReadCaptions = { cues: Cue[] } | { problem: "garbled" | "silent" | "too_large" };

/**
 * Reads what a program wrote as captions: as text of strangers, because a film can say anything. Markup that WebVTT does
 * not have is taken out, long texts and cues beyond the video's end are cut, and what tells of no speech is left out.
 */
export function readCaptions(bytes: Uint8Array, { durationS }: { durationS: number | null }): ReadCaptions {
  if (bytes.byteLength > mostSubtitleBytes) return { problem: "too_large" };
  const text = textOf(bytes);
  if (text === null || !/^\uFEFF?WEBVTT(?:\s|$)/.test(text)) return { problem: "garbled" };
  const found = readCues(text);
  if (found.length >= mostCues) return { problem: "too_large" };
  const end = durationS ?? Infinity;
  const cues = found
    .filter(({ fromS, text: words }) => fromS < end && !noSpeech.test(words))
    .map((cue) => ({ ...cue, toS: Math.min(cue.toS, end), text: short(cue.text) }));
  return cues.length > 0 ? { cues } : { problem: "silent" };
}

/** At most so many characters, cut between words where it can be; what may be half a tag or sign is left out. */
function short(text: string): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest);
  const space = cut.lastIndexOf(" ");
  const kept = space > longest / 2 ? cut.slice(0, space) : cut;
  const tag = kept.lastIndexOf("<");
  const entity = kept.lastIndexOf("&");
  if (tag > kept.lastIndexOf(">")) return kept.slice(0, tag);
  if (entity > kept.lastIndexOf(";")) return kept.slice(0, entity);
  return kept.replace(/[\uD800-\uDBFF]$/, "");
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
