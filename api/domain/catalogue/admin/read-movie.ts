import { asc, eq, inArray, sql } from "drizzle-orm";
import type {
  AdminEpisode,
  AdminMovie,
  AdminSeason,
} from "../../../../contract/catalogue/admin-movie-models.ts";
import type { Db } from "../../../db/client.ts";
import {
  assets,
  episodes,
  movies,
  movieTexts,
  seasons,
  subtitles,
  type EpisodeStills,
} from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import { byPlace, bySeason } from "../seasons.ts";
import { shownStill } from "../still.ts";

/** @returns a signed URL of an asset for the asking admin */
export type PreviewOf = (assetId: string) => string;

/**
 * One movie with everything that can be changed about it.
 * @throws Failure not_found, also for a deleted movie
 */
export async function readMovie(
  db: Db,
  { id, previewOf = () => "" }: { id: string; previewOf?: PreviewOf },
): Promise<AdminMovie> {
  const [movie] = await db
    .select({ row: movies, now: sql<Date | string>`now()`, trailer: trailerOf })
    .from(movies)
    .where(eq(movies.id, id));
  if (!movie || movie.row.status === "deleted") throw new Failure("not_found");
  const now = new Date(movie.now);
  return movieOf(movie.row, {
    now,
    trailer: movie.trailer,
    texts: await db
      .select()
      .from(movieTexts)
      .where(eq(movieTexts.movieId, id))
      .orderBy(asc(movieTexts.locale)),
    seasons: await db.select().from(seasons).where(eq(seasons.movieId, id)),
    episodes: await readEpisodes(db, { id, previewOf }),
  });
}

/** Whose state also depends on the time. */
const byTime: readonly string[] = ["published"];

/** The trailer of a movie. */
const trailerOf = sql<AdminMovie["trailer"]>`(
  select jsonb_build_object('id', t.id, 'ready', t.has_video) from movie t
  where t.trailer_of = movie.id and t.status = 'trailer')`;

/** A movie from its rows; its texts are ordered by locale. */
export function movieOf(
  row: typeof movies.$inferSelect,
  {
    now,
    trailer = null,
    texts,
    seasons: known = [],
    episodes: list,
  }: {
    now: Date;
    trailer?: AdminMovie["trailer"];
    texts: readonly Pick<typeof movieTexts.$inferSelect, "locale" | "title" | "description">[];
    seasons?: readonly (typeof seasons.$inferSelect)[];
    episodes: AdminEpisode[];
  },
): AdminMovie {
  const { id } = row;
  const scheduled = row.publishedAt > now;
  const ended = row.hideAt !== null && row.hideAt <= now;
  const published = scheduled ? "scheduled" : ended ? "ended" : "published";
  const isDraft = row.status === "draft";
  return {
    id,
    revision: row.revision,
    kind: row.kind,
    state: byTime.includes(row.status) ? published : (row.status as AdminMovie["state"]),
    status: isDraft ? "draft" : "published",
    access: row.access,
    teaserS: row.teaserS,
    year: row.year,
    rating: row.rating,
    originalLanguage: row.originalLanguage,
    genres: row.genres,
    tags: row.tags,
    collections: row.collections,
    credits: row.credits,
    hero: row.hero,
    embeddable: row.embeddable,
    ageRatings: row.ageRatings,
    popularity: row.popularity,
    publishAt: row.everPublished || !isDraft || scheduled ? row.publishedAt.toISOString() : null,
    hideAt: row.hideAt?.toISOString() ?? null,
    premiereOn: row.premiereOn,
    updatedAt: row.updatedAt.toISOString(),
    texts: Object.fromEntries(
      texts.map(({ locale, title, description }) => [locale, { title, description }]),
    ),
    artwork: { path: `/artwork/${id}`, version: row.artworkVersion, colour: row.colour },
    pictures: row.pictures,
    trailer,
    trailerOf: row.trailerOf,
    seasons: row.kind === "series" ? seasonsWith(known, list) : [],
    episodes: list.toSorted(byPlace),
  };
}

/** The seasons that are known, and those that only have episodes. */
function seasonsWith(
  known: readonly (typeof seasons.$inferSelect)[],
  list: readonly AdminEpisode[],
): AdminSeason[] {
  const numbers = new Set([...known, ...list].map(({ season }) => season));
  return [...numbers].sort(bySeason).map((season) => {
    const { texts = {}, year = null } = known.find((one) => one.season === season) ?? {};
    const words = Object.entries(texts).map(([locale, { name = "", ...text }]) => [
      locale,
      { name, ...text },
    ]);
    return { season, texts: Object.fromEntries(words) as AdminSeason["texts"], year };
  });
}

