import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { rowsOf } from "../../db/rows-of.ts";

/**
 * Caches answers that are the same for all users, so that the twelve queries of the home page don't run at every visit.
 * An answer older than `freshMs` is recomputed. Until the new one is ready, the old one is returned (up to `staleMs`),
 * so that no visitor waits and a slow database gets one query instead of one per visitor.
 */
export type CatalogueCache = {
  /** Returns the cached answer of a key, or computes it. */
  get: <T>(key: string, compute: () => Promise<T>) => Promise<T>;
  /** Clears the cache, so that a change by an admin is visible at once. */
  clear: () => void;
  /** Calls a listener whenever the cache is cleared: it drops what another part knows of the catalogue. */
  onClear: (listener: () => void) => void;
};

type Entry = { value: Promise<unknown>; at: number; refreshing: boolean };

/** Milliseconds between two checks when the catalogue next changes by its schedule. */
const lookMs = 10_000;

/**
 * Keys contain callers' input (a search, a cursor). The answers least recently used are dropped first, so that memory
 * stays bounded, and searches that are made once do not push out the home page.
 */
const maxEntries = 500;

/**
 * @param freshMs milliseconds an answer is returned without recomputing it
 * @param staleMs milliseconds an answer is returned while it is recomputed
 * @param nextChange called now and then for the time, in milliseconds, when the catalogue next changes by its
 *   schedule. From then on no earlier answer is returned. Null = no change is scheduled
 */
export function createCatalogueCache({
  freshMs = 2_000,
  staleMs = 30_000,
  now = Date.now,
  nextChange,
}: {
  freshMs?: number;
  staleMs?: number;
  now?: () => number;
  nextChange?: () => Promise<number | null>;
} = {}): CatalogueCache {
  const entries = new Map<string, Entry>();
  const listeners: (() => void)[] = [];
  let changesAt = Infinity;
  let lookedAt = -Infinity;

  function clear(): void {
    entries.clear();
    changesAt = Infinity;
    lookedAt = -Infinity;
    for (const listener of listeners) listener();
  }

  function watchClock(): void {
    const at = now();
    if (at >= changesAt) clear();
    if (!nextChange || at - lookedAt < lookMs) return;
    lookedAt = at;
    void look(nextChange);
  }

  async function look(nextChange: () => Promise<number | null>): Promise<void> {
    try {
      changesAt = (await nextChange()) ?? Infinity;
    } catch {
      // A database failure is reported elsewhere; the check is repeated.
    }
  }

  async function compute<T>(key: string, work: () => Promise<T>): Promise<T> {
    const entry: Entry = { value: work(), at: now(), refreshing: false };
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > maxEntries) entries.delete(entries.keys().next().value!);
    try {
      return (await entry.value) as T;
    } catch (error) {
      if (entries.get(key) === entry) entries.delete(key);
      throw error;
    }
  }

  async function refresh(key: string, entry: Entry, work: () => Promise<unknown>): Promise<void> {
    if (entry.refreshing) return;
    entry.refreshing = true;
    try {
      const value = work();
      await value;
      // Cleared or replaced meanwhile: this answer may be from before the change.
      if (entries.get(key) === entry) entries.set(key, { value, at: now(), refreshing: false });
    } catch {
      entry.refreshing = false;
    }
  }

  return {
    async get<T>(key: string, work: () => Promise<T>): Promise<T> {
      watchClock();
      const entry = entries.get(key);
      const age = entry ? now() - entry.at : Infinity;
      if (!entry || age > staleMs) return compute(key, work);
      entries.delete(key);
      entries.set(key, entry);
      if (age > freshMs) void refresh(key, entry, work);
      return entry.value as Promise<T>;
    },
    clear,
    onClear: (listener) => void listeners.push(listener),
  };
}

/** @returns when a movie is next published or hidden by its schedule, in milliseconds; null = none is scheduled */
export async function nextScheduled(db: Db): Promise<number | null> {
  const [row] = rowsOf<{ at: Date | string | null }>(
    await db.execute(sql`select least(
      (select min(published_at) from movie where status = 'published' and published_at > now()),
      (select min(hide_at) from movie where status = 'published' and hide_at > now())) as at`),
  );
  return row?.at ? new Date(row.at).getTime() : null;
}
