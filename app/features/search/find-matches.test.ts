import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findMatches } from "./find-matches.ts";

const marked = (text: string, words: string) =>
  findMatches(text, words)
    .map((part) => (part.match ? `[${part.text}]` : part.text))
    .join("");

describe("findMatches", () => {
  it.each([
    ["The Cinema Ghost", "ghost", "The Cinema [Ghost]"],
    ["The Cinema Ghost", "GHOST cin", "The [Cin]ema [Ghost]"],
    ["Bóng ma rạp chiếu phim", "bong rap", "[Bóng] ma [rạp] chiếu phim"],
    ["Đêm khuya", "dem", "[Đêm] khuya"],
    ["Größe des Flusses", "grosse", "[Größe] des Flusses"],
    ["映画館の幽霊", "幽霊", "映画館の[幽霊]"],
    ["ホテル さくら", "ほてる", "[ホテル] さくら"],
    ["ガラス", "カラス", "ガラス"],
    ["أحلام النهر", "احلام", "[أحلام] النهر"],
    ["The host of ghosts", "host", "The [host] of ghosts"],
    ["Ghosts", "host", "G[host]s"],
    ["ＧＨＯＳＴ", "ghost", "[ＧＨＯＳＴ]"],
    ["실버", "시", "실버"],
    ["Cafe\u0301 Noir", "café", "[Cafe\u0301] Noir"],
    ["a.b", ".", "a.b"],
    ["Ghost", "", "Ghost"],
  ])("%s, for %s", (text, words, expected) => {
    expect(marked(text, words)).toBe(expected);
  });

  it("never changes the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (text, words) => {
        expect(
          findMatches(text, words)
            .map((part) => part.text)
            .join(""),
        ).toBe([...text].join(""));
      }),
    );
  });
});
