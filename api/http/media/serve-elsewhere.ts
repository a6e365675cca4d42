import type { Context } from "hono";
import { grantEnd } from "../../domain/playback/grant-life.ts";
import { moveSegments, type MediaOrigin } from "../../domain/playback/media/media-origin.ts";
import { isStorageFailure } from "../../domain/service/files/storage-failure.ts";
import type { Files } from "../../ports/files.ts";
import { always, plainAnswer } from "./serve-file.ts";
import { againS } from "./serve-remote.ts";
import { textAnswer } from "./text-answer.ts";

export type ElsewhereRequest = {
  asset: string;
  /** Relative to the asset, decoded. It may be hostile. */
  path: string;
  /** The grant opens the whole asset, and its delivery is not recorded as progress. */
  direct: boolean;
  /** End of the grant. */
  expiresAt: Date;
  now: Date;
  cacheControl: string;
};

/** @returns null when this server has to serve the file itself */
export type ElsewhereServer = (c: Context, request: ElsewhereRequest) => Promise<Response | null>;

const moved = /^(?:[\w-]+\/(?:init\.mp4|rendition\.mp4|seg_\d{5,}\.m4s)|[\w-]+\.(?:webp|jpg))$/;
const mediaPlaylist = /^[\w-]+\/index\.m3u8$/;
/** Seconds before the end of an address after which a browser asks for a fresh one. */
const marginS = 60;

/**
 * For media at another origin: names the segments there in the playlists of a `direct` grant, and redirects every other
 * request for one to an address that opens this file alone. So a teaser opens no more than its segments, and the
 * delivery to players without scripts is still seen here.
 * @param assetStore texts of the movies, by path
 * @param onAway called when a store could not be read
 */
export function createElsewhereServer({
  origin,
  assetStore,
  onAway,
}: {
  origin: MediaOrigin;
  assetStore: Pick<Files, "text">;
  onAway: (error: unknown) => void;
}): ElsewhereServer {
  const { whole } = origin;

  async function redirect({ asset, path, expiresAt, now }: ElsewhereRequest, head: boolean) {
    const method = head ? "HEAD" : "GET";
    const address = await origin.file(`${asset}/${path}`, { method, now, latest: expiresAt });
    const leftS = Math.floor((address.expiresAt.getTime() - now.getTime()) / 1000) - marginS;
    const headers = {
      Location: address.url,
      "Cache-Control": leftS > 0 ? `private, max-age=${leftS}` : "no-store",
      ...always,
    };
    return new Response(null, { status: 302, headers });
  }

  async function playlist(c: Context, request: ElsewhereRequest, open: NonNullable<typeof whole>) {
    const { asset, path, expiresAt, now, cacheControl } = request;
    const text = await assetStore.text(`${asset}/${path}`);
    if (text === null) return plainAnswer(404, "Not found");
    // The grant of a download lasts a day: its playlists open no more than a player's.
    const soon = grantEnd({ vip: true, lasting: false, durationS: 0, now, vipUntil: null });
    const { folder, query } = open(asset, soon < expiresAt ? soon : expiresAt);
    const rendition = path.slice(0, path.indexOf("/") + 1);
    const moved = moveSegments(text, { folder: folder + rendition, query });
    return textAnswer(c, { path, text: moved, cacheControl });
  }

  return async function serveElsewhere(c, request) {
    const head = c.req.raw.method === "HEAD";
    try {
      if (moved.test(request.path)) return await redirect(request, head);
      if (whole && request.direct && mediaPlaylist.test(request.path))
        return await playlist(c, request, whole);
      return null;
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      onAway(error);
      return plainAnswer(503, "Not available now", { "Retry-After": String(againS) });
    }
  };
}
