/** A part of a text; `match` if it matches the search. */
export type Part = { text: string; match: boolean };

const single: Record<string, string> = {
  ß: "ss",
  ø: "o",
  đ: "d",
  ı: "i",
  ł: "l",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ٱ: "ا",
  ى: "ي",
  ی: "ي",
  ئ: "ي",
  ة: "ه",
  ؤ: "و",
  ک: "ك",
  ـ: "",
};
const wordCharacter = /[\p{L}\p{N}]/u;
/** Scripts written without spaces, where a match may begin anywhere. */
const unspaced = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** A character as the search compares it: without case, accents, width, or the difference of the two kana. */
function foldCharacter(character: string): string {
  const bare = character
    .normalize("NFKC")
    .normalize("NFD")
    // The voiced-sound marks of kana make a different letter; other marks don't.
    .replaceAll(/(?![\u3099\u309a])\p{M}/gu, "")
    .normalize("NFC")
    .toLowerCase();
  return [...bare]
    .map(
      (one) =>
        single[one] ?? (/[\u30a1-\u30f6]/.test(one) ? String.fromCharCode(one.charCodeAt(0) - 0x60) : one),
    )
    .join("");
}

/**
 * Splits a text where it matches the words of a search, as loosely as the search itself: a match begins at a word's
 * start, and only without any such match, inside a word.
 */
export function findMatches(text: string, words: string): Part[] {
  const folded: { at: number; letter: string }[] = [];
  let at = 0;
  for (const character of text) {
    for (const letter of foldCharacter(character)) folded.push({ at, letter });
    at += character.length;
  }
  const letters = folded.map(({ letter }) => letter);
  const terms = [...words]
    .map(foldCharacter)
    .join("")
    .replaceAll("'", "")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean);
  const marked = new Array<boolean>(letters.length).fill(false);
  for (const term of terms) {
    const wanted = [...term];
    const places = letters.flatMap((_, place) =>
      wanted.every((letter, offset) => letters[place + offset] === letter) ? [place] : [],
    );
    const begins = places.filter(
      (place) => unspaced.test(wanted[0]!) || place === 0 || !wordCharacter.test(letters[place - 1]!),
    );
    for (const place of begins.length > 0 ? begins : places) marked.fill(true, place, place + wanted.length);
  }
  return partsOf(text, new Set(folded.filter((_, place) => marked[place]).map((one) => one.at)));
}

function partsOf(text: string, matching: Set<number>): Part[] {
  const parts: Part[] = [];
  let at = 0;
  let match = false;
  for (const character of text) {
    // A combining mark belongs to the letter before it.
    if (!/^\p{M}/u.test(character)) match = matching.has(at);
    const last = parts.at(-1);
    if (last?.match === match) last.text += character;
    else parts.push({ text: character, match });
    at += character.length;
  }
  return parts;
}
