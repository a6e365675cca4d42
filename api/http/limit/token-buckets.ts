import { hash, randomBytes } from "node:crypto";

/** Rate limit: `burst` calls at once, and one more every `everyS` seconds. */
export type Allowance = { burst: number; everyS: number };

/** One bucket: `key` within its table. All buckets of a table have one allowance. */
export type Wanted = { table: string; key: string; allowance: Allowance };

export type TokenBuckets = {
  /** Takes one token from each bucket, or none at all. `waitS` is the seconds until each has one; 0 = taken. */
  take: <W extends Wanted>(wanted: W[], now: Date) => { waitS: number; taken: Taken<W>[] };
  /** Returns one token to each bucket, for a call that does not count. */
  giveBack: (taken: Taken<Wanted>[]) => void;
};

/** A bucket that a token was taken from. */
export type Taken<W extends Wanted = Wanted> = W & { bucket: Bucket };
type Bucket = { tokens: number; atMs: number };
type Table = { own: Map<string, Bucket>; shared: Map<number, Bucket>; sweptAtMs: number };

/** Largest number of own buckets in a table; one takes some 200 bytes. */
const mostOwn = 10_000;
/** Number of buckets shared by new callers when a table is full. */
const sharedBuckets = 1_024;
/** Milliseconds between two scans of a full table for refilled buckets. */
const sweepEveryMs = 1_000;

/**
 * Token buckets in this process's memory. A full bucket equals a missing one, so only buckets that are not full are
 * kept and only full ones are dropped: no number of requests restores spent tokens. When a table has no room left, new
 * callers share a fixed number of buckets until others have refilled. A hash that outsiders cannot compute selects
 * their bucket.
 */
export function createTokenBuckets({ most = mostOwn, shared = sharedBuckets } = {}): TokenBuckets {
  const tables = new Map<string, Table>();
  const salt = randomBytes(16).toString("hex");
  const placeOf = (key: string) => Number.parseInt(hash("sha1", `${salt}${key}`).slice(0, 8), 16) % shared;

  function tableOf(name: string): Table {
    const known = tables.get(name);
    if (known) return known;
    const made: Table = { own: new Map(), shared: new Map(), sweptAtMs: -Infinity };
    tables.set(name, made);
    return made;
  }

  /** The bucket's present state. A caller without an own bucket uses the shared one, if it exists. */
  function stateOf({ table, key, allowance }: Wanted, nowMs: number): Bucket {
    const { own, shared } = tableOf(table);
    const bucket = own.get(key) ?? (shared.size > 0 ? shared.get(placeOf(key)) : undefined);
    if (!bucket) return { tokens: allowance.burst, atMs: nowMs };
    return { tokens: refilled(bucket, allowance, nowMs), atMs: nowMs };
  }

  /** The bucket to write to: its own, or the shared one when the table is full. */
  function bucketOf({ table: name, key, allowance }: Wanted, state: Bucket): Bucket {
    const table = tableOf(name);
    const known = table.own.get(key);
    if (known) return Object.assign(known, state);
    if (table.own.size >= most) sweep(table, allowance, state.atMs);
    if (table.own.size < most) {
      table.own.set(key, state);
      return state;
    }
    const place = placeOf(key);
    const crowd = table.shared.get(place);
    if (crowd) return Object.assign(crowd, state);
    table.shared.set(place, state);
    return state;
  }

  return {
    take(wanted, now) {
      const nowMs = now.getTime();
      const found = wanted.map((one) => ({ one, state: stateOf(one, nowMs) }));
      const waits = found.map(({ one, state }) =>
        state.tokens >= 1 ? 0 : (1 - state.tokens) * one.allowance.everyS,
      );
      const waitS = Math.ceil(Math.max(0, ...waits));
      if (waitS > 0) {
        // A refused call makes no bucket. An existing one is updated to now, in case the clock was set back.
        for (const { one, state } of found) {
          const known = tableOf(one.table).own.get(one.key);
          if (known) Object.assign(known, state);
        }
        return { waitS, taken: [] };
      }
      const taken = found.map(({ one, state }) => {
        state.tokens -= 1;
        return { ...one, bucket: bucketOf(one, state) };
      });
      return { waitS, taken };
    },
    giveBack(taken) {
      for (const { bucket, allowance } of taken) bucket.tokens = Math.min(allowance.burst, bucket.tokens + 1);
    },
  };
}

/** Drops refilled buckets. Runs rarely, because it reads all of them. */
function sweep(table: Table, allowance: Allowance, nowMs: number): void {
  if (Math.abs(nowMs - table.sweptAtMs) < sweepEveryMs) return;
  table.sweptAtMs = nowMs;
  for (const buckets of [table.own, table.shared] as Map<string | number, Bucket>[])
    for (const [key, bucket] of buckets)
      if (refilled(bucket, allowance, nowMs) >= allowance.burst) buckets.delete(key);
}

/** Tokens after the elapsed time. A clock that was set back adds none and removes none. */
function refilled({ tokens, atMs }: Bucket, { burst, everyS }: Allowance, nowMs: number): number {
  const passedS = Math.max(0, (nowMs - atMs) / 1000);
  return Math.min(burst, tokens + passedS / everyS);
}
