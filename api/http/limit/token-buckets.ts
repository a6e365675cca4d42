/** How often something may be done: `burst` times at once, and one more each `everyS` seconds. */
export type Allowance = { burst: number; everyS: number };

export type TokenBuckets = {
  /** Takes one from each bucket, or from none. @returns seconds until there is one in each; 0 = taken */
  take: (wanted: { key: string; allowance: Allowance }[], now: Date) => number;
  /** Puts one back into each: what was done is not of the kind that is counted. */
  giveBack: (keys: string[]) => void;
};

type Bucket = { tokens: number; atMs: number; allowance: Allowance };

/** Buckets kept at most. One takes some 200 bytes; forgetting the least used early only lets somebody try again. */
const mostBuckets = 50_000;

/** Token buckets by key, in this process's memory. A full bucket is no different from none, so the oldest may go. */
export function createTokenBuckets(most = mostBuckets): TokenBuckets {
  const buckets = new Map<string, Bucket>();

  /** The bucket as it is now, as the last one used. */
  function bucketOf(key: string, allowance: Allowance, nowMs: number): Bucket {
    const known = buckets.get(key);
    buckets.delete(key);
    const bucket = known ?? { tokens: allowance.burst, atMs: nowMs, allowance };
    // A clock that was set back refills nothing, and takes nothing away.
    const passedS = Math.max(0, (nowMs - bucket.atMs) / 1000);
    bucket.tokens = Math.min(allowance.burst, bucket.tokens + passedS / allowance.everyS);
    bucket.atMs = nowMs;
    buckets.set(key, bucket);
    if (buckets.size > most) buckets.delete(buckets.keys().next().value!);
    return bucket;
  }

  return {
    take(wanted, now) {
      const found = wanted.map(({ key, allowance }) => bucketOf(key, allowance, now.getTime()));
      const waits = found.map(({ tokens, allowance }) => (tokens >= 1 ? 0 : (1 - tokens) * allowance.everyS));
      const wait = Math.ceil(Math.max(0, ...waits));
      if (wait === 0) for (const bucket of found) bucket.tokens -= 1;
      return wait;
    },
    giveBack(keys) {
      for (const key of keys) {
        const bucket = buckets.get(key);
        if (bucket) bucket.tokens = Math.min(bucket.allowance.burst, bucket.tokens + 1);
      }
    },
  };
}
