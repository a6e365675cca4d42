/** The episode whose subtitles a form changes, and the revision of its movie. */
export type AboutSubtitles = { movieId: string; revision: number; index: number };
