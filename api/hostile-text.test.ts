import { describe, expect, test } from "vitest";
import { localeOf } from "../contract/locales.ts";
import { filled, growthOf } from "../tests/setup/cost.ts";
import { readMeasured } from "./adapters/ffmpeg-media/tune-ladder.ts";
import { isPublicHost } from "./domain/kernel/public-address.ts";
import { deviceClass } from "./domain/accounts/identity/device-class.ts";
import { guessLanguage } from "./domain/ingest/magnets/guess-language.ts";
import { guessEpisode, guessTitle } from "./domain/ingest/magnets/guess-names.ts";
import { parseMagnet } from "./domain/ingest/magnets/parse-magnet.ts";
import { readMetadata } from "./domain/ingest/magnets/read-metadata.ts";
import { readCues } from "./domain/playback/media/read-cues.ts";
import { readSubtitleFile } from "./domain/ingest/subtitles/read-subtitle-file.ts";
import { pictureFormat } from "./domain/service/files/picture-format.ts";
import { isSafePath } from "./http/media/file-source.ts";
import { decideRanges } from "./http/media/byte-range.ts";
import { evaluatePreconditions } from "./http/media/preconditions.ts";

/** A refusal counts like an answer: this test measures the cost. */
function settle(read: () => unknown): unknown {
  try {
    const read1 = read();
    return read1 instanceof Promise ? read1.catch(() => null) : read1;
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return null;
  }
}

const bytesOf = (text: string) => Buffer.from(text);
const subtitles = (text: string) => readSubtitleFile(bytesOf(text), { language: "en", durationS: 100 });
const line = "00:01.000 --> 00:02.000\n";
const ass = (text: string) =>
  `[Script Info]\n\n[Events]\nFormat: Layer, Start, End, Style, Name, Effect, Text\n${text}`;
const talk = (text: string) => `Dialogue: 0,0:00:01.00,0:00:02.50,Default,,,${text}\n`;
const torrent = (text: string) => readMetadata(bytesOf(text), { infohash: "a".repeat(40) });
const validators = { etag: '"a"', modified: 1 };
const now = new Date();

type Row = [reader: string, piece: string, read: (text: string) => unknown];

/** Readers of untrusted text, each with a piece that, repeated, causes the longest work. */
const rows: Row[] = [
  ...["<", "< ", "<a on", "< onabc ", " on", "</", "[", "\n[Script Info", "[Events] "].map((piece): Row => [
    "subtitles",
    piece,
    (text) => subtitles(`${line}${text}`),
  ]),
  ...[" ", "\t", "\n", "\r\n", "\u2028", "\u00a0", "\uFEFF"].flatMap((piece): Row[] => [
    ["subtitles: a gap", piece, (text) => subtitles(`${text}x`)],
    ["subtitles: a gap in a tag", piece, (text) => subtitles(`<${text}x`)],
    ["subtitles: a gap in a closing tag", piece, (text) => subtitles(`</${text}x`)],
    ["subtitles: a gap in a head", piece, (text) => subtitles(`[Events]${text}x`)],
    ["subtitles: a gap before talk", piece, (text) => subtitles(ass(`${text}x`))],
    ["subtitles: a gap in times", piece, (text) => subtitles(`00:01.000${text}x`)],
  ]),
  ...["[libx264 @ ", "[libx264 @ a", "[libx264 @ a] kb/s:1\n", "[libx264 @ a] SSIM Mean Y:1\n", "1"].map(
    (piece): Row => ["what an encoder printed", piece, (text) => readMeasured(`[libx264 @ ${text}`)],
  ),
  ...["00:01.000 --> ", "1:", "{\\", "{\\an8}", "<i ", "&", "-->", "a\n"].map((piece): Row => [
    "cues",
    piece,
    (text) => readCues(`${line}${text}`),
  ]),
  ...["{", "{\\t(", "{\\p1}m 0 ", "\\", "{\\clip(", ",", "(", "0:", "{}", "\\N"].map((piece): Row => [
    "SubStation Alpha",
    piece,
    (text) => subtitles(ass(talk(text))),
  ]),
  ["SubStation Alpha: lines", talk("{\\t(0,"), (text) => subtitles(ass(text))],
  ["SubStation Alpha: styles", "[V4+ Styles]\nFormat: Name\nStyle: a\n", (text) => subtitles(ass(text))],
  ...["l", "d", "i1e", "d1:a", "1:a", "9", "99999999999:", "d4:infod"].map((piece): Row => [
    "torrent",
    piece,
    torrent,
  ]),
  ["torrent: files", "d6:lengthi1e4:pathl1:aee", (text) => torrent(`d4:infod5:filesl${text}e4:name1:aee`)],
  ["torrent: trackers", "1:a", (text) => torrent(`d13:announce-listll${text}eee`)],
  ...[
    "a",
    "1",
    ".",
    "-",
    " ",
    "(",
    "[",
    "S01E",
    "1x",
    "e1-",
    "a-b.",
    "2020.",
    "1080p.",
    "season ",
    "日",
  ].flatMap((piece): Row[] => [
    ["release name: episode", piece, guessEpisode],
    ["release name: title", piece, guessTitle],
    ["subtitle name", piece, (text) => guessLanguage(`${text}.srt`, [text])],
  ]),
  ...["a&", "tr=udp://a.test&", "xt=urn:btih:a&", "x.pe=[:]:1&", "%", "dn=%ef%b7%ba&"].map((piece): Row => [
    "magnet",
    piece,
    (text) => parseMagnet(`magnet:?${text}`, { allows: isPublicHost }),
  ]),
  ...["%", "a.", ".", "a-", ":"].map((piece): Row => ["host", piece, (text) => isPublicHost(`${text}\n`)]),
  ...["Version/1", "Tizen ", "iPhone ", "Android ", "; wv", "Linux "].map((piece): Row => [
    "User-Agent",
    piece,
    deviceClass,
  ]),
  ["User-Agent", "1", (text) => deviceClass(`Version/${text}`)],
  ...["a,", "en;q=0.1,", ";q=", "zh-", " ", "_", ";"].map((piece): Row => [
    "Accept-Language",
    piece,
    localeOf,
  ]),
  ...["0-0,", " ", "\t", ",", "-", "9", "-1,"].map((piece): Row => [
    "Range",
    piece,
    (text) => decideRanges(`bytes=0-${text}x`, 9),
  ]),
  ...['"a",', '"', " ", "W/", '"a" ', ","].map((piece): Row => [
    "If-None-Match",
    piece,
    (text) => evaluatePreconditions({ "if-none-match": `${text}x` }, validators, now),
  ]),
  ...["/", "../", "a/", ".", "\\"].map((piece): Row => ["path of a file", piece, isSafePath]),
  ...["\xff", "\xff\xe0\0\0", "\xff\xe0\0\x02"].map((piece): Row => [
    "picture",
    piece,
    (text) => pictureFormat(Buffer.from(`\xff\xd8${text}\xff\xd9`, "latin1")),
  ]),
];

describe("what reads a stranger's text takes no longer than the text is long", () => {
  test.each(rows)("%s: %j", async (_reader, piece, read) => {
    const growth = await growthOf((length) => settle(() => read(filled(piece, length))));
    expect(growth).toMatchObject({ isCheap: true });
  });
});
