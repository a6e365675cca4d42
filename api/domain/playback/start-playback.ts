import { and, eq } from "drizzle-orm";
import type { PlaybackStart } from "../../../contract/index.ts";
import type { Db } from "../../db/client.ts";
import { assets, episodes, movies } from "../../db/schema.ts";
import { published } from "../catalogue/cards.ts";
import { Failure } from "../failure.ts";
import { isVip, type Session } from "../identity/session.ts";
import { signGrant } from "../media/grant.ts";
import { resumeAt } from "./progress.ts";
import { subjectOf } from "./viewer.ts";

/** Hours a media URL works at least: longer than any film with its pauses. */
const grantHours = 6;
const hourMs = 3_600_000;

/**
 * The signed media URLs of an episode, for whoever may watch it.
 *
 * A visitor who has no session yet gets a tracked URL that first makes a guest (`/play/…`): a player
 * without JavaScript can then resume, and a page that was only looked at has written nothing.
 * @throws Failure not_found · not_ready while it is being encoded · vip_required
 */
export async function startPlayback(
  deps: { db: Db; mediaSecret: string },
  { id, index, session, now }: { id: string; index: number; session: Session | null; now: Date },
): Promise<PlaybackStart> {
  const [row] = await deps.db
    .select({ access: movies.access, assetId: assets.id, state: assets.state, durationS: assets.durationS })
    .from(episodes)
    .innerJoin(movies, eq(movies.id, episodes.movieId))
    .leftJoin(assets, eq(assets.id, episodes.assetId))
    .where(and(published, eq(episodes.movieId, id), eq(episodes.index, index)))
    .limit(1);
  if (!row) throw new Failure("not_found");
  if (row.access === "vip" && !(session && isVip(session.user, now))) throw new Failure("vip_required");
  if (!row.assetId || row.state !== "ready") throw new Failure("not_ready");

  // To the full hour: the expiry is in the URL, and a film watched again within it comes from the browser's cache.
  const expiresAt = new Date((Math.floor(now.getTime() / hourMs) + 1 + grantHours) * hourMs);
  const folder = (tracked: boolean) => {
    const subject = subjectOf({ uid: session?.user.uid ?? null, tracked });
    return `/media/${signGrant({ asset: row.assetId!, subject, expiresAt }, deps.mediaSecret)}/${row.assetId}`;
  };
  const plain = folder(false);
  return {
    id,
    index,
    hls: `${plain}/master.m3u8`,
    hlsTracked: session ? `${folder(true)}/master.m3u8` : `/play/${id}/${index}`,
    progressive: `${plain}/progressive.mp4`,
    expiresAt: expiresAt.toISOString(),
    durationS: row.durationS ?? 0,
    positionS: session ? await resumeAt(deps.db, { uid: session.user.uid, id, index }) : 0,
  };
}
