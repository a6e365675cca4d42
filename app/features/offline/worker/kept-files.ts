import { BaseStrategy } from "@remix-pwa/sw/cache";

export type Limits = { entries: number; bytes: number };

const match = { ignoreVary: true };
/** Milliseconds for which nothing is fetched ahead after somebody has set out for a film. */
const hushMs = 8_000;
/** How many files are added between two looks at the limits. */
const trimEvery = 40;

/**
 * Files whose address changes with their content: what is kept is right for ever, so the network is asked only for what
 * is missing. (The library's own CacheFirst walks all entries at each hit, and over its limit takes the newest away.)
 */
export class KeptFiles extends BaseStrategy {
  private readonly limits: Limits | null;
  private added = 0;
  private quietUntil = 0;

  /** @param limits of the whole cache, the first kept goes first; null = somebody else tidies it */
  constructor(cacheName: string, limits: Limits | null) {
    super(cacheName);
    this.limits = limits;
  }

  /**
   * The kept file, else the network's, which is kept then. Failures and parts are passed on and not kept.
   * @param extend keeps the worker awake while the file is kept, beside the answer
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
    // Where the device is full nothing is kept, and the answer is as good.
    if (response.status === 200) extend(this.put(cache, request, response.clone()).catch(() => undefined));
    return response;
  }

  private async put(cache: Cache, request: Request, response: Response): Promise<void> {
    await cache.put(request, response);
    this.added += 1;
    if (this.added % trimEvery === 0) await this.trim();
  }

  /** Keeps files that are not there yet, one after the other. One that can't be had was only wanted ahead of time. */
  async add(paths: readonly string[]): Promise<void> {
    const cache = await this.openCache();
    for (const path of paths) {
      if (await cache.match(path, match)) continue;
      while (Date.now() < this.quietUntil) await new Promise((resolve) => setTimeout(resolve, 500));
      const response = await fetch(path).catch(() => null);
      if (response?.status === 200) await cache.put(path, response);
    }
  }

  /** Adds nothing for some time: the line is wanted for something else. */
  hush(): void {
    this.quietUntil = Date.now() + hushMs;
  }

  /** Takes away what is over the limits, the first kept first. */
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

  /** Deletes the files a test of their path refuses. */
  async drop(isWanted: (path: string) => boolean): Promise<void> {
    const cache = await this.openCache();
    for (const request of await cache.keys()) {
      if (!isWanted(new URL(request.url).pathname)) await cache.delete(request);
    }
  }
}
