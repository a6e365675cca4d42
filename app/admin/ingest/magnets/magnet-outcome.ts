import type { OutputOf } from "../../../../contract/index.ts";
import type { Outcome } from "../../kit/outcome.ts";

export type PastedLine = OutputOf<"z/magnet/add">["lines"][number];

/** A title that may be the one a magnet's files belong to. */
export type FoundTitle = {
  id: string;
  title: string;
  kind: "film" | "series";
  year: number;
  episodes: number;
};

/** What the form of a choice was sent with, or begins with. */
export type TypedChoice = {
  target: "new" | "existing";
  title: string;
  originalLanguage: string;
  movieKind: string;
  access: string;
  year: string;
  rating: string;
  q: string;
  movie: string;
  /** Chosen files by their number, and the episode each becomes. */
  files: Record<string, string>;
  /** Whether the subtitles beside them come along. */
  subtitles: boolean;
};

/** What a write about magnets has come to. */
export type MagnetOutcome = Outcome & {
  /** What was pasted; `text` is what is left of it in the field. */
  pasted?: { lines: PastedLine[]; text: string; rights: boolean; errors: { text?: string; rights?: string } };
  /** A choice that was refused, or titles found for it. `errors` by the name of the field. */
  choice?: { typed: TypedChoice; found: FoundTitle[] | null; errors: Record<string, string> };
};
