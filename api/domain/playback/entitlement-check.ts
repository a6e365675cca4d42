import { opens, type AccessLevel } from "../../../contract/catalogue/values.ts";
import type { Db } from "../../db/client.ts";
import { findSession } from "../accounts/identity/session.ts";
import { reachedBy } from "./access.ts";
import { viewerOf } from "./viewer.ts";

/** How long a cached session is valid: a revoked right ends within this time. */
const believedMs = 60_000;
const mostKnown = 20_000;

type Known = { uid: string; reached: AccessLevel } | null;
type Entry = { at: number; known: Promise<Known> };

/**
 * Whether a media request that brings a session may use its URL. Refuses a URL signed for another user; a URL that is
 * not free works only while the user has the entitlement. Without a session the signature alone decides, because
 * players outside a browser have none. A session is looked up once a minute, not for every segment.
 * @param onError receives the error of a failed look-up; then the signature decides
 * @returns a check of the URL's subject and the request's token
 */
export function createEntitlementCheck({ db, onError }: { db: Db; onError: (error: unknown) => void }) {
  const sessions = new Map<string, Entry>();

  const look = async (token: string, now: Date): Promise<Known> => {
    const session = await findSession(db, { token, now });
    return session && { uid: session.user.uid, reached: reachedBy(session.user, now) };
  };

  const knownOf = (token: string, now: Date): Promise<Known> => {
    const held = sessions.get(token);
    if (held && Math.abs(now.getTime() - held.at) < believedMs) return held.known;
    const entry = { at: now.getTime(), known: look(token, now) };
    entry.known.catch(() => sessions.delete(token));
    sessions.delete(token);
    sessions.set(token, entry);
    if (sessions.size > mostKnown) sessions.delete(sessions.keys().next().value!);
    return entry.known;
  };

  return async ({ subject, token, now }: { subject: string; token: string; now: Date }): Promise<boolean> => {
    const { uid, level } = viewerOf(subject);
    if (uid === null) return true;
    try {
      const known = await knownOf(token, now);
      // An ended session says nothing about a free movie; for any other movie the right has ended too.
      if (known === null) return level === "free";
      return known.uid === uid && opens(known.reached, level);
    } catch (error) {
      onError(error);
      return true;
    }
  };
}
