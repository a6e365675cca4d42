/**
 * Encodings used by files of a language before UTF-8, the likeliest first. Multi-byte encodings come first because they
 * reject foreign text; a single-byte encoding accepts nearly everything.
 */
const legacy: Record<string, readonly string[]> = {
  ar: ["windows-1256"],
  bg: ["windows-1251"],
  cs: ["windows-1250"],
  el: ["windows-1253"],
  fa: ["windows-1256"],
  he: ["windows-1255"],
  hr: ["windows-1250"],
  hu: ["windows-1250"],
  ja: ["shift_jis", "euc-jp"],
  ko: ["euc-kr"],
  pl: ["windows-1250"],
  ro: ["windows-1250"],
  ru: ["windows-1251"],
  th: ["windows-874"],
  tr: ["windows-1254"],
  uk: ["windows-1251"],
  vi: ["windows-1258"],
  zh: ["gb18030", "big5"],
};
const traditional = ["big5", "gb18030"];
/** Bytes read to tell UTF-16 from single-byte text. */
const sampleBytes = 4_096;
/** Control characters that text never contains. Line ends, tabs and the form feed of old files are not among them. */
// eslint-disable-next-line no-control-regex
const unprintable = /[\x00-\x08\x0e-\x1f]/g;

export type DecodedText = {
  text: string;
  /** As the Encoding Standard names it: `utf-8`, `utf-16le`, `windows-1256`. */
  encoding: string;
};

/**
 * Decodes a file of unknown encoding: by its byte order mark, as UTF-16 if every other byte is zero, as UTF-8 if it is
 * well-formed, or else in an older encoding of its language.
 * @param language BCP 47 tag of the text
 * @returns null if it is no text
 */
export function decodeText(bytes: Uint8Array, language: string): DecodedText | null {
  for (const encoding of candidates(bytes, language)) {
    const text = decoded(bytes, encoding);
    if (text === null) continue;
    return isText(text) ? { text, encoding } : null;
  }
  return null;
}

function candidates(bytes: Uint8Array, language: string): readonly string[] {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return ["utf-16le"];
  if (first === 0xfe && second === 0xff) return ["utf-16be"];
  const [even, odd] = emptyBytes(bytes.subarray(0, sampleBytes));
  if (odd > 0.25 && even < 0.02) return ["utf-16le"];
  if (even > 0.25 && odd < 0.02) return ["utf-16be"];
  const [base = "", ...rest] = language.toLowerCase().split("-");
  const hant = base === "zh" && rest.some((part) => ["hant", "tw", "hk", "mo"].includes(part));
  return ["utf-8", ...(hant ? traditional : (legacy[base] ?? [])), "windows-1252"];
}

/** Shares of zero bytes at even and at odd positions. */
function emptyBytes(bytes: Uint8Array): [even: number, odd: number] {
  const found: [number, number] = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) found[at % 2]! += 1;
  const half = Math.max(1, bytes.length / 2);
  return [found[0] / half, found[1] / half];
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** A few control characters come from careless programs; a file that is no text has many. */
function isText(text: string): boolean {
  const odd = text.match(unprintable)?.length ?? 0;
  return !text.includes("\0") && odd <= text.length / 500;
}
