import type { Outcome } from "../../kit/outcome.ts";

/** What a write of a title has come to; a picture, a film or subtitles that were refused say so beside their field. */
export type MovieOutcome = Outcome & {
  artwork?: { role: string; error: string };
  video?: { index: number; error: string };
  subtitles?: RefusedSubtitles;
};

/** A form about an episode's subtitles that was refused. */
export type RefusedSubtitles = {
  index: number;
  /** The track it is about; null = a new one. */
  track: string | null;
  field: "file" | "locale" | "seconds";
  error: string;
  /** What was typed; a file has to be chosen again. */
  typed: { locale: string; kind: string; label: string; seconds: string };
};
