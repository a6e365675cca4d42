import { Hono, type Context } from "hono";
import { isAssetId, verifyGrant, type MediaGrant } from "../../domain/playback/media/grant.ts";
import type { FilmPart } from "../../domain/playback/preview.ts";
import { contentTypeOf } from "./content-type.ts";
import { createFileServer, plainAnswer, type FileRequest, type FileServer } from "./serve-file.ts";
import type { PartServer } from "./serve-part.ts";

/** A segment was asked for and is being answered: `path` is relative to the asset, as in `240p/seg_00004.m4s`. */
export type SegmentEvent = {
  grant: MediaGrant;
  path: string;
  /** The request's Sec-Fetch-Dest: `video` when the browser plays by itself, `empty` when a script fetches. */
  secFetchDest: string | undefined;
  userAgent: string;
  acceptLanguage: string | null;
};

export type MediaRouterOptions = {
  /** The folder that holds one folder per asset. Everything below it but dotfiles can be read with a grant. */
  root: string;
  /** Who sends the files, where they are not in `root`. */
  serve?: FileServer | undefined;
  /** Key of the grants, see `signGrant`. */
  secret: string;
  clock: { now(): Date };
  /** Internal location of nginx for X-Accel-Redirect, mapped to `root`; without it we send the bytes. */
  accel?: string;
  /** Whether a cache of the operator's own may keep what was signed for `subject`. Without it none may. */
  mayShare?: (subject: string) => boolean;
  /** Whether a request that brings a session's token may use a URL signed for `subject`. Without it all may. */
  mayWatch?: (request: { subject: string; token: string; now: Date }) => Promise<boolean>;
  /** Whether a film is no title's any more: then no signature opens it. Without it every one that is there is served. */
  isWithheld?: (asset: string, now: Date) => Promise<boolean>;
  /** As much of a film as was signed for `subject`, and who serves it; null = all of it. */
  parts?: { of: (subject: string) => FilmPart | null; serve: PartServer };
  /** For a GET of a `seg_NNNNN.m4s` answered 200 or 206, before its body. What it throws is dropped. */
  onSegment?: (event: SegmentEvent) => void;
};

export type ArtworkRouterOptions = {
  /** The folder that holds one folder per movie. */
  root: string;
  clock?: { now(): Date };
};

/**
 * The URL carries the grant, so a shared cache could serve it to someone else: hence `private`. A cache of the
 * operator's own, which keeps it no longer than the grant lasts, is told apart (RFC 9213).
 */
const IMMUTABLE_PRIVATE = "private, max-age=31536000, immutable";
const SHORT_PRIVATE = "private, max-age=300";
const IMMUTABLE_PUBLIC = "public, max-age=31536000, immutable";
const SHORT_PUBLIC = "public, max-age=300";
/** Written anew when a title gets another rung, another subtitle or a correction. */
const REVISED = /\.(?:m3u8|vtt)$/i;
const SEGMENT = /(?:^|\/)seg_\d{5,}\.m4s$/;

/**
 * `/<grant>/<asset>/<path>`, to be mounted with `app.route("/media", …)`. 403 with a short text for a grant
 * that is malformed, forged or expired; 404 for what is not there; 405 for methods other than GET and HEAD.
 *
 * @throws RangeError when the secret is empty
 */
export function createMediaRouter(options: MediaRouterOptions): Hono {
  const { root, secret, clock, accel, mayWatch, mayShare, isWithheld, parts, onSegment } = options;
  if (secret === "") throw new RangeError("The secret of media grants is empty");
  const serve = options.serve ?? createFileServer({ root, clock, accel });
  const router = new Hono();

  router.all("/:prefix/:asset/:path{.+}", async (c) => {
    if (!isReading(c)) return methodNotAllowed();
    const { prefix, asset, path } = c.req.param();
    if (!isAssetId(asset)) return plainAnswer(404, "Not found");
    const now = clock.now();
    const verdict = verifyGrant({ prefix, asset, now, secret });
    if (!verdict.ok) {
      return plainAnswer(
        403,
        verdict.reason === "expired" ? "This link has expired" : "This link is not valid",
      );
    }
    if (await isWithheld?.(asset, now)) return plainAnswer(404, "Not found");
    const { subject } = verdict.grant;
    const token = mayWatch ? sessionToken(c) : null;
    if (token !== null && !(await mayWatch!({ subject, token, now })))
      return plainAnswer(403, "This link is somebody else's");
    const revised = REVISED.test(path);
    const cacheControl = revised ? SHORT_PRIVATE : IMMUTABLE_PRIVATE;
    const part = parts?.of(subject) ?? null;
    if (part) {
      const answer = await parts!.serve(c, { asset, path, part, cacheControl });
      if (answer) return answer;
    }
    const request: FileRequest = { path: `${asset}/${path}`, cacheControl };
    if (!revised && mayShare?.(subject)) {
      const leftS = Math.floor((verdict.grant.expiresAt.getTime() - now.getTime()) / 1000);
      request.headers = { "CDN-Cache-Control": `public, max-age=${leftS}` };
    }
    if (onSegment && c.req.raw.method === "GET" && SEGMENT.test(path)) {
      const event: SegmentEvent = {
        grant: verdict.grant,
        path,
        secFetchDest: c.req.header("sec-fetch-dest"),
        userAgent: c.req.header("user-agent") ?? "",
        acceptLanguage: c.req.header("accept-language") ?? null,
      };
      request.onAnswer = (status) => {
        if (status === 200 || status === 206) onSegment(event);
      };
    }
    return serve(c, request);
  });
  router.all("*", (c) => (isReading(c) ? plainAnswer(404, "Not found") : methodNotAllowed()));
  return router;
}

/**
 * `/<movie>/<file>`, to be mounted with `app.route("/artwork", …)`: images anyone may see, nothing else from
 * the folder. A URL with a version (`?v=`) is cached for good, one without for five minutes.
 */
export function createArtworkRouter(options: ArtworkRouterOptions): Hono {
  const serve = createFileServer({ root: options.root, clock: options.clock ?? { now: () => new Date() } });
  const router = new Hono();

  router.all("/:movie/:file", (c) => {
    if (!isReading(c)) return methodNotAllowed();
    const { movie, file } = c.req.param();
    if (!isAssetId(movie) || file.includes("/") || !contentTypeOf(file).startsWith("image/")) {
      return plainAnswer(404, "Not found");
    }
    const cacheControl = c.req.query("v") ? IMMUTABLE_PUBLIC : SHORT_PUBLIC;
    return serve(c, { path: `${movie}/${file}`, cacheControl });
  });
  router.all("*", (c) => (isReading(c) ? plainAnswer(404, "Not found") : methodNotAllowed()));
  return router;
}

/** The session a request brings: by the header clients of the API send, or by the cookie, as the edge has read it. */
function sessionToken(c: Context): string | null {
  const bearer = /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(c.req.header("authorization") ?? "")?.[1];
  return bearer ?? (c.env as { session?: string | null } | undefined)?.session ?? null;
}

function isReading(c: Context): boolean {
  return c.req.raw.method === "GET" || c.req.raw.method === "HEAD";
}

function methodNotAllowed(): Response {
  return plainAnswer(405, "Method not allowed", { Allow: "GET, HEAD" });
}
