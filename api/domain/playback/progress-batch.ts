/** A user's place in an episode, checked and ready to be written. */
export type Place = {
  uid: string;
  id: string;
  index: number;
  positionS: number;
  durationS: number;
  finished: boolean;
  at: Date;
};

export type ProgressBatch = {
  /**
   * Keeps a place for the next write; it replaces the user's earlier place in that episode. When too many places wait,
   * it is written at once instead, and a failure rejects.
   */
  put: (place: Place) => Promise<void>;
  /**
   * Resolves when no place of the user waits any more. Call it before progress is read or changed.
   * @throws the error of the write
   */
  flush: (uid: string) => Promise<void>;
  /** Writes all that waits, and sets no more timers. */
  close: () => Promise<void>;
};

export type ProgressBatchOptions = {
  /** Writes places in one statement, at most one for each user and episode. */
  write: (places: Place[]) => Promise<void>;
  /** Receives the first failure of a row of failed writes: the places wait for the next one. */
  onPutOff: (error: unknown) => void;
  /** Receives how many places were dropped because they could not be written for `keepMs`. */
  onDropped: (places: number) => void;
  /** Milliseconds a place waits. Players save every 5 s, so a place in the database is at most 15 s old. */
  waitMs?: number;
  keepMs?: number;
  mostPlaces?: number;
};

/** Of one user, by episode. `since`: when the first of them came, in milliseconds of the monotonic clock. */
type Waiting = { since: number; places: Map<string, Place> };

const rowsAtOnce = 1_000;
const lookEveryMs = 1_000;
const retryMs = 5_000;

/**
 * Collects the places that players save every few seconds, and writes those of many users in one statement. One write
 * runs at a time; what becomes urgent meanwhile shares the next.
 */
export function createProgressBatch({
  write,
  onPutOff,
  onDropped,
  waitMs = 10_000,
  keepMs = 10 * 60_000,
  mostPlaces = 50_000,
}: ProgressBatchOptions): ProgressBatch {
  const waiting = new Map<string, Waiting>();
  const urgent = new Set<string>();
  let inFlight = new Map<string, Waiting>();
  let count = 0;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let failing = false;
  let closed = false;

  const add = (place: Place, since: number) => {
    let known = waiting.get(place.uid);
    if (!known) waiting.set(place.uid, (known = { since, places: new Map() }));
    known.since = Math.min(known.since, since);
    const key = `${place.id}/${place.index}`;
    const earlier = known.places.get(key);
    if (!earlier) count += 1;
    if (!earlier || earlier.at <= place.at) known.places.set(key, place);
  };

  function take(uid: string, into: Map<string, Waiting>): number {
    const one = waiting.get(uid);
    if (!one) return 0;
    waiting.delete(uid);
    into.set(uid, one);
    count -= one.places.size;
    return one.places.size;
  }

  async function round(): Promise<void> {
    next = null;
    const taken = new Map<string, Waiting>();
    let rows = 0;
    for (const uid of urgent) {
      if (rows >= rowsAtOnce) break;
      urgent.delete(uid);
      rows += take(uid, taken);
    }
    const due = performance.now() - waitMs;
    for (const [uid, { since }] of waiting) {
      if (rows >= rowsAtOnce) break;
      if (since <= due || closed) rows += take(uid, taken);
    }
    if (rows === 0) return;
    inFlight = taken;
    const places = [...taken.values()].flatMap((one) => [...one.places.values()]);
    try {
      await write(places);
      failing = false;
    } catch (error) {
      for (const { since, places: own } of taken.values()) for (const place of own.values()) add(place, since);
      throw error;
    } finally {
      inFlight = new Map();
    }
  }

  /** The write after the current one; all that ask for it meanwhile share it. */
  function nextRound(): Promise<void> {
    next ??= (running ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        running = round();
        return running;
      });
    return next;
  }

  const hasDue = () => {
    const due = performance.now() - waitMs;
    return [...waiting.values()].some(({ since }) => since <= due);
  };

  function dropOld(): void {
    const old = performance.now() - keepMs;
    let dropped = 0;
    for (const [uid, { since }] of waiting) if (since < old) dropped += take(uid, new Map());
    if (dropped > 0) onDropped(dropped);
  }

  async function look(): Promise<void> {
    try {
      while (hasDue()) await nextRound();
    } catch (error) {
      if (!failing) onPutOff(error);
      failing = true;
      dropOld();
    }
    timer = null;
    arm(failing ? retryMs : lookEveryMs);
  }

  function arm(ms: number): void {
    if (timer || closed || waiting.size === 0) return;
    timer = setTimeout(() => void look(), ms);
    timer.unref();
  }

  async function flush(uid: string): Promise<void> {
    while (waiting.has(uid) || inFlight.has(uid)) {
      urgent.add(uid);
      await nextRound();
    }
  }

  return {
    async put(place) {
      add(place, performance.now());
      if (count > mostPlaces || closed) return flush(place.uid);
      arm(lookEveryMs);
    },
    flush,
    async close() {
      closed = true;
      if (timer) clearTimeout(timer);
      while (waiting.size > 0 || inFlight.size > 0) await nextRound();
    },
  };
}
