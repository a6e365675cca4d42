import { sql } from "drizzle-orm";

/**
 * What says that a user likes a movie, newest signs included: at least half of an episode, or half an hour of it, was
 * watched; or the movie is on the list. Columns: uid, movie_id, at.
 */
export const likes = sql`
  (select uid, movie_id, updated_at as at from progress
    where finished or position_s >= least(0.5 * duration_s, 1800)
  union all
  select uid, movie_id, created_at from favourite)`;
