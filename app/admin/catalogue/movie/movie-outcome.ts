import type { Outcome } from "../../kit/outcome.ts";

/**
 * The result of a write of a movie; for a refused picture, video or subtitle file, with the reason next to its field.
 */
export type MovieOutcome = Outcome & {
  artwork?: { role: string; error: string };
  video?: { index: number; error: string };
  subtitles?: RefusedSubtitles;
};

/** A refused form about an episode's subtitles. */
export type RefusedSubtitles = {
  index: number;
  /** The track it is about; null = a new one. */
  track: string | null;
  field: "file" | "locale" | "seconds";
  error: string;
  /** The typed values; the file must be chosen again. */
  typed: { locale: string; kind: string; label: string; seconds: string };
};
