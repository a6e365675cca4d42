/** Which episode's subtitles a form is about, and of what state of its title. */
export type AboutSubtitles = { movieId: string; revision: number; index: number };
