import { sql } from "drizzle-orm";

/**
 * What says that a user likes a movie, newest signs included: at least half of an episode, or half an hour of it, was
 * watched; or the movie is on the list; or it got a thumb up. A thumb down outweighs them all. Columns: uid, movie_id,
 * at.
 */
export const likes = sql`
  (select uid, movie_id, at from (
    select uid, movie_id, updated_at as at from progress
      where finished or position_s >= least(0.5 * duration_s, 1800)
    union all
    select uid, movie_id, created_at from favourite
    union all
    select uid, movie_id, at from vote where liked) signs
  where not exists (
    select 1 from vote v where v.uid = signs.uid and v.movie_id = signs.movie_id and not v.liked))`;
