import type { TokenStore } from "../../ports/token-store.ts";

export type GuardOptions = {
  /** The longest a call waits for the store. Milliseconds. */
  timeoutMs: number;
  /** Milliseconds between two attempts while the store is away. */
  retryMs?: number;
  /** Called once when the store has gone, and once when it is back. */
  onAway: (error: Error) => void;
  onBack: () => void;
  now?: () => number;
};

/**
 * The same store, for calls that must not fail or wait with it: when it fails or takes longer than `timeoutMs`, every
 * bucket has a token. While it is away, one call every `retryMs` asks it, and the others don't wait.
 */
export function guardStore(store: TokenStore, options: GuardOptions): TokenStore {
  const { timeoutMs, retryMs = 1_000, onAway, onBack, now = () => performance.now() } = options;
  let away = false;
  let retryAt = 0;

  async function ask<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    if (away && now() < retryAt) return otherwise;
    if (away) retryAt = now() + retryMs;
    try {
      const answer = await inTime(work(), timeoutMs);
      if (away) onBack();
      away = false;
      return answer;
    } catch (error) {
      retryAt = now() + retryMs;
      if (!away) onAway(error as Error);
      away = true;
      return otherwise;
    }
  }

  return {
    take: (buckets) => ask(() => store.take(buckets), 0),
    giveBack: (buckets) => ask(() => store.giveBack(buckets), undefined),
    close: store.close,
  };
}

function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`no answer within ${ms} ms`));
    // After a pause of this process itself, an answer that has arrived is read before this counts as late.
    const timer = setTimeout(() => setImmediate(late), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
