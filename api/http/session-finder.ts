import type { Db } from "../db/client.ts";
import { findSession, type Session } from "../domain/accounts/identity/session.ts";

/** How long calls of one visit share a session. A page is rendered sooner; a long export looks again. */
const sharedMs = 1_000;

type Found = { session: Promise<Session | null>; at: number };

/** Who makes a call, and on which visit: an object that stands for one page being rendered in this process. */
type Asker = { token: string; now: Date; visit: object | undefined };

export type SessionFinder = {
  /** @returns null for a token that opens nothing */
  find: (asker: Asker) => Promise<Session | null>;
  /** Runs a write with a session that was just looked up, and forgets what the visit knew before and during it. */
  writing: <T>(visit: object | undefined, work: () => Promise<T>) => Promise<T>;
};

/**
 * Looks sessions up, for all reading calls of one visit once: a page makes up to eight. Calls without a visit, as
 * those over HTTP, look up each time. The next visit sees a session that has ended, a ban, or a changed level.
 */
export function createSessionFinder(db: Db): SessionFinder {
  const visits = new WeakMap<object, Map<string, Found>>();
  return {
    find({ token, now, visit }) {
      if (!visit) return findSession(db, { token, now });
      const known = visits.get(visit) ?? new Map<string, Found>();
      visits.set(visit, known);
      const found = known.get(token);
      if (found && now.getTime() - found.at < sharedMs) return found.session;
      const session = findSession(db, { token, now });
      known.set(token, { session, at: now.getTime() });
      session.catch(() => known.delete(token));
      return session;
    },
    async writing(visit, work) {
      const forget = () => visit && visits.delete(visit);
      forget();
      try {
        return await work();
      } finally {
        forget();
      }
    },
  };
}
