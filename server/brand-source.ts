import { defaultBrand, type BrandFacts } from "../contract/service/brand-facts.ts";

/** The operator's brand, for what this process renders. */
export type BrandSource = {
  /** As it is now; the last known one while it can't be read. */
  now: () => Promise<BrandFacts>;
  /** As it was last known. */
  known: () => BrandFacts;
};

/**
 * Remembers the brand, and reads it again at most every `freshMs`: however many pages are asked for, one read is under
 * way. A change clears nothing by itself: the keys of cached pages have the brand's version.
 * @param read what asks the settings, or another process for them
 */
export function createBrandSource(
  read: () => Promise<BrandFacts>,
  { freshMs = 0, now = Date.now }: { freshMs?: number; now?: () => number } = {},
): BrandSource {
  let known = defaultBrand;
  let readAt = -Infinity;
  let reading: Promise<void> | null = null;
  const look = async () => {
    try {
      known = await read();
    } catch {
      // The page that is asked for says that the service is away, if it needs more than the name.
    } finally {
      readAt = now();
      reading = null;
    }
  };
  return {
    known: () => known,
    async now() {
      if (now() - readAt >= freshMs) await (reading ??= look());
      return known;
    },
  };
}

/** Asks the backend of another process. */
export function readRemoteBrand(apiUrl: string): () => Promise<BrandFacts> {
  return async () => {
    const answer = await fetch(new URL("/api/brand/read", apiUrl), { signal: AbortSignal.timeout(3_000) });
    const { c, d } = (await answer.json()) as { c: number; d: BrandFacts };
    if (c !== 0) throw new Error(`API_URL answered ${answer.status}`);
    return d;
  };
}
