/** A word of a Japanese text. */
export type ReadWord = {
  /** The word as written in the text. */
  surface: string;
  /** In kana, by spelling: `ハ` even when it is pronounced `wa`. Null = the dictionary does not know the word. */
  written: string | null;
  /** In kana, with particles as pronounced: `ワ`. */
  spoken: string | null;
};

/**
 * Reads Japanese texts with a dictionary that takes much memory and stays loaded only while `work` runs. `read` returns
 * a text's words in their order.
 * @throws the error that prevented reading; a later attempt may succeed
 */
export type WithReadings = <T>(
  work: (read: (texts: string[]) => Promise<ReadWord[][]>) => Promise<T>,
) => Promise<T>;
