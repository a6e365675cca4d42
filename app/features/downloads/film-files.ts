import { filmCache, keptPrefix } from "./protocol.ts";

/** The files of kept films, by licence and path. */
export type FilmFiles = {
  /** Paths of the files that are there. */
  paths: (licence: string) => Promise<Set<string>>;
  read: (licence: string, path: string) => Promise<Response | undefined>;
  /** @throws DOMException QuotaExceededError where there is no room */
  write: (licence: string, path: string, body: Blob | string, type: string) => Promise<void>;
  drop: (licence: string) => Promise<void>;
  /** Licences anything is kept of. */
  licences: () => Promise<string[]>;
};

/** Films in the browser's Cache Storage, one cache each. */
export function openFilms(storage: CacheStorage = caches): FilmFiles {
  const cacheOf = (licence: string) => storage.open(filmCache + licence);
  const addressOf = (licence: string, path: string) => `${keptPrefix}${licence}/${path}`;
  return {
    async paths(licence) {
      const cache = await cacheOf(licence);
      const start = addressOf(licence, "").length;
      return new Set((await cache.keys()).map(({ url }) => new URL(url).pathname.slice(start)));
    },
    async read(licence, path) {
      // Opening would make an empty cache of what was never kept.
      if (!(await storage.has(filmCache + licence))) return undefined;
      return (await cacheOf(licence)).match(addressOf(licence, path), { ignoreVary: true });
    },
    async write(licence, path, body, type) {
      const response = new Response(body, { headers: { "Content-Type": type } });
      await (await cacheOf(licence)).put(addressOf(licence, path), response);
    },
    drop: async (licence) => void (await storage.delete(filmCache + licence)),
    licences: async () =>
      (await storage.keys())
        .filter((name) => name.startsWith(filmCache))
        .map((name) => name.slice(filmCache.length)),
  };
}
