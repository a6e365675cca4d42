import { asc, eq, inArray, sql } from "drizzle-orm";
import type { AdminEpisode, AdminMovie } from "../../../../contract/catalogue/admin-movie-models.ts";
import type { Db } from "../../../db/client.ts";
import { assets, episodes, movies, movieTexts, subtitles, type EpisodeStills } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
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
    .select({ row: movies, now: sql<Date | string>`now()` })
    .from(movies)
    .where(eq(movies.id, id));
  if (!movie || movie.row.status === "deleted") throw new Failure("not_found");
  const now = new Date(movie.now);
  return movieOf(movie.row, {
    now,
    texts: await db
      .select()
      .from(movieTexts)
      .where(eq(movieTexts.movieId, id))
      .orderBy(asc(movieTexts.locale)),
    episodes: await readEpisodes(db, { id, previewOf }),
  });
}

/** A movie from its rows; its texts are ordered by locale. */
export function movieOf(
  row: typeof movies.$inferSelect,
  {
    now,
    texts,
    episodes: list,
  }: {
    now: Date;
    texts: readonly Pick<typeof movieTexts.$inferSelect, "locale" | "title" | "description">[];
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
    state: row.status === "draft" || row.status === "waiting" ? row.status : published,
    status: isDraft ? "draft" : "published",
    access: row.access,
    teaserS: row.teaserS,
    year: row.year,
    rating: row.rating,
    originalLanguage: row.originalLanguage,
    genres: row.genres,
    tags: row.tags,
    credits: row.credits,
    hero: row.hero,
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
    episodes: list,
  };
}

/** An episode from its rows. */
export function episodeOfRow(
  episode: typeof episodes.$inferSelect,
  { asset, subtitles: tracks }: { asset: AdminEpisode["asset"]; subtitles: AdminEpisode["subtitles"] },
): AdminEpisode {
  return {
    index: episode.index,
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
  const { texts, episodes: list, revision: _revision, updatedAt: _updatedAt, state: _state, ...rest } = movie;
  const flat: Record<string, unknown> = { ...rest, episodes: list.length };
  for (const [locale, text] of Object.entries(texts)) {
    flat[`texts.${locale}.title`] = text.title;
    flat[`texts.${locale}.description`] = text.description;
  }
  for (const { index, texts: words, asset, subtitles: tracks, access, teaserS, still, ...marks } of list) {
    flat[`episode.${index}`] = { ...marks, texts: words, asset: asset?.id ?? null };
    flat[`episode.${index}.still`] = still?.version ?? null;
    flat[`episode.${index}.access`] = access;
    flat[`episode.${index}.teaserS`] = teaserS;
    flat[`episode.${index}.sounds`] = asset?.sounds ?? null;
    for (const { id, label, version, offsetMs } of tracks) {
      flat[`episode.${index}.subtitles.${id}`] = label;
      flat[`episode.${index}.subtitles.${id}.file`] = version;
      flat[`episode.${index}.subtitles.${id}.offsetMs`] = offsetMs;
    }
  }
  return flat;
}
