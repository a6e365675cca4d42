import { createAddressSigner, type AddressSigning } from "./sign-address.ts";

const minuteMs = 60_000;
/** One file's address ends on a full step and works for one to two of them. */
const stepMs = 5 * minuteMs;
/** Addresses remembered: a signature by RSA takes a millisecond, and viewers of the same minutes share it. */
const mostKnown = 20_000;

/** An address that opens one file, and when it stops working. */
export type FileAddress = { url: string; expiresAt: Date };

/** Where viewers fetch init segments, segments and thumbnails of movies. */
export type MediaOrigin = {
  /** Opens every file of an asset: its folder, ending in a slash, and the query of each file. Null: only files. */
  whole: ((asset: string, expiresAt: Date) => { folder: string; query: string }) | null;
  /**
   * Opens one file and no other. The address works for some minutes, and where the origin can tell, not beyond
   * `latest`.
   */
  file: (path: string, ask: { method: "GET" | "HEAD"; now: Date; latest: Date }) => Promise<FileAddress>;
};

/** @param url scheme and host of a CDN, and the path below which it has one folder per asset */
export function createCdnOrigin({ url, signing }: { url: string; signing: AddressSigning }): MediaOrigin {
  const base = url.endsWith("/") ? url : `${url}/`;
  const sign = createAddressSigner(signing);
  const known = new Map<string, string>();
  const signed = (scope: string, expiresAt: Date) => {
    const key = `${expiresAt.getTime()} ${scope}`;
    let query = known.get(key);
    if (query === undefined) {
      query = sign(scope, expiresAt);
      known.set(key, query);
      if (known.size > mostKnown) known.delete(known.keys().next().value!);
    }
    return query;
  };
  return {
    whole(asset, expiresAt) {
      const folder = `${base}${asset}/`;
      return { folder, query: `?${signed(folder, expiresAt)}` };
    },
    async file(path, { now, latest }) {
      const end = (Math.floor(now.getTime() / stepMs) + 2) * stepMs;
      const expiresAt = new Date(Math.min(end, latest.getTime()));
      const scope = base + path;
      return { url: `${scope}?${signed(scope, expiresAt)}`, expiresAt };
    },
  };
}

/**
 * A media playlist whose segments are at another origin. Every line that is no tag names a segment; the init segment is
 * in `EXT-X-MAP` (RFC 8216, 4.3.2.5).
 * @param folder of the playlist, ending in a slash
 */
export function moveSegments(playlist: string, { folder, query }: { folder: string; query: string }): string {
  return playlist
    .replace(/^(#EXT-X-MAP:.*?URI=")([\w.-]+)"/gm, (_all, head: string, name: string) => {
      return `${head}${folder}${name}${query}"`;
    })
    .replace(/^[\w.-]+$/gm, (name) => `${folder}${name}${query}`);
}
