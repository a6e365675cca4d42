import { hash, randomBytes } from "node:crypto";

/** How often something may be done: `burst` times at once, and one more each `everyS` seconds. */
export type Allowance = { burst: number; everyS: number };

/** One bucket: `key` within its table. All buckets of a table have one allowance. */
export type Wanted = { table: string; key: string; allowance: Allowance };

export type TokenBuckets = {
  /** Takes one from each bucket, or from none. `waitS` is the seconds until there is one in each; 0 = taken. */
  take: <W extends Wanted>(wanted: W[], now: Date) => { waitS: number; taken: Taken<W>[] };
  /** Puts one back into each: what was done is not of the kind that is counted. */
  giveBack: (taken: Taken<Wanted>[]) => void;
};

/** A bucket one was taken from. */
export type Taken<W extends Wanted = Wanted> = W & { bucket: Bucket };
type Bucket = { tokens: number; atMs: number };
type Table = { own: Map<string, Bucket>; shared: Map<number, Bucket>; sweptAtMs: number };

/** Buckets of its own a table has at most; one takes some 200 bytes. */
const mostOwn = 10_000;
/** Buckets that those share who come when a table is full. */
const sharedBuckets = 1_024;
/** Milliseconds between two looks through a full table for what has filled up again. */
const sweepEveryMs = 1_000;

/**
 * Token buckets in this process's memory. A full bucket is no different from none, so only others are kept, and only
 * full ones are dropped: whatever is asked, and however often, nobody is given back what was spent. When a table has no
 * room left, newcomers share a fixed number of buckets until some have filled up: they are limited together, by a hash
 * that nobody outside can work out.
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

  /** What the bucket holds now. Who has none of its own has what the shared one holds, as long as there is one. */
  function stateOf({ table, key, allowance }: Wanted, nowMs: number): Bucket {
    const { own, shared } = tableOf(table);
    const bucket = own.get(key) ?? (shared.size > 0 ? shared.get(placeOf(key)) : undefined);
    if (!bucket) return { tokens: allowance.burst, atMs: nowMs };
    return { tokens: refilled(bucket, allowance, nowMs), atMs: nowMs };
  }

  /** Where the bucket's state is written: its own place, or the shared one where there is no room for another. */
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
        // What is refused makes no bucket. One that is there is brought up to now, for a clock that was set back.
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

/** Drops what has filled up again. Rarely: it looks at all of them. */
function sweep(table: Table, allowance: Allowance, nowMs: number): void {
  if (Math.abs(nowMs - table.sweptAtMs) < sweepEveryMs) return;
  table.sweptAtMs = nowMs;
  for (const buckets of [table.own, table.shared] as Map<string | number, Bucket>[])
    for (const [key, bucket] of buckets)
      if (refilled(bucket, allowance, nowMs) >= allowance.burst) buckets.delete(key);
}

/** Tokens after the time that has passed. A clock that was set back refills nothing, and takes nothing away. */
function refilled({ tokens, atMs }: Bucket, { burst, everyS }: Allowance, nowMs: number): number {
  const passedS = Math.max(0, (nowMs - atMs) / 1000);
  return Math.min(burst, tokens + passedS / everyS);
}
