/**
 * Largest number of movies in one bulk action (contract/catalogue/admin-movie-models.ts, whose schemas stay out of
 * browsers).
 */
export const mostMoviesAtOnce = 500;
