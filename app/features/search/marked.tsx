import { findMatches } from "./find-matches.ts";

/** A text in which the words of a search are marked. */
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
