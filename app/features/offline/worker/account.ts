import { accountNote, readAccountNote, sessionOf, type AccountNote } from "../../../lib/account-note.ts";
import { accountHeader } from "../protocol.ts";

const prefix = "pages:";

export type Account = {
  /**
   * Learns this browser's session from an answer. Deletes at once what was stored for another one.
   * @param askedAt when it was requested, in milliseconds since 1970: an answer that was in flight while the session
   * changed belongs to the earlier one, and is ignored
   * @returns the cache for this answer; null if it does not name its session
   */
  heed: (response: Response, askedAt: number) => Promise<string | null>;
  /** A form was sent whose answer can't be read: until the next answer, nothing stored is shown. */
  doubt: () => Promise<void>;
  /** Name of the cache for this session's pages; null if the session is unknown. */
  cacheName: () => Promise<string | null>;
  /** The mark of this session, as the server names it; null if the session is unknown. */
  mark: () => Promise<string | null>;
};

/**
 * The session that stored pages belong to. A page is stored under the mark of its session and shown to that session
 * alone; another mark deletes it. So the next user of the device never reads the pages of the last one.
 * @param onOther runs when another session has replaced the known one, or another profile of the same
 */
export function createAccount(onOther: (isSameSession: boolean) => Promise<void>): Account {
  // The browser may suspend the worker at any time, so its state is also stored.
  let known: Promise<AccountNote> | null = null;
  let changedAt = 0;
  const recall = () => (known ??= readAccountNote());
  const note = async (next: AccountNote) => {
    known = Promise.resolve(next);
    await (await caches.open(accountNote.cache)).put(accountNote.path, Response.json(next));
  };

  return {
    async heed(response, askedAt) {
      const mark = response.headers.get(accountHeader);
      if (!mark || askedAt < changedAt) return null;
      const before = await recall();
      const mine = prefix + mark;
      if (before.mark === mark && before.sure) return mine;
      if (before.mark !== mark) changedAt = Date.now();
      await note({ mark, sure: true });
      if (before.mark === mark) return mine;
      for (const name of await caches.keys()) {
        if (name.startsWith(prefix) && name !== mine) await caches.delete(name);
      }
      if (before.mark !== null) await onOther(sessionOf(before.mark) === sessionOf(mark));
      return mine;
    },
    async doubt() {
      changedAt = Date.now();
      const { mark, sure } = await recall();
      if (sure) await note({ mark, sure: false });
    },
    async cacheName() {
      const mark = await this.mark();
      return mark === null ? null : prefix + mark;
    },
    async mark() {
      const { mark, sure } = await recall();
      return sure ? mark : null;
    },
  };
}
