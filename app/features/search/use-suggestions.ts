import { useEffect, useState } from "react";
import type { MovieCard } from "../../../contract/index.ts";

/** Requests movies; null if the answer failed or was aborted. */
export type Suggest = (words: string, signal: AbortSignal) => Promise<MovieCard[] | null>;

/** Milliseconds without a key before the server is asked. */
const calmMs = 140;

/**
 * Movies for the words being typed. An answer to older words never replaces one to newer ones: their call is aborted.
 * The old list stays until there is a newer one, so that it does not flicker.
 */
export function useSuggestions(words: string, suggest: Suggest): { items: MovieCard[]; words: string } {
  const [shown, setShown] = useState<{ items: MovieCard[]; words: string }>({ items: [], words: "" });
  useEffect(() => {
    const wanted = words.trim();
    if (wanted === "") return setShown({ items: [], words: "" });
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void suggest(wanted, stop.signal).then((items) => {
        if (items && !stop.signal.aborted) setShown({ items, words: wanted });
      });
    }, calmMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [words, suggest]);
  return shown;
}
