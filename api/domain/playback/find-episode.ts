import { and, eq, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../db/client.ts";
import { keptQuery, type Slot } from "../../db/kept-query.ts";
import { assets, episodes, movies } from "../../db/schema.ts";
import { isRated, published } from "../catalogue/cards.ts";

/** A trailer is public with the title that it belongs to. */
const isPublic = sql`(${published} or movie.status = 'trailer' and exists (
  select 1 from movie title where title.id = movie.trailer_of and title.status = 'published'
    and title.published_at <= now() and (title.hide_at is null or title.hide_at > now())))`;

/** A fact of the title; for a trailer, of the title that it belongs to. */
function ofTitle<T>(own: SQL, other: SQL): SQL<T> {
  return sql<T>`case when movie.status = 'trailer'
    then (select ${other} from movie title where title.id = movie.trailer_of) else ${own} end`;
}

/** An episode that is published, or a trailer, with its asset and the one after it. */
export async function findEpisode(db: Db, { id, index }: { id: string; index: number }) {
  const [row] = await episodeRows(db, { id, index });
  return row;
}

const episodeRows = keptQuery((db, slot: Slot<{ id: string; index: number }>) => {
  const [id, index] = [slot("id"), slot("index")];
  const following = alias(episodes, "following");
  const followingAsset = alias(assets, "following_asset");
  return (
    db
      .select({
        access: episodes.access,
        teaserS: episodes.teaserS,
        movieAccess: movies.access,
        movieTeaserS: movies.teaserS,
        originalLanguage: movies.originalLanguage,
        artworkVersion: movies.artworkVersion,
        assetId: assets.id,
        state: assets.state,
        durationS: assets.durationS,
        readyAt: assets.readyAt,
        facts: assets.facts,
        sounds: assets.sounds,
        added: assets.added,
        introFromS: episodes.introFromS,
        introToS: episodes.introToS,
        creditsFromS: episodes.creditsFromS,
        chapters: episodes.chapters,
        kind: movies.kind,
        isTrailer: sql<boolean>`${movies.status} = 'trailer'`,
        rating: ofTitle<number>(sql`movie.rating`, sql`title.rating`),
        isRated: ofTitle<boolean>(isRated, sql`title.rating > 0 or title.age_ratings <> '{}'`),
        nextIndex: following.index,
        nextSeason: following.season,
        nextNumber: sql<number | null>`coalesce(${following.number}, ${following.index})`,
        nextTexts: following.texts,
        nextStills: following.stills,
        nextState: followingAsset.state,
        nextAccess: following.access,
      })
      .from(episodes)
      .innerJoin(movies, eq(movies.id, episodes.movieId))
      .leftJoin(assets, eq(assets.id, episodes.assetId))
      // The seasons go on into each other, the specials only into specials.
      .leftJoin(
        following,
        and(
          eq(following.movieId, id),
          eq(
            following.index,
            sql`(select min(later.index) from episode later where later.movie_id = ${id}
            and later.index > ${index} and (later.season = 0) = (${episodes.season} = 0))`,
          ),
        ),
      )
      .leftJoin(followingAsset, eq(followingAsset.id, following.assetId))
      .where(and(isPublic, eq(episodes.movieId, id), eq(episodes.index, index)))
      .limit(1)
  );
});

export type EpisodeRow = NonNullable<Awaited<ReturnType<typeof findEpisode>>>;
