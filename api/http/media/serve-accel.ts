import { isStorageFailure } from "../../domain/service/files/storage-failure.ts";
import type { LinkToFile } from "../../ports/files.ts";
import { contentTypeOf } from "./content-type.ts";
import { isSafePath } from "./file-source.ts";
import { accelAnswer, internalLocation, plainAnswer, report, type FileServer } from "./serve-file.ts";
import { againS } from "./serve-remote.ts";

/** Small texts that change: this server sends them. */
const text = /\.(?:m3u8|vtt)$/i;

/**
 * Lets nginx fetch files from a bucket (X-Accel-Redirect): below `location` nginx finds the path and query of a
 * presigned address, and passes them on to the bucket's host. nginx passes conditions and ranges on as well.
 * @param serve sends the other files
 * @param onAway receives why an address could not be signed
 */
export function createAccelServer({
  location,
  link,
  serve,
  clock,
  onAway,
}: {
  location: string;
  link: LinkToFile;
  serve: FileServer;
  clock: { now(): Date };
  onAway: (error: unknown) => void;
}): FileServer {
  const internal = internalLocation(location);
  return async function serveAccel(c, request) {
    const { path } = request;
    // nginx follows the viewer's range, and knows no other.
    if (text.test(path) || request.slice) return serve(c, request);
    if (!isSafePath(path)) return plainAnswer(404, "Not found");
    const method = c.req.raw.method === "HEAD" ? "HEAD" : "GET";
    try {
      const { pathname, search } = new URL((await link(path, { method, now: clock.now() })).url);
      report(request, 200);
      return accelAnswer(internal + pathname.slice(1) + search, contentTypeOf(path), request);
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      onAway(error);
      return plainAnswer(503, "Not available now", { "Retry-After": String(againS) });
    }
  };
}
