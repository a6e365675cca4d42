import { opens, type AccessLevel } from "../../../contract/catalogue/access-levels.ts";
import type { Db } from "../../db/client.ts";
import { findSession } from "../accounts/identity/session.ts";
import { reachedBy } from "./access.ts";
import { viewerOf } from "./viewer.ts";

/** How long what is known of a session is believed: what was taken away ends within it. */
const believedMs = 60_000;
const mostKnown = 20_000;

type Known = { uid: string; reached: AccessLevel } | null;
type Entry = { at: number; known: Promise<Known> };

/**
 * Whether a media request that brings a session may use its URL: not one that was signed for somebody else, and what is
 * not free only while its person has what it takes. Without a session the signature alone decides, since players outside a browser
 * have none. A session is looked up once a minute, not once a segment.
 * @param onError told of a look-up that failed; the signature decides then
 * @returns of the subject of the URL and the token of the request
 */
export function createRightToWatch({ db, onError }: { db: Db; onError: (error: unknown) => void }) {
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
      // A session that has ended says nothing of a free title; of another it says that the right has ended too.
      if (known === null) return level === "free";
      return known.uid === uid && opens(known.reached, level);
    } catch (error) {
      onError(error);
      return true;
    }
  };
}
