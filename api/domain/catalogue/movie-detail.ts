import { and, asc, eq, sql } from "drizzle-orm";
import type { Movie, MoviePerson } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { SettingValues } from "../../../contract/service/settings.ts";
import type { Db } from "../../db/client.ts";
import type { MovieCredit } from "../../db/schema/catalogue/catalogue.ts";
import { assets, episodes, movies, movieTexts, seasons } from "../../db/schema.ts";
import type { AgeLimit } from "../kernel/age-limit.ts";
import { Failure } from "../kernel/failure.ts";
import { levelOf } from "./access-level.ts";
import { ageLabel } from "./age-label.ts";
import { cardColumns, cardOf, visibleTo } from "./cards.ts";
import { collectionNames } from "./collections.ts";
import { genresIn, named } from "./genres.ts";
import { pick } from "../kernel/localised.ts";
import { byPlace, inSeasonOf, numberInSeason, seasonsOf } from "./seasons.ts";
import { shortCodeOf } from "./short-code.ts";
import { shownStill } from "./still.ts";

type MovieRequest = { id: string; locale: Locale; ageLimit: AgeLimit } & Pick<
  SettingValues,
  "guestWatching" | "embedSites" | "country"
>;

/** Id of a movie's trailer, once it can be watched. */
const trailer = sql<string | null>`(
  select t.id from movie t where t.trailer_of = movie.id and t.status = 'trailer' and t.has_video)`;

/** Ids of the people of a movie's credits, by their places. */
const personIds = sql<Record<string, string>>`coalesce((
  select jsonb_object_agg(p.place, p.person_id) from movie_person p where p.movie_id = movie.id), '{}')`;

/**
 * One movie that the viewer may see with its episodes in order.
 * @throws Failure not_found
 */
export async function movieDetail(
  db: Db,
  { id, locale, ageLimit, guestWatching, embedSites, country }: MovieRequest,
): Promise<Movie> {
  const [row] = await db
    .select({
      ...cardColumns(locale),
      originalLanguage: movies.originalLanguage,
      publishedAt: movies.publishedAt,
      credits: movies.credits,
      collections: movies.collections,
      embeddable: movies.embeddable,
      ageRatings: movies.ageRatings,
      likes: movies.likes,
      dislikes: movies.dislikes,
      trailer,
      personIds,
    })
    .from(movies)
    .where(and(visibleTo(ageLimit), eq(movies.id, id)))
    .limit(1);
  if (!row) throw new Failure("not_found");
  const [list, names, [original], known, belongsTo] = await Promise.all([
    db
      .select({
        index: episodes.index,
        season: episodes.season,
        number: numberInSeason,
        texts: episodes.texts,
        access: episodes.access,
        stills: episodes.stills,
        durationS: assets.durationS,
        state: assets.state,
      })
      .from(episodes)
      .leftJoin(assets, eq(assets.id, episodes.assetId))
      .where(eq(episodes.movieId, id))
      .orderBy(asc(episodes.index)),
    genresIn(db, locale),
    db
      .select({ title: movieTexts.title })
      .from(movieTexts)
      .where(and(eq(movieTexts.movieId, id), eq(movieTexts.locale, row.originalLanguage)))
      .limit(1),
    row.kind === "series" ? db.select().from(seasons).where(eq(seasons.movieId, id)) : [],
    collectionNames(db, { ids: row.collections, locale }),
  ]);
  const ageRating = ageLabel(row.ageRatings, { country, locale });
  return {
    ...cardOf(row),
    description: row.description,
    originalLanguage: row.originalLanguage,
    publishedAt: row.publishedAt.toISOString(),
    ...(ageRating !== null && { ageRating }),
    shortCode: shortCodeOf(id),
    ...(row.embeddable && embedSites !== null && { embedSites }),
    originalTitle: original?.title ?? row.title,
    genreNames: named(row.genres, names),
    ...(row.kind === "series" && { seasonList: seasonsOf(list, known, locale) }),
    episodeList: list
      .toSorted(byPlace)
      .map(({ index, texts, access, stills, durationS, state, ...place }) => {
        const text = pick(texts, locale);
        return {
          index,
          ...inSeasonOf(row.kind, place),
          title: text?.title ?? "",
          description: text?.description ?? "",
          durationS,
          ready: state === "ready",
          access: levelOf({ episode: access, title: row.access, guestWatching }),
          still: shownStill(id, stills),
        };
      }),
    ...likedOf(row),
    ...(row.trailer !== null && { trailer: row.trailer }),
    ...(belongsTo.length > 0 && { collections: belongsTo }),
    ...(row.credits.length > 0 && { people: peopleOf(row) }),
  };
}

/** Fewer votes than this say little, and could be recognised. */
const fewestVotes = 10;

function likedOf({ likes, dislikes }: { likes: number; dislikes: number }) {
  const votes = likes + dislikes;
  return votes < fewestVotes ? {} : { likedPercent: Math.round((100 * likes) / votes) };
}

function peopleOf({ credits, personIds }: { credits: MovieCredit[]; personIds: Record<string, string> }) {
  return credits.map(({ role, name, part }, place): MoviePerson => {
    const person = { id: personIds[place] ?? null, role, name };
    return part ? { ...person, part } : person;
  });
}
