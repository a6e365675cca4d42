import { hash } from "node:crypto";
import type { TokenStore } from "../../ports/token-store.ts";
import { createTokenBuckets, type TokenBuckets, type Wanted } from "./token-buckets.ts";

/** A bucket a call is counted in; `failuresOnly`: a call that is not refused gets its token back. */
export type CountedIn = Wanted & { failuresOnly: boolean };

/** Counts calls. */
export type Limiter = {
  /**
   * Takes one token from each bucket, or none at all. `waitS` is the seconds until each has one; 0 = taken. `refund`
   * returns the tokens that only failures take.
   */
  take: (wanted: CountedIn[], now: Date) => Promise<{ waitS: number; refund: () => void }>;
};

/** Shared buckets are numbered: at most so many exist, and the store holds no address and no account. */
const mostShared = 2 ** 22;

const nothing = () => {};

/**
 * Counts in this process's memory and, where there is a shared store, in that as well. What this process alone has seen
 * too often is refused without asking the store. While the store is away, the memory alone decides.
 * @param shared the store, guarded by `guardStore`; `secret` is the same in all processes, and callers cannot compute a
 *   bucket's number without it
 */
export function createLimiter({
  memory = createTokenBuckets(),
  shared,
}: { memory?: TokenBuckets; shared?: { store: TokenStore; secret: string } | undefined } = {}): Limiter {
  const stored = ({ table, key, allowance }: Wanted) => ({
    slot: Number.parseInt(hash("sha256", `${shared!.secret} ${table} ${key}`).slice(0, 8), 16) % mostShared,
    ...allowance,
  });
  return {
    async take(wanted, now) {
      const own = memory.take(wanted, now);
      if (own.waitS > 0) return { waitS: own.waitS, refund: nothing };
      const buckets = shared ? wanted.map(stored) : [];
      const waitS = buckets.length > 0 ? await shared!.store.take(buckets) : 0;
      if (waitS > 0) {
        memory.giveBack(own.taken);
        return { waitS: Math.ceil(waitS), refund: nothing };
      }
      return {
        waitS: 0,
        refund: () => {
          memory.giveBack(own.taken.filter(({ failuresOnly }) => failuresOnly));
          const returned = buckets.filter((_bucket, index) => wanted[index]!.failuresOnly);
          if (returned.length > 0) void shared!.store.giveBack(returned);
        },
      };
    },
  };
}
