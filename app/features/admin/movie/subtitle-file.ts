/** The largest subtitle file that is worth sending; the API judges again. */
export const mostSubtitleBytes = 4_000_000;

/** Which episode's subtitles a form is about, and of what state of its title. */
export type AboutSubtitles = { movieId: string; revision: number; index: number };
