import { useEffect, useState } from "react";
import type { MovieCard } from "../../../contract/index.ts";

/** Asks for titles; null where the answer did not come or is no longer wanted. */
export type Suggest = (words: string, signal: AbortSignal) => Promise<MovieCard[] | null>;

/** Milliseconds without a key before the server is asked. */
const calmMs = 140;

/**
 * Titles for what is being typed. An answer to older words never replaces one to newer ones: their call is aborted.
 * What was shown stays until there is something newer, so that the list does not flicker.
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
