import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { DownloadPolicy, PlaybackStart } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { assets, episodes, movies, subtitles, type AssetFacts } from "../../db/schema.ts";
import { published } from "../catalogue/cards.ts";
import { pick } from "../catalogue/localised.ts";
import { mayDownload } from "../download/may-download.ts";
import { Failure } from "../failure.ts";
import { isVip, type Session } from "../identity/session.ts";
import type { AssetShelf } from "../media/asset-shelf.ts";
import { languageName } from "../media/language-name.ts";
import { signGrant } from "../media/grant.ts";
import { grantEnd } from "./grant-life.ts";
import { resumeAt } from "./progress.ts";
import { subjectOf } from "./viewer.ts";

export type PlaybackDeps = {
  db: Db;
  mediaSecret: string;
  shelf: AssetShelf;
  settings: { downloads: DownloadPolicy };
  /** Whether one can watch without an account. */
  guestWatching: boolean;
};

type StartRequest = { id: string; index: number; session: Session | null; locale: Locale; now: Date };

/**
 * The signed media URLs of an episode, and what a player wants to know of it, for whoever may watch it.
 *
 * A visitor who has no session yet gets a tracked URL that first makes a guest (`/play/…`): a player
 * without JavaScript can then resume, and a page that was only looked at has written nothing.
 * @throws Failure not_found · not_ready while it is being encoded · vip_required
 */
export async function startPlayback(deps: PlaybackDeps, request: StartRequest): Promise<PlaybackStart> {
  const { id, index, session, locale, now } = request;
  const row = await findEpisode(deps.db, request);
  if (!row) throw new Failure("not_found");
  if (!deps.guestWatching && (!session || session.user.anonymous)) throw new Failure("sign_in_required");
  if (row.access === "vip" && !(session && isVip(session.user, now))) throw new Failure("vip_required");
  if (!row.assetId || row.state !== "ready") throw new Failure("not_ready");

  const vipUntil = session && session.user.admin <= 0 ? session.user.vipUntil : null;
  const limits = { vip: row.access === "vip", durationS: row.durationS ?? 0, now, vipUntil };
  const uid = session?.user.uid ?? null;
  const folder = (tracked: boolean, expiresAt: Date) => {
    const subject = subjectOf({ uid, tracked, vip: limits.vip });
    return `/media/${signGrant({ asset: row.assetId!, subject, expiresAt }, deps.mediaSecret)}/${row.assetId}`;
  };
  const expiresAt = grantEnd({ ...limits, tracked: false });
  const plain = folder(false, expiresAt);
  /** For whoever has no scripts to ask for another. */
  const lasting = session ? folder(true, grantEnd({ ...limits, tracked: true })) : null;
  const [facts, tracks, positionS] = await Promise.all([
    row.facts ?? deps.shelf.facts({ id: row.assetId, readyAt: row.readyAt }),
    deps.db.select().from(subtitles).where(eq(subtitles.assetId, row.assetId)).orderBy(subtitles.id),
    session ? resumeAt(deps.db, { uid: session.user.uid, id, index }) : 0,
  ]);
  const lowest = `${plain}/${facts.renditions[0]?.folder ?? "v240"}/`;
  return {
    id,
    index,
    hls: `${plain}/master.m3u8`,
    hlsTracked: lasting ? `${lasting}/master.m3u8` : `/play/${id}/${index}`,
    progressive: `${lasting ?? plain}/progressive.mp4`,
    expiresAt: expiresAt.toISOString(),
    durationS: row.durationS ?? 0,
    positionS,
    now: now.toISOString(),
    master: facts.master,
    renditions: facts.renditions.map(({ folder: _folder, ...rendition }) => rendition),
    start: { init: `${lowest}init.mp4`, media: lowest, segments: facts.segments },
    audio: soundsOf(facts, { original: row.originalLanguage, locale }),
    subtitles: tracks.map(({ id, locale: tag, label, kind, path }) => ({
      ...{ id, locale: tag, label, kind },
      url: `${plain}/${path}`,
    })),
    previews: facts.previews ? `${plain}/previews.vtt` : null,
    chapters: row.chapters.map(({ startS, titles }) => ({ startS, title: pick(titles, locale) ?? "" })),
    intro: introOf(row),
    creditsFromS: row.creditsFromS,
    next: nextOf(row, { id, index, locale }),
    downloadable: mayDownload({ policy: deps.settings.downloads, user: session?.user ?? null, now }),
  };
}

async function findEpisode(db: Db, { id, index }: StartRequest) {
  const following = alias(episodes, "following");
  const followingAsset = alias(assets, "following_asset");
  const [row] = await db
    .select({
      access: movies.access,
      originalLanguage: movies.originalLanguage,
      artworkVersion: movies.artworkVersion,
      assetId: assets.id,
      state: assets.state,
      durationS: assets.durationS,
      readyAt: assets.readyAt,
      facts: assets.facts,
      introFromS: episodes.introFromS,
      introToS: episodes.introToS,
      creditsFromS: episodes.creditsFromS,
      chapters: episodes.chapters,
      nextTexts: following.texts,
      nextState: followingAsset.state,
    })
    .from(episodes)
    .innerJoin(movies, eq(movies.id, episodes.movieId))
    .leftJoin(assets, eq(assets.id, episodes.assetId))
    .leftJoin(following, and(eq(following.movieId, id), eq(following.index, index + 1)))
    .leftJoin(followingAsset, eq(followingAsset.id, following.assetId))
    .where(and(published, eq(episodes.movieId, id), eq(episodes.index, index)))
    .limit(1);
  return row;
}

type EpisodeRow = NonNullable<Awaited<ReturnType<typeof findEpisode>>>;

/** Episodes share their series' access, so whoever may watch this one may watch the next. */
function nextOf(
  row: EpisodeRow,
  { id, index, locale }: { id: string; index: number; locale: Locale },
): PlaybackStart["next"] {
  if (!row.nextTexts || row.nextState !== "ready") return null;
  const still = `/artwork/${id}/backdrop-640.webp?v=${row.artworkVersion}`;
  return { index: index + 1, title: pick(row.nextTexts, locale)?.title ?? "", still };
}

function introOf({ introFromS, introToS }: EpisodeRow): PlaybackStart["intro"] {
  return introFromS === null || introToS === null ? null : { fromS: introFromS, toS: introToS };
}

/** A film with one sound says nothing of its language: it is the film's. */
function soundsOf(
  { sound, sounds }: AssetFacts,
  { original, locale }: { original: string; locale: Locale },
): PlaybackStart["audio"] {
  if (sounds.length > 0)
    return sounds.map(({ name, language, labels = {} }) => ({
      id: name,
      locale: language,
      label: pick(labels, locale) ?? name,
    }));
  return sound ? [{ id: "main", locale: original, label: languageName(original) }] : [];
}
