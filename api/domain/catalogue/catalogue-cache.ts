/**
 * Answers that are the same for everyone, kept for a moment: a home page of twelve queries is not asked of the
 * database at every visit. An answer is recomputed once it is older than `freshMs`; until the new one is there,
 * the old one is given (up to `staleMs`), so that no visitor waits and a slow database is asked once, not by all.
 */
export type CatalogueCache = {
  /** An answer that is there is given at once, without a promise. */
  get: <T>(key: string, compute: () => Promise<T>) => T | Promise<T>;
  /** Forgets everything: what an admin changed is seen at once. */
  clear: () => void;
};

/** `value` is a promise until it is there. */
type Entry = { value: unknown; at: number; refreshing: boolean };

/** Milliseconds between two looks at when the catalogue changes by itself. */
const lookMs = 10_000;

/** Keys hold callers' input (a search, a cursor); the oldest go first, so that memory stays bounded. */
const maxEntries = 500;

/**
 * @param freshMs milliseconds an answer is given without a second look
 * @param staleMs milliseconds an answer is given while it is recomputed
 * @param onClear for what else was taken from the catalogue
 * @param nextChange asked now and then when the catalogue changes by the clock alone, in milliseconds; from that moment
 *   on nothing of before is given. Null = it does not
 */
export function createCatalogueCache({
  freshMs = 2_000,
  staleMs = 30_000,
  now = Date.now,
  onClear = () => {},
  nextChange,
}: {
  freshMs?: number;
  staleMs?: number;
  now?: () => number;
  onClear?: () => void;
  nextChange?: () => Promise<number | null>;
} = {}): CatalogueCache {
  const entries = new Map<string, Entry>();
  let changesAt = Infinity;
  let lookedAt = -Infinity;

  function clear(): void {
    entries.clear();
    changesAt = Infinity;
    lookedAt = -Infinity;
    onClear();
  }

  function watchClock(): void {
    const at = now();
    if (at >= changesAt) clear();
    if (!nextChange || at - lookedAt < lookMs) return;
    lookedAt = at;
    // A database that does not answer is somebody else's to report; it is asked again.
    nextChange().then(
      (next) => (changesAt = next ?? Infinity),
      () => {},
    );
  }

  function compute<T>(key: string, work: () => Promise<T>): Promise<T> {
    const value = work();
    const entry: Entry = { value, at: now(), refreshing: false };
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > maxEntries) entries.delete(entries.keys().next().value!);
    value.then(
      (there) => {
        entry.value = there;
      },
      () => {
        if (entries.get(key) === entry) entries.delete(key);
      },
    );
    return value;
  }

  function refresh<T>(key: string, entry: Entry, work: () => Promise<T>): void {
    if (entry.refreshing) return;
    entry.refreshing = true;
    work().then(
      (value) => {
        // Cleared or replaced meanwhile: then this answer may be from before the change.
        if (entries.get(key) !== entry) return;
        entries.set(key, { value, at: now(), refreshing: false });
      },
      () => {
        entry.refreshing = false;
      },
    );
  }

  return {
    get<T>(key: string, work: () => Promise<T>): T | Promise<T> {
      watchClock();
      const entry = entries.get(key);
      const age = entry ? now() - entry.at : Infinity;
      if (!entry || age > staleMs) return compute(key, work);
      if (age > freshMs) refresh(key, entry, work);
      return entry.value as T | Promise<T>;
    },
    clear,
  };
}
