import type { OutputOf } from "../../../../contract/index.ts";
import type { Outcome } from "../../kit/outcome.ts";

export type PastedLine = OutputOf<"z/magnet/add">["lines"][number];

/** Id of the message that no file was chosen. */
export const filesErrorId = "magnet-files";

/** A movie that a magnet's files may belong to, or the trailer of one. */
export type FoundMovie = {
  isTrailer: boolean;
  id: string;
  title: string;
  kind: "film" | "series";
  year: number;
  episodes: number;
};

/** The values the choice form was sent with, or its initial values. */
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
  /** Chosen files by their number, and the episode each becomes: its season and its number there. */
  files: Record<string, { season: string; episode: string }>;
  /** Whether the matching subtitle files are added too. */
  subtitles: boolean;
};

/** The result of a write about magnets. */
export type MagnetOutcome = Outcome & {
  /** The pasted lines; `text` is what is left of them in the field. */
  pasted?: { lines: PastedLine[]; text: string; rights: boolean; errors: { text?: string; rights?: string } };
  /** A refused choice, or movies found for it. `errors` by the name of the field. */
  choice?: { typed: TypedChoice; found: FoundMovie[] | null; errors: Record<string, string> };
};
