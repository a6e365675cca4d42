import { copyCache, keptPrefix } from "./protocol.ts";

/** The files of downloads, by licence and path. */
export type CopyFiles = {
  /** Paths of the files present. */
  paths: (licence: string) => Promise<Set<string>>;
  read: (licence: string, path: string) => Promise<Response | undefined>;
  /** @throws DOMException QuotaExceededError if there is no room */
  write: (licence: string, path: string, body: Blob | string, type: string) => Promise<void>;
  drop: (licence: string) => Promise<void>;
  /** Licences with at least one file. */
  licences: () => Promise<string[]>;
};

/** Downloads in the browser's Cache Storage, one cache each. */
export function openCopies(): CopyFiles {
  const cacheOf = (licence: string) => caches.open(copyCache + licence);
  const addressOf = (licence: string, path: string) => `${keptPrefix}${licence}/${path}`;
  return {
    async paths(licence) {
      const cache = await cacheOf(licence);
      const start = addressOf(licence, "").length;
      return new Set((await cache.keys()).map(({ url }) => new URL(url).pathname.slice(start)));
    },
    async read(licence, path) {
      // `open` would create an empty cache for an unknown licence.
      if (!(await caches.has(copyCache + licence))) return undefined;
      return (await cacheOf(licence)).match(addressOf(licence, path), { ignoreVary: true });
    },
    async write(licence, path, body, type) {
      const response = new Response(body, { headers: { "Content-Type": type } });
      await (await cacheOf(licence)).put(addressOf(licence, path), response);
    },
    drop: async (licence) => void (await caches.delete(copyCache + licence)),
    licences: async () =>
      (await caches.keys())
        .filter((name) => name.startsWith(copyCache))
        .map((name) => name.slice(copyCache.length)),
  };
}
