import { describe, expect, test } from "vitest";
import { Failure } from "../../kernel/failure.ts";
import { readSubtitleFile } from "./read-subtitle-file.ts";

const srt =
  "1\n00:00:01,000 --> 00:00:02,500\nA door opens\n\n2\n00:00:03,000 --> 00:00:04,000\n<i>Who is it?</i>\n";
const vtt = "WEBVTT\n\nSTYLE\n::cue { color: red }\n\n00:01.000 --> 00:02.500 line:0\nA door opens\n";
const ass = (...events: string[]) =>
  [
    "[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]",
    "Format: Name, Fontname, Fontsize, Bold, Italic, Underline, Alignment",
    "Style: Default,Arial,40,0,0,0,2\nStyle: Thought,Arial,40,0,-1,0,2\nStyle: Sign,Arial,40,0,0,0,8",
    "\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text",
    ...events.map((event) => `Dialogue: 0,${event}`),
  ].join("\n");
const at = (text: string, style = "Default", times = "0:00:01.00,0:00:02.50") =>
  `${times},${style},,0,0,0,,${text}`;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (file: string | Uint8Array, { language = "en", durationS = 100 as number | null } = {}) =>
  readSubtitleFile(typeof file === "string" ? bytesOf(file) : file, { language, durationS });
const texts = (file: string | Uint8Array, language?: string) =>
  read(file, language ? { language } : {}).cues.map(({ text }) => text);

describe("what a file is, is told by its content", () => {
  test("SubRip", () => {
    expect(read(srt)).toEqual({
      format: "srt",
      encoding: "utf-8",
      cues: [
        { fromS: 1, toS: 2.5, text: "A door opens", place: "" },
        { fromS: 3, toS: 4, text: "<i>Who is it?</i>", place: "" },
      ],
    });
  });

  test("WebVTT, of which styles are left out", () => {
    expect(read(vtt)).toMatchObject({
      format: "vtt",
      cues: [{ fromS: 1, toS: 2.5, text: "A door opens", place: "line:0" }],
    });
  });

  test("SubStation Alpha: stress, line breaks and the top of the picture are kept, drawings and comments are not", () => {
    const { format, cues } = read(
      ass(
        at("A {\\b1}door{\\b0}\\Nopens, {note to self}slowly"),
        at("It was him", "Thought"),
        at("{\\an8}Tea < Room & Co"),
        at("Platform 9", "Sign"),
        at("{\\p1}m 0 0 l 100 0 100 100{\\p0}"),
        at("{\\fad(200,200)\\pos(400,570)}"),
      ),
    );
    expect(format).toBe("ass");
    expect(cues).toEqual([
      { fromS: 1, toS: 2.5, text: "A <b>door</b>\nopens, slowly", place: "" },
      { fromS: 1, toS: 2.5, text: "<i>It was him</i>", place: "" },
      { fromS: 1, toS: 2.5, text: "Tea &lt; Room &amp; Co", place: "line:0" },
      { fromS: 1, toS: 2.5, text: "Platform 9", place: "line:0" },
    ]);
  });

  test("what several layers say at once is said once, and what comes late in the file stands where it belongs", () => {
    const late = at("First", "Default", "0:00:00.10,0:00:00.90");
    expect(texts(ass(at("Fire"), at("{\\blur4}Fire"), late))).toEqual(["First", "Fire"]);
  });
});

describe("how it is written", () => {
  const utf16 = (text: string, littleEndian: boolean, mark = true) => {
    const view = new DataView(new ArrayBuffer((text.length + (mark ? 1 : 0)) * 2));
    [...(mark ? "\uFEFF" : ""), ...text].forEach((sign, at) =>
      view.setUint16(at * 2, sign.charCodeAt(0), littleEndian),
    );
    return new Uint8Array(view.buffer);
  };
  const line = (...words: number[]) =>
    Uint8Array.from([...bytesOf("1\n00:00:01,000 --> 00:00:02,000\n"), ...words, 0x0a]);

  test.each([
    ["UTF-8 with its mark", bytesOf(`\uFEFF${srt}`), "en", "utf-8", "A door opens"],
    ["UTF-16, little end first", utf16(srt, true), "en", "utf-16le", "A door opens"],
    ["UTF-16, big end first", utf16(srt, false), "en", "utf-16be", "A door opens"],
    ["UTF-16 without a mark", utf16(srt, true, false), "en", "utf-16le", "A door opens"],
    ["German of the nineties", line(0x54, 0xfc, 0x72), "de", "windows-1252", "Tür"],
    ["Arabic", line(0xc8, 0xc7, 0xc8), "ar", "windows-1256", "باب"],
    ["Japanese", line(0x94, 0xe0), "ja", "shift_jis", "扉"],
    ["Korean", line(0xb9, 0xae), "ko", "euc-kr", "문"],
    ["Thai", line(0xbb, 0xc3, 0xd0, 0xb5, 0xd9), "th", "windows-874", "ประตู"],
    ["Turkish", line(0x6b, 0x61, 0x70, 0xfd), "tr", "windows-1254", "kapı"],
    ["Chinese", line(0xc3, 0xc5), "zh-Hans", "gb18030", "门"],
    ["Chinese in its long form", line(0xaa, 0xf9), "zh-Hant", "big5", "門"],
  ])("%s", (_what, bytes, language, encoding, first) => {
    const file = read(bytes, { language });
    expect([file.encoding, file.cues[0]?.text]).toEqual([encoding, first]);
  });
});

