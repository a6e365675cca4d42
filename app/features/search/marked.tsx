import { findMatches } from "./find-matches.ts";

/** A text with the words that were searched for marked in it. */
export function Marked({ text, words }: { text: string; words: string | undefined }) {
  if (!words) return <>{text}</>;
  return (
    <>
      {findMatches(text, words).map((part, place) =>
        part.match ? (
          <mark key={place} className="search-mark">
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
    </>
  );
}
