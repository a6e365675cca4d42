import { eq } from "drizzle-orm";
import { needsVip, opens } from "../../../contract/catalogue/values.ts";
import type { PlaybackStart } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { SettingValues } from "../../../contract/service/settings.ts";
import type { Db } from "../../db/client.ts";
import { keptQuery, type Slot } from "../../db/kept-query.ts";
import { subtitles, type AssetFacts, type SoundChoice } from "../../db/schema.ts";
import { suits } from "../catalogue/cards.ts";
import { inSeasonOf } from "../catalogue/seasons.ts";
import { shownStill } from "../catalogue/still.ts";
import { pick } from "../kernel/localised.ts";
import { mayDownload } from "./may-download.ts";
import { Failure } from "../kernel/failure.ts";
import type { Session } from "../accounts/identity/session.ts";
import type { AssetReader } from "./media/asset-reader.ts";
import { languageName } from "./media/language-name.ts";
import { signGrant } from "./media/grant.ts";
import type { MediaOrigin } from "./media/media-origin.ts";
import { shownLabel } from "./media/shown-label.ts";
import { servedMaster } from "./media/served-master.ts";
import { arrangeSounds } from "./media/sounds-in-master.ts";
import { entitledUntil, reachedBy, refusalOf } from "./access.ts";
import { levelOf } from "../catalogue/access-level.ts";
import { findEpisode, type EpisodeRow } from "./find-episode.ts";
import { grantEnd } from "./grant-life.ts";
import { runsOf, entitlementOf, type Teaser } from "./teaser.ts";
import { resumeAt } from "./progress.ts";
import { hasRoom } from "./streams/open-streams.ts";
import type { StreamDeps } from "./streams/renew-stream.ts";
import { subjectOf } from "./viewer.ts";

export type PlaybackDeps = StreamDeps & {
  mediaSecret: string;
  assetReader: AssetReader;
  settings: Pick<SettingValues, "downloads" | "guestWatching">;
  /** Null: viewers fetch everything from this server. */
  origin: MediaOrigin | null;
  /** Another server sends the media of those who may watch all of it, and follows the ranges they ask for. */
  sendsRanges: boolean;
};

type StartRequest = { id: string; index: number; session: Session | null; locale: Locale; now: Date };

/**
 * The signed media URLs of an episode that the viewer may watch, and the facts a player needs.
 *
 * A visitor without a session gets a tracked URL that first creates a guest (`/play/…`). So a player without JavaScript
 * can resume, and a page view alone writes nothing.
 * Viewers without the right get the teaser, if the movie has one: URLs that open no more than that.
 * @throws Failure not_found · not_ready while it is being encoded · sign_in_required · vip_required · too_many_streams
 *   while others of the account play a VIP episode
 */
export async function startPlayback(deps: PlaybackDeps, request: StartRequest): Promise<PlaybackStart> {
  const { id, index, session, locale, now } = request;
  const row = await findEpisode(deps.db, request);
  if (!row || !suits(row, session?.profile?.ageLimit ?? null)) throw new Failure("not_found");
  const { guestWatching } = deps.settings;
  const reached = reachedBy(session?.user ?? null, now);
  const levelled = levelOf({ episode: row.access, title: row.movieAccess, guestWatching });
  const level = row.isTrailer ? "free" : levelled;
  const whole = opens(reached, level);
  const teaserS = row.teaserS ?? row.movieTeaserS;
  if (!row.assetId || row.state !== "ready") throw whole ? new Failure("not_ready") : refusalOf(level);

  const known = row.facts && (await deps.assetReader.has(row.assetId)) ? row.facts : null;
  const facts = known ?? (await deps.assetReader.facts({ id: row.assetId, readyAt: row.readyAt }));
  const share = entitlementOf(facts.segments, { reached, level, teaserS });
  if (!share) throw refusalOf(level);
  const { part } = share;
  const vip = !part && needsVip(share.level);
  const takesStream = vip && session !== null;
  const vipUntil = vip ? entitledUntil(session?.user ?? null, share.level) : null;
  const limits = { vip, durationS: row.durationS ?? 0, now, vipUntil };
  // A signature over a folder opens all of it, so the segments of a teaser are signed one by one as they are requested.
  const opened = part ? null : (deps.origin?.whole ?? null);
  const uid = session?.viewer.uid ?? null;
  const folder = (tracked: boolean, expiresAt: Date) => {
    const subject = subjectOf({ uid, tracked, ...share });
    return `/media/${signGrant({ asset: row.assetId!, subject, expiresAt }, deps.mediaSecret)}/${row.assetId}`;
  };
  const expiresAt = grantEnd({ ...limits, vip: vip || opened !== null, lasting: false });
  const plain = folder(false, expiresAt);
  // For players without scripts, which can't request another URL.
  const isUntracked = part !== null || row.isTrailer;
  const lasting = session && !isUntracked ? folder(true, grantEnd({ ...limits, lasting: true })) : null;
  const [mayPlay, tracks, placeS] = await Promise.all([
    takesStream ? hasRoom(deps, session, now) : true,
    subtitlesOf(deps.db, { asset: row.assetId, folder: plain }),
    session ? resumeAt(deps.db, { uid: session.viewer.uid, id, index }) : 0,
  ]);
  if (!mayPlay) throw new Failure("too_many_streams");
  const endS = part?.endS ?? row.durationS ?? 0;
  const nextLevel = levelOf({ episode: row.nextAccess, title: row.movieAccess, guestWatching });
  const rendition = `${facts.renditions[0]?.folder ?? "v240"}/`;
  const lowest = `${plain}/${rendition}`;
  const sent = opened?.(row.assetId, expiresAt) ?? null;
  return {
    id,
    index,
    hls: `${plain}/master.m3u8`,
    hlsTracked: isUntracked
      ? `${plain}/master.m3u8`
      : lasting
        ? `${lasting}/master.m3u8`
        : `/play/${id}/${index}`,
    progressive: part ? `${lowest}teaser.mp4` : `${lasting ?? plain}/progressive.mp4`,
    expiresAt: expiresAt.toISOString(),
    durationS: endS,
    positionS: placeS < endS ? placeS : 0,
    now: now.toISOString(),
    master: servedMaster(facts.master, row),
    renditions: facts.renditions.map(({ folder: _folder, ...rendition }) => rendition),
    start: startOf(facts, { part, rendition, plain, sent, sendsRanges: deps.sendsRanges }),
    audio: soundsOf(facts, { choices: row.sounds, original: row.originalLanguage, locale }),
    subtitles: tracks,
    // The thumbnails show the whole asset.
    thumbnails: facts.thumbnails && !part ? `${plain}/thumbnails.vtt` : null,
    chapters: row.chapters
      .filter(({ startS }) => !part || startS < endS)
      .map(({ startS, titles }) => ({ startS, title: pick(titles, locale) ?? "" })),
    intro: introOf(row, endS),
    creditsFromS: part ? null : row.creditsFromS,
    // After a teaser comes the rest of the same episode.
    next: part ? null : nextOf(row, { id, locale, locked: !opens(reached, nextLevel) }),
    takesStream,
    downloadable:
      whole &&
      !row.isTrailer &&
      mayDownload({ policy: deps.settings.downloads, user: session?.user ?? null, now }),
    teaser: part && level !== "free" ? { needs: level, wholeS: row.durationS ?? endS } : null,
  };
}

