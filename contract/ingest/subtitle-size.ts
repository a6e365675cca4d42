/** The largest subtitles there are, with every sign of a film set in place, are below it. */
export const mostSubtitleBytes = 4_000_000;
