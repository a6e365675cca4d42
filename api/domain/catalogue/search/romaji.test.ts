import { expect, test } from "vitest";
import { toRomaji } from "wanakana";
import { romajiSpellings } from "./romaji.ts";

const spellings = (...words: (string | [written: string, spoken: string])[]) =>
  romajiSpellings(
    words.map((word) =>
      typeof word === "string" ? { written: word, spoken: word } : { written: word[0], spoken: word[1] },
    ),
    toRomaji,
  );

test.each([
  ["long vowels, written out and left out", ["トウキョウ"], ["toukyou", "tokyo"]],
  ["the long sign of katakana", ["タワー"], ["tawaa", "tawa"]],
  ["Kunrei beside Hepburn", ["チヂミ"], ["chijimi", "tizimi"]],
  ["Kunrei's glides", ["シャシン"], ["shashin", "syasin"]],
  ["doubled consonants", ["マッチャ"], ["matcha", "mattya"]],
  ["n before lips", ["シンブン"], ["shinbun", "shimbun", "sinbun"]],
  ["fu, tsu", ["フツウ"], ["futsuu", "hutuu", "futsu", "hutu"]],
])("%s", (_what, words, expected) => {
  expect(spellings(...words).sort()).toEqual([...expected].sort());
});

test("particles as they are said and as they are spelt, the words apart", () => {
  expect(spellings("キミ", "ノ", "ナ", ["ハ", "ワ"])).toEqual(["kimi no na wa", "kimi no na ha"]);
});

test("nothing to read is no spelling", () => {
  expect(spellings()).toEqual([]);
});
