/** The largest subtitle file that is worth sending; the API judges again. */
export const mostSubtitleBytes = 4_000_000;
