import { opens } from "../../../contract/catalogue/values.ts";
import type { Db } from "../../db/client.ts";
import { findSessionByHash, hashOf } from "../accounts/identity/session.ts";
import { reachedBy, type Viewer } from "./access.ts";
import type { DeliveryStreams } from "./streams/delivery-streams.ts";
import { viewerOf } from "./viewer.ts";

/** How long a cached session is valid without word of a change: a revoked right ends within this time. */
const believedMs = 60_000;
/** A session whose profile is not the one that a URL was signed for is looked up again, but no sooner than this. */
const lookAgainMs = 1_000;
const mostKnown = 20_000;
/** What a player fetches only to play it. */
const media = /\.(?:m4s|mp4)$/;

/** `account`: the uid of the account; `uid`: whose URLs it may use, which another profile changes. */
type Known = (Viewer & { uid: string; account: string }) | null;
/** `user`: null = the session has ended; undefined while it is looked up. `again`: looked up for another profile. */
type Entry = { at: number; found: Promise<Known>; user?: Known; again: boolean };

/** `path` is relative to the asset's folder. */
export type MediaRequest = { subject: string; token: string | null; asset: string; path: string; now: Date };

export type EntitlementCheck = {
  /** Whether a request with this session token (null = without one) may use a URL that was signed for `subject`. */
  mayWatch: (request: MediaRequest) => Promise<boolean>;
  /** Looks up the sessions of these users again. */
  forget: (users: ReadonlySet<string> | "all") => void;
};

/**
 * Whether a media request may use its URL. Refuses a URL signed for another user than the session that the request
 * brings; a URL that is not free works only while the user has the entitlement. Without a session the signature alone
 * decides, because players outside a browser have none. The URL of a receiver names a session: it ends with that one.
 * A session is looked up once a minute, not for every segment. Media for players that make no calls also needs one of the
 * account's streams.
 * @param onError receives the error of a failed look-up; then the signature decides
 */
export function createEntitlementCheck({
  db,
  streams,
  onError,
}: {
  db: Db;
  streams: DeliveryStreams;
  onError: (error: unknown) => void;
}): EntitlementCheck {
  const sessions = new Map<string, Entry>();

  const look = async (entry: Entry, tokenHash: string, now: Date): Promise<Known> => {
    const session = await findSessionByHash(db, { tokenHash, now });
    if (!session) return (entry.user = null);
    const { anonymous, admin, vipUntil, vip2Until, vip3Until } = session.user;
    const { uid } = session.viewer;
    const ends = { vipUntil, vip2Until, vip3Until };
    return (entry.user = { uid, account: session.user.uid, anonymous, admin, ...ends });
  };

  const userOf = (tokenHash: string, now: Date, again = false): Promise<Known> => {
    const held = sessions.get(tokenHash);
    // The first look-up says nothing of a profile that was opened right after it.
    const trustedMs = !again ? believedMs : held?.again ? lookAgainMs : 0;
    if (held && Math.abs(now.getTime() - held.at) < trustedMs) return held.found;
    const entry = { at: now.getTime(), again } as Entry;
    entry.found = look(entry, tokenHash, now);
    entry.found.catch(() => sessions.delete(tokenHash));
    sessions.delete(tokenHash);
    sessions.set(tokenHash, entry);
    if (sessions.size > mostKnown) sessions.delete(sessions.keys().next().value!);
    return entry.found;
  };

  return {
    async mayWatch({ subject, token, asset, path, now }) {
      const viewer = viewerOf(subject);
      const { uid, level, receiver } = viewer;
      // An ended session says nothing about a free movie; for any other movie the right has ended too.
      const reaches = (user: Known) => (user ? opens(reachedBy(user, now), level) : level === "free");
      try {
        const own = uid !== null && token !== null ? hashOf(token) : null;
        const session = receiver ? receiver.session : own;
        const known = session === null ? null : await userOf(session, now);
        // Another profile may have been opened since.
        const isChanged = session !== null && !receiver && known !== null && known.uid !== uid;
        const user = isChanged ? await userOf(session, now, true) : known;
        const isOther = !receiver && user !== null && user.uid !== uid;
        if ((receiver || session !== null) && (!reaches(user) || isOther)) return false;
        const whose = user?.account ?? uid;
        if (whose === null || !media.test(path)) return true;
        return await streams({ viewer, uid: whose, session: session ?? "", asset, now });
      } catch (error) {
        onError(error);
        return true;
      }
    },
    forget(users) {
      if (users === "all") return sessions.clear();
      if (users.size === 0) return;
      for (const [hash, { user }] of sessions) if (!user || users.has(user.account)) sessions.delete(hash);
    },
  };
}
