/** As many titles as one bulk action takes (contract/calls/admin-movie-models.ts, whose schemas stay out of browsers). */
export const mostMoviesAtOnce = 500;