describe("what is no subtitles says why", () => {
  const why = (file: string | Uint8Array, durationS: number | null = 100) => {
    try {
      read(file, { durationS });
      return "taken";
    } catch (error) {
      const [issue] = (error as Failure).issues;
      return `${issue?.field} ${issue?.reason}`;
    }
  };
  const many = (count: number) =>
    Array.from({ length: count }, () => "00:01.000 --> 00:02.000\nla\n").join("\n");

  test.each([
    ["nothing", "", "key required"],
    ["empty lines", "\n \r\n\uFEFF", "key required"],
    [
      "a picture",
      Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]),
      "key format",
    ],
    ["noise", Uint8Array.from({ length: 4096 }, (_, at) => (at * 197 + 13) % 256), "key format"],
    ["too much", new Uint8Array(4_000_000 + 1).fill(0x20), "key too_big"],
    ["a letter", "Dear Sir or Madam,\n\nplease find enclosed …", "cues required"],
    ["a playlist", "#EXTM3U\n#EXTINF:2,\nhttp://127.0.0.1/a.ts\n", "cues required"],
    ["a head without cues", "WEBVTT\n\nNOTE nothing yet\n", "cues required"],
    ["an ASS file without talk", ass(), "cues required"],
    ["an ASS file of drawings", ass(at("{\\p1}m 0 0 l 9 9")), "cues required"],
    ["a page", "<!doctype html><html><body>00:01.000 --> 00:02.000</body></html>", "cues.1 characters"],
    ["a script", srt.replace("A door", "A <script>alert(1)</script>door"), "cues.3 characters"],
    ["a handler", srt.replace("<i>", '<i onclick="alert(1)">'), "cues.7 characters"],
    ["a script in an ASS file", ass(at("<img src=x onerror=alert(1)>")), "cues.12 characters"],
    ["times that run backwards", srt.replace("00:00:04,000", "00:00:02,000"), "times.2 wrong"],
    ["ASS that runs backwards", ass(at("No", "Default", "0:00:09.00,0:00:02.00")), "times.1 wrong"],
    [
      "a piece behind the end",
      srt.replaceAll("00:00:03", "00:01:40").replace("00:00:04", "00:01:44"),
      "times.2 too_big",
    ],
    ["a song of 20,000 pieces", `WEBVTT\n\n${many(20_000)}`, "cues too_big"],
    ["as many in ASS", ass(...Array.from({ length: 20_000 }, () => at("la"))), "cues too_big"],
  ])("%s", (_what, file, reason) => expect(why(file)).toBe(reason));

  test("in a film of unknown length no cue lies behind the end", () => {
    expect(why(srt, null)).toBe("taken");
    expect(why(srt, 2)).toBe("times.2 too_big");
  });
});

test("markup that WebVTT has not is taken out, and what would be another tag or cue is made plain", () => {
  const odd = srt.replace(
    "A door opens",
    '<font color="red">A</font> {\\an8}{\\pos(1,2)}door --> <c.x>3 < 4 & 5</c.x> opens',
  );
  expect(read(odd).cues[0]).toMatchObject({ text: "A door → 3 &lt; 4 &amp; 5 opens", place: "line:0" });
});

test("a piece that runs beyond the end is cut there, and one that lasts no time is left out", () => {
  expect(read(srt, { durationS: 3.5 }).cues[1]).toMatchObject({ fromS: 3, toS: 3.5 });
  expect(texts(srt.replace("00:00:02,500", "00:00:01,000"))).toEqual(["<i>Who is it?</i>"]);
});

test("files made to take long do not", () => {
  const began = performance.now();
  const big = 4_000_000 - 2_000;
  const hostile = [
    ass(at("{".repeat(big))),
    ass(...Array.from({ length: 1_000 }, () => at("{".repeat(3_900)))),
    ass(...Array.from({ length: 1_000 }, () => at(`{${"\\t(".repeat(1_200)}}a`))),
    ass(at(`{\\t(${" ".repeat(3_000)}}a\u2028{\\pos(1\u2028)}b`)),
    `[Script Info]\n${" ".repeat(big)}x`,
    `${"<".repeat(big)}`,
    `${"1:".repeat(big / 2)}`,
    `${"\n".repeat(big)}`,
    `00:01.000 --> 00:02.000\n${"<i ".repeat(big / 3)}`,
    `00:01.000 --> 00:02.000\n${"{\\".repeat(big / 2)}`,
  ];
  for (const file of hostile) {
    try {
      read(file);
    } catch (error) {
      expect(error).toBeInstanceOf(Failure);
    }
  }
  expect((performance.now() - began) / hostile.length).toBeLessThan(1_500);
});
