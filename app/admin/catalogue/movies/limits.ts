/** As many titles as one bulk action takes (contract/catalogue/admin-movie-models.ts, whose schemas stay out of browsers). */
export const mostMoviesAtOnce = 500;
