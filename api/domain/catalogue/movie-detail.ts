import { and, asc, eq, sql } from "drizzle-orm";
import type { Movie, MoviePerson } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import type { MovieCredit } from "../../db/schema/catalogue/catalogue.ts";
import { assets, episodes, movies, movieTexts } from "../../db/schema.ts";
import { Failure } from "../kernel/failure.ts";
import { levelOf } from "./access-level.ts";
import { cardColumns, cardOf, published } from "./cards.ts";
import { genresIn, named } from "./genres.ts";
import { pick } from "../kernel/localised.ts";
import { shownStill } from "./still.ts";

/**
 * One published movie with its episodes in order.
 * @throws Failure not_found
 */
export async function movieDetail(
  db: Db,
  { id, locale, guestWatching }: { id: string; locale: Locale; guestWatching: boolean },
): Promise<Movie> {
  const [row] = await db
    .select({
      ...cardColumns(locale),
      originalLanguage: movies.originalLanguage,
      publishedAt: movies.publishedAt,
      credits: movies.credits,
      likes: movies.likes,
      dislikes: movies.dislikes,
      personIds: sql<Record<string, string>>`coalesce((
        select jsonb_object_agg(p.place, p.person_id) from movie_person p where p.movie_id = movie.id), '{}')`,
    })
    .from(movies)
    .where(and(published, eq(movies.id, id)))
    .limit(1);
  if (!row) throw new Failure("not_found");
  const [list, names, [original]] = await Promise.all([
    db
      .select({
        index: episodes.index,
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
  ]);
  return {
    ...cardOf(row),
    description: row.description,
    originalLanguage: row.originalLanguage,
    publishedAt: row.publishedAt.toISOString(),
    originalTitle: original?.title ?? row.title,
    genreNames: named(row.genres, names),
    episodeList: list.map(({ index, texts, access, stills, durationS, state }) => {
      const text = pick(texts, locale);
      return {
        index,
        title: text?.title ?? "",
        description: text?.description ?? "",
        durationS,
        ready: state === "ready",
        access: levelOf({ episode: access, title: row.access, guestWatching }),
        still: shownStill(id, stills),
      };
    }),
    ...likedOf(row),
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
