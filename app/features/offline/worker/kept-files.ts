import { BaseStrategy } from "@remix-pwa/sw/cache";

export type Limits = { entries: number; bytes: number };

const match = { ignoreVary: true };
/** Milliseconds without prefetch after the user has opened a movie. */
const hushMs = 8_000;
/** Number of files added between two checks of the limits. */
const trimEvery = 40;

/**
 * Files whose address changes with their content: a stored file is right for ever, so only missing files need the
 * network. (The library's own CacheFirst walks all entries at each hit, and over its limit removes the newest.)
 */
export class KeptFiles extends BaseStrategy {
  private readonly limits: Limits | null;
  private added = 0;
  private quietUntil = 0;

  /** @param limits of the whole cache, the oldest entry goes first; null = other code tidies it */
  constructor(cacheName: string, limits: Limits | null) {
    super(cacheName);
    this.limits = limits;
  }

  /**
   * The stored file, else the network's, which is then stored. Failures and partial answers are passed on and not
   * stored.
   * @param extend keeps the worker awake while the file is stored, after the answer
   */
  async handleRequest(
    asked: RequestInfo | URL,
    extend: (work: Promise<unknown>) => void = () => undefined,
  ): Promise<Response> {
    const request = this.ensureRequest(asked);
    const cache = await this.openCache();
    const kept = await cache.match(request, match);
    if (kept) return kept;
    const response = await fetch(request);
    // If the device is full nothing is stored, and the answer is still good.
    if (response.status === 200) extend(this.put(cache, request, response.clone()).catch(() => undefined));
    return response;
  }

  private async put(cache: Cache, request: Request, response: Response): Promise<void> {
    await cache.put(request, response);
    this.added += 1;
    if (this.added % trimEvery === 0) await this.trim();
  }

  /** Stores missing files, one after the other. A failure does not matter: this is only a prefetch. */
  async add(paths: readonly string[]): Promise<void> {
    const cache = await this.openCache();
    for (const path of paths) {
      if (await cache.match(path, match)) continue;
      while (Date.now() < this.quietUntil) await new Promise((resolve) => setTimeout(resolve, 500));
      const response = await fetch(path).catch(() => null);
      if (response?.status === 200) await cache.put(path, response);
    }
  }

  /** Adds nothing for some time: the network is needed for something else. */
  hush(): void {
    this.quietUntil = Date.now() + hushMs;
  }

  /** Removes what exceeds the limits, the oldest entry first. */
  async trim(): Promise<void> {
    if (!this.limits) return;
    const cache = await this.openCache();
    const requests = await cache.keys();
    let { entries, bytes } = this.limits;
    for (const request of requests.toReversed()) {
      const response = await cache.match(request, match);
      entries -= 1;
      bytes -= Number(response?.headers.get("Content-Length") ?? 0);
      if (entries < 0 || bytes < 0) await cache.delete(request);
    }
  }

  /** Deletes the files whose path fails a test. */
  async drop(isWanted: (path: string) => boolean): Promise<void> {
    const cache = await this.openCache();
    for (const request of await cache.keys()) {
      if (!isWanted(new URL(request.url).pathname)) await cache.delete(request);
    }
  }
}
