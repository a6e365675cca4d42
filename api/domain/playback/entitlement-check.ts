import { opens } from "../../../contract/catalogue/values.ts";
import type { Db } from "../../db/client.ts";
import { findSessionByHash, hashOf } from "../accounts/identity/session.ts";
import { reachedBy, type Viewer } from "./access.ts";
import { viewerOf } from "./viewer.ts";

/** How long a cached session is valid without word of a change: a revoked right ends within this time. */
const believedMs = 60_000;
const mostKnown = 20_000;

type Known = (Viewer & { uid: string }) | null;
/** `user`: null = the session has ended; undefined while it is looked up. */
type Entry = { at: number; found: Promise<Known>; user?: Known };

export type EntitlementCheck = {
  /** Whether a request with this session token (null = without one) may use a URL that was signed for `subject`. */
  mayWatch: (request: { subject: string; token: string | null; now: Date }) => Promise<boolean>;
  /** Looks up the sessions of these users again. */
  forget: (users: ReadonlySet<string> | "all") => void;
};

/**
 * Whether a media request may use its URL. Refuses a URL signed for another user than the session that the request
 * brings; a URL that is not free works only while the user has the entitlement. Without a session the signature alone
 * decides, because players outside a browser have none. The URL of a receiver names a session: it ends with that one.
 * A session is looked up once a minute, not for every segment.
 * @param onError receives the error of a failed look-up; then the signature decides
 */
export function createEntitlementCheck({
  db,
  onError,
}: {
  db: Db;
  onError: (error: unknown) => void;
}): EntitlementCheck {
  const sessions = new Map<string, Entry>();

  const look = async (entry: Entry, tokenHash: string, now: Date): Promise<Known> => {
    const session = await findSessionByHash(db, { tokenHash, now });
    if (!session) return (entry.user = null);
    const { uid, anonymous, admin, vipUntil } = session.user;
    return (entry.user = { uid, anonymous, admin, vipUntil });
  };

  const userOf = (tokenHash: string, now: Date): Promise<Known> => {
    const held = sessions.get(tokenHash);
    if (held && Math.abs(now.getTime() - held.at) < believedMs) return held.found;
    const entry = { at: now.getTime() } as Entry;
    entry.found = look(entry, tokenHash, now);
    entry.found.catch(() => sessions.delete(tokenHash));
    sessions.delete(tokenHash);
    sessions.set(tokenHash, entry);
    if (sessions.size > mostKnown) sessions.delete(sessions.keys().next().value!);
    return entry.found;
  };

  return {
    async mayWatch({ subject, token, now }) {
      const { uid, level, receiver } = viewerOf(subject);
      // An ended session says nothing about a free movie; for any other movie the right has ended too.
      const reaches = (user: Known) => (user ? opens(reachedBy(user, now), level) : level === "free");
      try {
        if (receiver) return reaches(receiver.session ? await userOf(receiver.session, now) : null);
        if (uid === null || token === null) return true;
        const user = await userOf(hashOf(token), now);
        return reaches(user) && (user === null || user.uid === uid);
      } catch (error) {
        onError(error);
        return true;
      }
    },
    forget(users) {
      if (users === "all") return sessions.clear();
      if (users.size === 0) return;
      for (const [hash, { user }] of sessions) if (!user || users.has(user.uid)) sessions.delete(hash);
    },
  };
}
