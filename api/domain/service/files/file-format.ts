/** Bytes that are enough to check a file against its name: two packets of an MPEG transport stream. */
export const headBytes = 384;

type Test = (head: Buffer) => boolean;

const text = (head: Buffer, at: number, length: number) => head.toString("latin1", at, at + length);
const begins =
  (...signatures: string[]): Test =>
  (head) =>
    signatures.some((one) => text(head, 0, one.length) === one);

/** Boxes of ISO 14496-12 that files begin with; old QuickTime files have no `ftyp`. */
const isoBoxes = new Set(["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot", "styp"]);
const iso: Test = (head) => isoBoxes.has(text(head, 4, 4));
/** For a file that ends before the second packet, the first byte has to be enough. */
const sync = (head: Buffer, at: number, packet: number) =>
  head[at] === 0x47 && (head.length <= at + packet || head[at + packet] === 0x47);
const transport: Test = (head) => sync(head, 0, 188) || sync(head, 4, 192);
const riff =
  (kind: string): Test =>
  (head) =>
    text(head, 0, 4) === "RIFF" && text(head, 8, kind.length) === kind;
const matroska = begins("\x1a\x45\xdf\xa3");
const jpeg = begins("\xff\xd8\xff");
/** A tag, or the eleven set bits of a frame. */
const mpegAudio: Test = (head) => begins("ID3")(head) || (head[0] === 0xff && (head[1]! & 0xe0) === 0xe0);
/** Subtitles and tables come in any encoding, so they are recognised by what they don't begin with. */
// prettier-ignore
const binary = [
  iso, matroska, jpeg, transport, riff("WEBP"), riff("AVI "),
  begins("\x89PNG", "GIF8", "\x7fELF", "MZ", "PK\x03\x04", "%PDF", "ID3", "\x1f\x8b", "Rar!", "7z\xbc\xaf"),
];
const plainText: Test = (head) => !binary.some((is) => is(head));

const formats: Record<string, Test> = {
  png: begins("\x89PNG\r\n\x1a\n"),
  jpg: jpeg,
  jpeg,
  webp: riff("WEBP"),
  gif: begins("GIF87a", "GIF89a"),
  avif: (head) => text(head, 4, 4) === "ftyp" && /^(avi[fs]|mi[fa]1)/.test(text(head, 8, 4)),
  mp4: iso,
  m4v: iso,
  mov: iso,
  m4a: iso,
  mkv: matroska,
  webm: matroska,
  avi: riff("AVI "),
  ts: transport,
  mp3: mpegAudio,
  srt: plainText,
  vtt: plainText,
  ass: plainText,
  csv: plainText,
  tsv: plainText,
  txt: plainText,
};

/**
 * Whether a file begins as its name's extension says (`png`, `mkv`). The later reader of the file finds out whether it
 * is complete and valid.
 * @param head its first `headBytes` bytes, or all of a shorter file
 */
export function isOfFormat(head: Buffer, extension: string): boolean {
  return head.length > 0 && (formats[extension]?.(head) ?? false);
}
