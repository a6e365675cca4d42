import { accountNote, readAccountNote, type AccountNote } from "../../../lib/account-note.ts";
import { accountHeader } from "../protocol.ts";

const prefix = "pages:";

export type Account = {
  /**
   * Learns from an answer whose session this browser has now. What was kept for another one is deleted at once.
   * @param askedAt when it was asked for, in milliseconds since 1970: an answer that was on its way while the session
   *   changed is of the one before, and is not believed
   * @returns the cache for what this answer says; null when it does not say whose it is
   */
  heed: (response: Response, askedAt: number) => Promise<string | null>;
  /** A form was sent whose answer can't be read: until the next answer, nothing kept is shown to anybody. */
  doubt: () => Promise<void>;
  /** Name of the cache for this session's pages; null when it is not known whose it is. */
  cacheName: () => Promise<string | null>;
  /** Of this session, as the server tells it; null when it is not known whose it is. */
  mark: () => Promise<string | null>;
};

/**
 * Whose pages these are. A page is kept under the mark of the session it was made for and shown to that session alone;
 * another mark deletes it. So the next person on the device never reads what the last one could.
 * @param onOther runs when another session has taken the place of the known one
 */
export function createAccount(onOther: () => Promise<void>): Account {
  // The worker is put to sleep at will, so what it knows is also written down.
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
      if (before.mark !== null) await onOther();
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
