/** A word of a Japanese text. */
export type ReadWord = {
  /** As it stands in the text. */
  surface: string;
  /** In kana, as it would be spelt: `ハ` also where it is said `wa`. Null = the dictionary does not know. */
  written: string | null;
  /** In kana, with particles as they are said: `ワ`. */
  spoken: string | null;
};

/**
 * How Japanese texts are read, by a dictionary that takes much memory: it is there for as long as `work` lasts. `read`
 * answers a text's words in their order.
 * @throws whatever kept it from reading; the next time may succeed
 */
export type WithReadings = <T>(
  work: (read: (texts: string[]) => Promise<ReadWord[][]>) => Promise<T>,
) => Promise<T>;
