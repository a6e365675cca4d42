import type { WordsLike } from "./titles.ts";

/** Every word of every title, searchable for words that resemble a term. */
export type WordList = {
  /** @param text only letters `a` to `z` and digits */
  like: (text: string) => WordsLike;
};

type Word = { word: string; place: number; length: number; trigrams: number };

const mostAround = 4;
const mostNear = 40;
/** Threshold of pg_trgm's `%`, the same that the database is opened with. */
const leastAlike = 0.2;

/** @param rows in the database's order; without `trigrams` for words of only letters `a` to `z` and digits */
export function createWordList(rows: readonly { word: string; trigrams: string[] | null }[]): WordList {
  const words: Word[] = [];
  const byTrigram = new Map<string, Word[]>();
  for (const [place, { word, trigrams }] of rows.entries()) {
    const grams = trigrams ? new Set(trigrams) : trigramsOf(word);
    const entry = { word, place, length: [...word].length, trigrams: grams.size };
    words.push(entry);
    for (const gram of grams) {
      const holders = byTrigram.get(gram);
      if (holders) holders.push(entry);
      else byTrigram.set(gram, [entry]);
    }
  }
  return {
    like: (text) => ({ around: around(words, text), near: near(byTrigram, text) }),
  };
}

function around(words: readonly Word[], text: string): string[] {
  const holds = words.filter(({ word }) => word.includes(text));
  const begins = ({ word }: Word) => (word.startsWith(text) ? 0 : 1);
  holds.sort((a, b) => begins(a) - begins(b) || a.length - b.length || a.place - b.place);
  return holds.slice(0, mostAround).map(({ word }) => word);
}

function near(byTrigram: ReadonlyMap<string, Word[]>, text: string): WordsLike["near"] {
  const grams = trigramsOf(text);
  const shared = new Map<Word, number>();
  for (const gram of grams)
    for (const word of byTrigram.get(gram) ?? []) {
      if (word.length >= text.length - 2 && word.length <= text.length + 4)
        shared.set(word, (shared.get(word) ?? 0) + 1);
    }
  return [...shared]
    .map(([word, count]) => ({ word, alike: count / (word.trigrams + grams.size - count) }))
    .filter(({ alike }) => alike >= leastAlike)
    .sort((a, b) => b.alike - a.alike || a.word.place - b.word.place)
    .slice(0, mostNear)
    .map(({ word: { word }, alike }) => ({ word, alike }));
}

/** Splits a word of letters and digits as pg_trgm does: with two spaces before it and one behind. */
function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)));
}
