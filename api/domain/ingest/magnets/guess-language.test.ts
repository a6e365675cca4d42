import { expect, test } from "vitest";
import { guessLanguage } from "./guess-language.ts";

const video = "A.Film.2019.1080p";
const said = (path: string, about = [video]) => {
  const { locale, kind, forced } = guessLanguage(path, about);
  return [locale, ...(kind === "captions" ? ["cc"] : []), ...(forced ? ["forced"] : [])].join(" ");
};

test.each([
  // Codes of two and of three letters, including bibliographic ones.
  ["A.Film.2019.1080p.en.srt", "en"],
  ["A.Film.2019.1080p.eng.srt", "en"],
  ["A.Film.2019.1080p.ger.srt", "de"],
  ["A.Film.2019.1080p.chi.srt", "zh"],
  ["A.Film.2019.1080p.fil.srt", "fil"],
  ["A.Film.2019.1080p.jp.srt", "ja"],
  ["A.Film.2019.1080p.en-GROUP.srt", "en"],
  ["a film (2019).it.srt", "it"],
  ["subs/en.srt", "en"],
  // Names, in English and in the language itself.
  ["Subs/A.Film.2019.1080p/2_English.srt", "en"],
  ["A.Film.2019.1080p.GERMAN.srt", "de"],
  ["A.Film.2019.1080p.Español.srt", "es"],
  ["Français/A.Film.2019.1080p.srt", "fr"],
  ["Tiếng Việt.srt", "vi"],
  ["Norsk bokmål.srt", "nb"],
  ["العربية.srt", "ar"],
  ["A.Film.2019.1080p.日本語字幕.ass", "ja"],
  ["한국어.srt", "ko"],
  ["ไทย.srt", "th"],
  ["Farsi.srt", "fa"],
  // Regions and scripts.
  ["A.Film.2019.1080p.pt-BR.srt", "pt-BR"],
  ["Brazilian Portuguese.srt", "pt-BR"],
  ["A.Film.2019.1080p.zh-Hans.srt", "zh-Hans"],
  ["A.Film.2019.1080p.zh-Hant-TW.srt", "zh-Hant"],
  ["A.Film.2019.1080p.zh-TW.srt", "zh-TW"],
  ["A.Film.2019.1080p.chs.srt", "zh-Hans"],
  ["A.Film.2019.1080p.cht.srt", "zh-Hant"],
  ["12_Chinese (Simplified).srt", "zh-Hans"],
  ["繁體中文.srt", "zh-Hant"],
  ["A.Film.2019.1080p.es-419.srt", "es-419"],
  ["Spanish (Latin American).srt", "es-419"],
  ["3_French (Canadian).srt", "fr-CA"],
  ["A.Film.2019.1080p.en_GB.srt", "en-GB"],
  ["A.Film.2019.1080p.sr-Latn.srt", "sr-Latn"],
  // A second language is no region of the first.
  ["A.Film.2019.1080p.en.de.srt", "de"],
  // Other words beside the language.
  ["A.Film.2019.1080p.eng.sdh.srt", "en cc"],
  ["A.Film.2019.1080p.en.cc.srt", "en cc"],
  ["A.Film.2019.1080p.hi.srt", "hi"],
  ["A.Film.2019.1080p.en.hi.srt", "en cc"],
  ["A.Film.2019.1080p.hi.sdh.srt", "hi cc"],
  ["A.Film.2019.1080p.en.forced.srt", "en forced"],
  ["Signs & Songs.ass", "und forced"],
])("%s is %s", (path, expected) => expect(said(path)).toBe(expected));

test.each([
  ["A.Film.2019.1080p.srt", video],
  ["The.Italian.Job.2003.srt", "The.Italian.Job.2003.1080p"],
  ["Forced.Entry.srt", "Forced.Entry.720p"],
  ["A.Film.GERMAN.srt", "A.Film.GERMAN"],
  ["05 - Is it so.srt", "Show.S01E05"],
  ["A.Film.2019.1080p.new.srt", video],
  ["A.Film.2019.1080p.sub.srt", video],
  ["A.Film.2019.1080p.und.srt", video],
  ["A.Film.2019.1080p.xx.srt", video],
  [".srt", ""],
  [`${"a".repeat(5_000)}.srt`, video],
])("%s says nothing of it", (path, name) => expect(said(path, [name])).toBe("und"));

test("words a film's name has are the film's, once", () => {
  expect(said("The Italian Job.Italian.srt", ["The.Italian.Job.2003"])).toBe("it");
});

test("the longest list of a magnet is read within the time of a request", () => {
  const began = performance.now();
  for (let at = 0; at < 2_000; at += 1)
    said(`Subs/Some film/${at}_${"Traditional Chinese of Hong Kong ".repeat(7)}.srt`);
  expect(performance.now() - began).toBeLessThan(2_000);
});
