import { eq } from "drizzle-orm";
import { needsVip } from "../../../../contract/catalogue/values.ts";
import { streamRenewS } from "../../../../contract/playback/values.ts";
import { episodes, profiles } from "../../../db/schema.ts";
import type { Viewer as SignedViewer } from "../viewer.ts";
import { holdStream, playersWithoutScripts, type StreamDeps } from "./renew-stream.ts";

/** Another request of the same player in this time is answered alike. Milliseconds. */
const knownMs = streamRenewS * 1_000;
/** A refused player may begin again sooner. */
const refusedMs = 5_000;
const mostKnown = 20_000;

type Known = { at: number; may: Promise<boolean>; lifeMs: number };

export type DeliveryStreams = (request: {
  viewer: SignedViewer;
  /** The user that the request is of, and the hash of their session; empty for a player that sends none. */
  uid: string;
  session: string;
  asset: string;
  now: Date;
}) => Promise<boolean>;

/**
 * The streams of players that make no calls, those without scripts and receivers: fetching the media of a VIP episode
 * begins and renews them.
 * @returns whether a request for media may be answered
 */
export function createDeliveryStreams(deps: StreamDeps): DeliveryStreams {
  const known = new Map<string, Known>();

  /** A URL that is used without a session may name a profile. */
  const accountOf = async (uid: string) => {
    const [profile] = await deps.db.select({ uid: profiles.uid }).from(profiles).where(eq(profiles.id, uid));
    return profile?.uid ?? uid;
  };

  const hold = async ({ viewer, uid, session, asset, now }: Parameters<DeliveryStreams>[0]) => {
    const [episode] = await deps.db
      .select({ id: episodes.movieId, index: episodes.index })
      .from(episodes)
      .where(eq(episodes.assetId, asset))
      .limit(1);
    // The asset was replaced while it is watched.
    if (!episode) return true;
    const player = viewer.receiver ? playersWithoutScripts.receiver : playersWithoutScripts.plain;
    const held = await holdStream(deps, { ...episode, uid: await accountOf(uid), session, player, now });
    return held instanceof Date;
  };

  return (request) => {
    const { viewer, uid, session, now } = request;
    if (!needsVip(viewer.level) || viewer.part || !(viewer.tracked || viewer.receiver))
      return Promise.resolve(true);
    const key = `${uid}/${session}/${viewer.receiver ? "r" : "p"}`;
    const held = known.get(key);
    if (held && Math.abs(now.getTime() - held.at) < held.lifeMs) return held.may;
    const entry: Known = { at: now.getTime(), may: hold(request), lifeMs: knownMs };
    entry.may.then(
      (may) => may || (entry.lifeMs = refusedMs),
      () => known.delete(key),
    );
    known.delete(key);
    known.set(key, entry);
    if (known.size > mostKnown) known.delete(known.keys().next().value!);
    return entry.may;
  };
}
