import { accountHeader, notes } from "../protocol.ts";

const record = "/account";
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
};

type Known = { mark: string | null; sure: boolean };

/**
 * Whose pages these are. A page is kept under the mark of the session it was made for and shown to that session alone;
 * another mark deletes it. So the next person on the device never reads what the last one could.
 * @param onOther runs when another session has taken the place of the known one
 */
export function createAccount(onOther: () => Promise<void>): Account {
  // The worker is put to sleep at will, so what it knows is also written down.
  let known: Promise<Known> | null = null;
  let changedAt = 0;
  const recall = () => (known ??= read());
  const note = async (next: Known) => {
    known = Promise.resolve(next);
    await (await caches.open(notes)).put(record, Response.json(next));
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
      const { mark, sure } = await recall();
      return mark !== null && sure ? prefix + mark : null;
    },
  };
}

async function read(): Promise<Known> {
  const noted = await caches.match(record, { cacheName: notes });
  return noted ? ((await noted.json()) as Known) : { mark: null, sure: false };
}
