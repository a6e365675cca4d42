/** A bucket of tokens in a shared store: `burst` tokens when full, and one more every `everyS` seconds. */
export type StoredBucket = { slot: number; burst: number; everyS: number };

/**
 * Buckets of tokens that several processes share. The store's own clock refills them, so the clocks of the processes
 * need not agree.
 */
export type TokenStore = {
  /** Takes one token from each bucket, or none at all. @returns seconds until each has one; 0 = taken */
  take: (buckets: StoredBucket[]) => Promise<number>;
  /** Returns one token to each bucket. */
  giveBack: (buckets: StoredBucket[]) => Promise<void>;
  close: () => Promise<void>;
};
