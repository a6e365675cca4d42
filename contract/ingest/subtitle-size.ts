/** Larger than any real subtitle file, even one that positions every sign of a movie. */
export const mostSubtitleBytes = 4_000_000;
