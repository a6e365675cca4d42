import { needsVip, opens } from "../../../contract/catalogue/values.ts";
import type { CastStart } from "../../../contract/index.ts";
import { levelOf } from "../catalogue/access-level.ts";
import { suits } from "../catalogue/cards.ts";
import { Failure } from "../kernel/failure.ts";
import type { Session } from "../accounts/identity/session.ts";
import { entitledUntil, reachedBy, refusalOf } from "./access.ts";
import { findEpisode } from "./find-episode.ts";
import { grantEnd } from "./grant-life.ts";
import { signGrant } from "./media/grant.ts";
import { subtitlesOf, type PlaybackDeps } from "./start-playback.ts";
import { receiverSubject } from "./viewer.ts";

type CastRequest = { id: string; index: number; session: Session | null; now: Date };

/**
 * The signed media URLs of an episode for a receiver. They last for its length and pauses, end with the session they
 * were made for, and open this episode alone. Teasers are for the player on the page.
 * @throws Failure not_found · not_ready while it is being encoded · sign_in_required · vip_required
 */
export async function startCast(
  { db, mediaSecret, settings }: Pick<PlaybackDeps, "db" | "mediaSecret" | "settings">,
  { id, index, session, now }: CastRequest,
): Promise<CastStart> {
  const row = await findEpisode(db, { id, index });
  if (!row || !suits(row, session?.profile?.ageLimit ?? null)) throw new Failure("not_found");
  const { guestWatching } = settings;
  const level = levelOf({ episode: row.access, title: row.movieAccess, guestWatching });
  if (!opens(reachedBy(session?.user ?? null, now), level)) throw refusalOf(level);
  if (!row.assetId || row.state !== "ready") throw new Failure("not_ready");
  const asset = row.assetId;
  const expiresAt = grantEnd({
    vip: needsVip(level),
    lasting: true,
    durationS: row.durationS ?? 0,
    now,
    vipUntil: entitledUntil(session?.user ?? null, level),
  });
  const subject = receiverSubject({ level, session: session?.tokenHash ?? null });
  const folder = `/media/${signGrant({ asset, subject, expiresAt }, mediaSecret)}/${asset}`;
  return {
    hls: `${folder}/master.m3u8`,
    expiresAt: expiresAt.toISOString(),
    now: now.toISOString(),
    subtitles: await subtitlesOf(db, { asset, folder }),
  };
}