/** What a player starts with without a playlist: the lowest rendition. `sent`: where media comes from, if from elsewhere. */
function startOf(
  facts: AssetFacts,
  given: {
    part: Teaser | null;
    rendition: string;
    plain: string;
    sent: { folder: string; query: string } | null;
    sendsRanges: boolean;
  },
): PlaybackStart["start"] {
  const { part, rendition, plain, sent, sendsRanges } = given;
  const own = { folder: `${plain}/`, query: "" };
  // Only this server finds a segment in the file of its rendition.
  const { folder: media, query } = (facts.joined ? null : sent) ?? own;
  return {
    init: `${media}${rendition}init.mp4${query}`,
    media: media + rendition,
    ...(query && { query }),
    segments: part ? runsOf(facts.segments, part) : facts.segments,
    ...(facts.joined && !part && sendsRanges && { joined: sent ?? own }),
  };
}

const trackRows = keptQuery((db, slot: Slot<{ asset: string }>) =>
  db
    .select()
    .from(subtitles)
    .where(eq(subtitles.assetId, slot("asset")))
    .orderBy(subtitles.id),
);

/** The subtitles of an asset below the signed URL of its folder. */
export async function subtitlesOf(db: Db, { asset, folder }: { asset: string; folder: string }) {
  const tracks = await trackRows(db, { asset });
  return tracks.map(({ id, locale, label, kind, source, path }) => ({
    id,
    locale,
    label: shownLabel({ label, locale, source }),
    kind,
    automatic: source === "automatic",
    url: `${folder}/${path}`,
  }));
}

function nextOf(
  row: EpisodeRow,
  { id, locale, locked }: { id: string; locale: Locale; locked: boolean },
): PlaybackStart["next"] {
  const { nextIndex: index, nextSeason: season, nextNumber: number } = row;
  if (index === null || !row.nextTexts || row.nextState !== "ready") return null;
  const own = shownStill(id, row.nextStills);
  const still = own
    ? `${own.path}-640.webp?v=${own.version}`
    : `/artwork/${id}/backdrop-640.webp?v=${row.artworkVersion}`;
  const title = pick(row.nextTexts, locale)?.title ?? "";
  return { index, ...inSeasonOf(row.kind, { season, number }), title, still, locked };
}

/** An intro that lasts beyond the teaser's end can't be skipped: nothing follows it. */
function introOf({ introFromS, introToS }: EpisodeRow, endS: number): PlaybackStart["intro"] {
  if (introFromS === null || introToS === null) return null;
  return endS > 0 && introToS >= endS ? null : { fromS: introFromS, toS: introToS };
}

/** With a single audio track the language is not listed: it is the movie's own. */
function soundsOf(
  { sound, sounds }: AssetFacts,
  { choices, original, locale }: { choices: SoundChoice[] | null; original: string; locale: Locale },
): PlaybackStart["audio"] {
  if (sounds.length > 0)
    return arrangeSounds(sounds, choices).map(({ track, name, language, given, labels, ...kind }) => ({
      id: name,
      locale: language,
      label: given ?? pick(labels, locale) ?? name,
      within: track === 0,
      ...kind,
    }));
  // A way to write Chinese says nothing about its sound.
  const spoken = original.replace(/-han[st]$/i, "");
  const only = { id: "main", locale: spoken, label: languageName(spoken) };
  return sound ? [{ ...only, within: true, describes: false, isDefault: true }] : [];
}