/** An episode from its rows. */
export function episodeOfRow(
  episode: typeof episodes.$inferSelect,
  { asset, subtitles: tracks }: { asset: AdminEpisode["asset"]; subtitles: AdminEpisode["subtitles"] },
): AdminEpisode {
  return {
    index: episode.index,
    season: episode.season,
    number: episode.number ?? episode.index,
    still: adminStill(episode.movieId, episode.stills),
    texts: episode.texts,
    introFromS: episode.introFromS,
    introToS: episode.introToS,
    creditsFromS: episode.creditsFromS,
    chapters: episode.chapters,
    access: episode.access,
    teaserS: episode.teaserS,
    asset,
    subtitles: tracks,
  };
}

async function readEpisodes(
  db: Db,
  { id, previewOf }: { id: string; previewOf: PreviewOf },
): Promise<AdminEpisode[]> {
  const rows = await db
    .select({ episode: episodes, asset: assets })
    .from(episodes)
    .leftJoin(assets, eq(assets.id, episodes.assetId))
    .where(eq(episodes.movieId, id))
    .orderBy(asc(episodes.index));
  const assetIds = rows.flatMap(({ asset }) => asset?.id ?? []);
  const tracks =
    assetIds.length === 0
      ? []
      : await db
          .select()
          .from(subtitles)
          .where(inArray(subtitles.assetId, assetIds))
          .orderBy(asc(subtitles.locale), asc(subtitles.kind));
  return rows.map(({ episode, asset }) =>
    episodeOfRow(episode, {
      asset: asset && {
        id: asset.id,
        state: asset.state,
        durationS: asset.durationS,
        height: asset.height,
        preview: asset.state === "ready" ? previewOf(asset.id) : null,
        sounds: asset.sounds,
      },
      subtitles: tracks
        .filter(({ assetId }) => assetId === asset?.id)
        .map(({ assetId: _asset, path: _path, createdAt: _createdAt, ...track }) => track),
    }),
  );
}

function adminStill(id: string, stills: EpisodeStills | null): AdminEpisode["still"] {
  const shown = shownStill(id, stills);
  return shown && { ...shown, sent: stills?.sent !== undefined };
}

/** A movie for the audit log: one field per text, so that an entry shows only the changed texts. */
export function flatMovie(movie: AdminMovie): Record<string, unknown> {
  const { texts, seasons: parts, episodes: list, ...facts } = movie;
  const { revision: _revision, updatedAt: _updatedAt, state: _state, ...shown } = facts;
  const { trailer: _trailer, trailerOf: _trailerOf, ...rest } = shown;
  const flat: Record<string, unknown> = { ...rest, episodes: list.length };
  if (movie.kind === "series") flat.seasons = parts.map(({ season }) => season);
  for (const season of parts) Object.assign(flat, flatSeason(season));
  for (const [locale, text] of Object.entries(texts)) {
    flat[`texts.${locale}.title`] = text.title;
    flat[`texts.${locale}.description`] = text.description;
  }
  for (const { index, texts: words, asset, subtitles: tracks, access, teaserS, still, ...placed } of list) {
    const { season, number, ...marks } = placed;
    flat[`episode.${index}`] = { ...marks, texts: words, asset: asset?.id ?? null };
    if (movie.kind === "series") flat[`episode.${index}.place`] = placeInWords({ season, number });
    flat[`episode.${index}.still`] = still?.version ?? null;
    flat[`episode.${index}.access`] = access;
    flat[`episode.${index}.teaserS`] = teaserS;
    flat[`episode.${index}.sounds`] = asset?.sounds ?? null;
    for (const { id, label, version, offsetMs, source } of tracks) {
      flat[`episode.${index}.subtitles.${id}`] = label;
      // Only this source can change.
      if (source === "automatic" || source === "checked")
        flat[`episode.${index}.subtitles.${id}.source`] = source;
      flat[`episode.${index}.subtitles.${id}.file`] = version;
      flat[`episode.${index}.subtitles.${id}.offsetMs`] = offsetMs;
    }
  }
  return flat;
}

/** As in `S2E3`. */
const placeInWords = ({ season, number }: { season: number; number: number }) => `S${season}E${number}`;

/** A season's fields by the names of the audit log. */
export function flatSeason({ season, texts, year }: AdminSeason): Record<string, unknown> {
  const flat: Record<string, unknown> = { [`season.${season}.year`]: year };
  for (const [locale, { name, description = "" }] of Object.entries(texts)) {
    flat[`season.${season}.texts.${locale}.name`] = name;
    flat[`season.${season}.texts.${locale}.description`] = description;
  }
  return flat;
}
