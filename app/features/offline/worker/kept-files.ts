import { BaseStrategy } from "@remix-pwa/sw/cache";

export type Limits = { entries: number; bytes: number };

const match = { ignoreVary: true };

/**
 * Files whose address changes with their content: what is kept is right for ever, so the network is asked only for what
 * is missing. (The library's own CacheFirst walks all entries at each hit, and over its limit takes the newest away.)
 */
export class KeptFiles extends BaseStrategy {
  private readonly limits: Limits | null;

  /** @param limits of the whole cache, the first kept goes first; null = somebody else tidies it */
  constructor(cacheName: string, limits: Limits | null) {
    super(cacheName);
    this.limits = limits;
  }

  /** The kept file, else the network's, which is kept then. Failures and parts are passed on and not kept. */
  async handleRequest(asked: RequestInfo | URL): Promise<Response> {
    const request = this.ensureRequest(asked);
    const cache = await this.openCache();
    const kept = await cache.match(request, match);
    if (kept) return kept;
    const response = await fetch(request);
    if (response.status === 200) await cache.put(request, response.clone());
    return response;
  }

  /** Keeps files that are not there yet, one after the other. One that can't be had was only wanted ahead of time. */
  async add(paths: readonly string[]): Promise<void> {
    const cache = await this.openCache();
    for (const path of paths) {
      if (await cache.match(path, match)) continue;
      const response = await fetch(path).catch(() => null);
      if (response?.status === 200) await cache.put(path, response);
    }
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
