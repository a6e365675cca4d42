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
  /** Number of places that wait. */
  size: () => number;
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
  /** Milliseconds a place waits. Players save every 10 s, so the database is at most 15 s behind. */
  waitMs?: number;
  keepMs?: number;
  mostPlaces?: number;
};

/** Of one user, by episode. `since`: when the first of them came, in milliseconds of the monotonic clock. */
type Places = { since: number; places: Map<string, Place> };

const rowsAtOnce = 1_000;
const lookEveryMs = 1_000;
const retryMs = 5_000;

/** The places that wait, by user. */
function createWaiting() {
  const users = new Map<string, Places>();
  let count = 0;
  return {
    has: (uid: string) => users.has(uid),
    size: () => count,
    hasOlder: (than: number) => [...users.values()].some(({ since }) => since <= than),
    /** Keeps the later of two places in an episode. */
    add(place: Place, since: number): void {
      let known = users.get(place.uid);
      if (!known) users.set(place.uid, (known = { since, places: new Map() }));
      known.since = Math.min(known.since, since);
      const key = `${place.id}/${place.index}`;
      const earlier = known.places.get(key);
      if (!earlier) count += 1;
      if (!earlier || earlier.at <= place.at) known.places.set(key, place);
    },
    /** Takes the places of the users that `wants` says, up to some more than `most`. */
    take(wants: (uid: string, since: number) => boolean, most = Infinity): Map<string, Places> {
      const taken = new Map<string, Places>();
      let rows = 0;
      for (const [uid, one] of users) {
        if (rows >= most) break;
        if (!wants(uid, one.since)) continue;
        users.delete(uid);
        taken.set(uid, one);
        rows += one.places.size;
      }
      count -= rows;
      return taken;
    },
  };
}

const placesOf = (users: Map<string, Places>) =>
  [...users.values()].flatMap(({ places }) => [...places.values()]);

/**
 * Collects the places that players save every few seconds, and writes those of many users in one statement. One write
 * runs at a time; what becomes urgent meanwhile shares the next.
 */
export function createProgressBatch({
  write,
  onPutOff,
  onDropped,
  waitMs = 5_000,
  keepMs = 10 * 60_000,
  mostPlaces = 50_000,
}: ProgressBatchOptions): ProgressBatch {
  const waiting = createWaiting();
  const urgent = new Set<string>();
  let inFlight = new Map<string, Places>();
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let failing = false;
  let closed = false;
  const due = () => (closed ? Infinity : performance.now() - waitMs);
  async function round(): Promise<void> {
    next = null;
    const most = urgent.size > 0 ? Infinity : rowsAtOnce;
    const dueBy = due();
    const taken = waiting.take((uid, since) => urgent.has(uid) || since <= dueBy, most);
    urgent.clear();
    if (taken.size === 0) return;
    inFlight = taken;
    try {
      await write(placesOf(taken));
      failing = false;
    } catch (error) {
      for (const { since, places } of taken.values())
        for (const place of places.values()) waiting.add(place, since);
      throw error;
    } finally {
      inFlight = new Map();
    }
  }

  /** The write after the current one; all that ask for it meanwhile share it. */
  function nextRound(): Promise<void> {
    next ??= (running ?? Promise.resolve()).catch(() => {}).then(() => (running = round()));
    return next;
  }

  async function look(): Promise<void> {
    try {
      while (waiting.hasOlder(due())) await nextRound();
    } catch (error) {
      if (!failing) onPutOff(error);
      failing = true;
      const old = performance.now() - keepMs;
      const dropped = placesOf(waiting.take((_uid, since) => since < old)).length;
      if (dropped > 0) onDropped(dropped);
    }
    timer = null;
    arm(failing ? retryMs : lookEveryMs);
  }

  function arm(ms: number): void {
    if (timer || closed || waiting.size() === 0) return;
    timer = setTimeout(() => void look(), ms).unref();
  }

  async function flush(uid: string): Promise<void> {
    while (waiting.has(uid) || inFlight.has(uid)) {
      urgent.add(uid);
      await nextRound();
    }
  }

  return {
    async put(place) {
      waiting.add(place, performance.now());
      if (waiting.size() > mostPlaces || closed) return flush(place.uid);
      arm(lookEveryMs);
    },
    flush,
    size: waiting.size,
    async close() {
      closed = true;
      if (timer) clearTimeout(timer);
      while (waiting.size() > 0 || inFlight.size > 0) await nextRound();
    },
  };
}
