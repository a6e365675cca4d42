/** Every connection is in use, and none became free in time. Its code counts as a database that is away. */
export class DatabaseBusy extends Error {
  readonly code = "CONNECTION_BUSY";
}

/** Milliseconds until the usual number of places is tried again after the server refused a connection. */
const narrowMs = 5_000;

/** As many places as connections. A query that finds none free waits its turn for a limited time. */
export type Places = {
  /** @throws DatabaseBusy when none became free within so many milliseconds */
  take: (waitMs: number) => Promise<void>;
  give: () => void;
  /** Places there may be and are taken now, and how many wait in line. */
  use: () => { most: number; used: number; waiting: number };
  /** Allows only so many for some seconds: the server has no further connections for this process. */
  narrow: (to: number) => void;
};

export function createPlaces(most: number): Places {
  let limit = most;
  let used = 0;
  let widen: NodeJS.Timeout | undefined;
  const line = new Set<() => void>();
  const admit = () => {
    for (const enter of line) {
      if (used >= limit) return;
      line.delete(enter);
      used++;
      enter();
    }
  };
  return {
    async take(waitMs) {
      if (used < limit && line.size === 0) return void used++;
      await new Promise<void>((resolve, reject) => {
        const enter = () => {
          clearTimeout(late);
          resolve();
        };
        const late = setTimeout(() => {
          line.delete(enter);
          reject(new DatabaseBusy("No connection to the database became free in time"));
        }, waitMs);
        line.add(enter);
      });
    },
    give() {
      used--;
      admit();
    },
    use: () => ({ most: limit, used, waiting: line.size }),
    narrow(to) {
      limit = Math.min(most, Math.max(1, to));
      clearTimeout(widen);
      widen = setTimeout(() => {
        limit = most;
        admit();
      }, narrowMs).unref();
    },
  };
}
