import { Hono, type Context } from "hono";
import { brandIcons, type BrandIcon } from "../../../contract/service/brand-facts.ts";
import { localeOfCode, type Locale } from "../../../contract/locales.ts";
import { isAssetId, verifyGrant, type MediaGrant } from "../../domain/playback/media/grant.ts";
import { brandFolder } from "../../domain/service/brand/brand-pictures.ts";
import type { MediaRequest } from "../../domain/playback/entitlement-check.ts";
import type { Teaser } from "../../domain/playback/teaser.ts";
import { contentTypeOf } from "./content-type.ts";
import type { JoinedFinder } from "./find-joined.ts";
import { createFileServer, plainAnswer, report, type FileRequest, type FileServer } from "./serve-file.ts";
import type { ElsewhereServer } from "./serve-elsewhere.ts";
import type { MasterServer } from "./serve-master.ts";
import type { PartServer } from "./serve-part.ts";

/** A segment was requested and is being answered: `path` is relative to the asset, as in `240p/seg_00004.m4s`. */
export type SegmentEvent = {
  grant: MediaGrant;
  path: string;
  userAgent: string;
  acceptLanguage: string | null;
};

export type MediaRouterOptions = {
  /** The folder that holds one folder per asset. A grant opens everything below it except dotfiles. */
  root: string;
  /** Serves the files if they are not in `root`. */
  serve?: FileServer | undefined;
  /** Key of the grants, see `signGrant`. */
  secret: string;
  clock: { now(): Date };
  /** Internal location of nginx for X-Accel-Redirect, mapped to `root`; without it this server sends the bytes. */
  accel?: string;
  /** Whether a shared cache of the operator may store files signed for `subject`. Without it none may. */
  mayShare?: (subject: string) => boolean;
  /** Whether a request with this session token, or none, may use a URL signed for `subject`. Without it all may. */
  mayWatch?: (request: MediaRequest) => Promise<boolean>;
  /**
   * Whether no title uses a movie's asset any more: no signature opens it then. Without it every existing asset is
   * served.
   */
  isWithheld?: (asset: string, now: Date) => Promise<boolean>;
  /** The part of a movie that was signed for `subject`, and its server; null = the whole movie. */
  parts?: { of: (subject: string) => Teaser | null; serve: PartServer };
  /** Whether a URL was signed for another screen, whose own page reads its answers from another site. */
  isForReceiver?: (subject: string) => boolean;
  /** Whether a URL signed for `subject` opens all of an asset, and its delivery is not recorded as progress. */
  isDirect?: (subject: string) => boolean;
  /** For assets whose renditions are one file each. `ranges`: playlists name parts of these files where they may. */
  joined?: { find: JoinedFinder; ranges: boolean };
  /** Serves an asset's multivariant playlist where it is not served as it is stored. */
  master?: MasterServer;
  /** For media at another origin. */
  elsewhere?: ElsewhereServer | undefined;
  /** Called for a GET of a `seg_NNNNN.m4s` answered 200, 206 or 302, before its body. Its errors are dropped. */
  onSegment?: (event: SegmentEvent) => void;
};

export type ArtworkRouterOptions = {
  /** Serves the files of the place that holds one folder per movie. */
  serve: FileServer;
  /** A published title's card in a language; `later` where it can't be drawn now, null where there is no such title. */
  card: (movie: string, locale: Locale) => Promise<CardFound>;
  /** An icon of the operator's brand; null where the product's own are in use. */
  icon: (name: BrandIcon) => Promise<CardFound>;
};

/** `version` is the one that its address names. */
export type CardFound = { path: string; version: string } | "later" | null;

/**
 * The URL carries the grant, so a shared cache could serve it to another user: hence `private`. A cache of the
 * operator, which keeps it no longer than the grant lasts, gets its own header (RFC 9213).
 */
const IMMUTABLE_PRIVATE = "private, max-age=31536000, immutable";
const SHORT_PRIVATE = "private, max-age=300";
const IMMUTABLE_PUBLIC = "public, max-age=31536000, immutable";
const SHORT_PUBLIC = "public, max-age=300";
/** Rewritten when a title gets another rung, another subtitle or a correction. */
const REVISED = /\.(?:m3u8|vtt)$/i;
/**
 * Query field of a playlist: `segments` lists segments by name, for downloads; `ranges` lists byte ranges of the
 * rendition's file, where the grant allows them.
 */
const FORM = "as";
const SEGMENT = /(?:^|\/)seg_\d{5,}\.m4s$/;
/** For the page of a receiver, at any address. Never with credentials: its URL is all it has. */
const CORS = { "Access-Control-Allow-Origin": "*" };
/** Answers a receiver's page that asks whether it may send a `Range`. */
const PREFLIGHT = {
  ...CORS,
  "Access-Control-Allow-Methods": "GET, HEAD",
  "Access-Control-Allow-Headers": "Range",
  "Access-Control-Max-Age": "7200",
};

/**
 * `/<grant>/<asset>/<path>`, to be mounted with `app.route("/media", …)`. 403 with a short text for a malformed, forged
 * or expired grant; 404 for a missing file; 405 for methods other than GET and HEAD.
 * @throws RangeError when the secret is empty
 */
export function createMediaRouter(options: MediaRouterOptions): Hono {
  const { root, secret, clock, accel, mayWatch, mayShare, isWithheld, parts } = options;
  const { isDirect = () => false, isForReceiver = () => false } = options;
  const { joined, master, elsewhere, onSegment } = options;
  if (secret === "") throw new RangeError("The secret of media grants is empty");
  const serve = options.serve ?? createFileServer({ root, clock, accel });
  const router = new Hono();

  router.all("/:prefix/:asset/:path{.+}", async (c) => {
    const { method } = c.req.raw;
    if (!isReading(c) && method !== "OPTIONS") return methodNotAllowed();
    const { prefix, asset, path } = c.req.param();
    if (!isAssetId(asset)) return plainAnswer(404, "Not found");
    const now = clock.now();
    const verdict = verifyGrant({ prefix, asset, now, secret });
    const received = verdict.ok && isForReceiver(verdict.grant.subject);
    if (method === "OPTIONS")
      return received ? new Response(null, { status: 204, headers: PREFLIGHT }) : methodNotAllowed();
    if (!verdict.ok) {
      return plainAnswer(
        403,
        verdict.reason === "expired" ? "This link has expired" : "This link is not valid",
      );
    }
    if (await isWithheld?.(asset, now)) return plainAnswer(404, "Not found");
    const { subject } = verdict.grant;
    if (mayWatch && !(await mayWatch({ subject, token: sessionToken(c), asset, path, now })))
      return plainAnswer(403, "This link belongs to another user", received ? CORS : {});
    const answer = await serveGranted(c, { grant: verdict.grant, asset, path, now, received });
    if (received) for (const [name, value] of Object.entries(CORS)) answer.headers.set(name, value);
    return answer;
  });
  router.all("*", (c) => (isReading(c) ? plainAnswer(404, "Not found") : methodNotAllowed()));
  return router;

  async function serveGranted(c: Context, { grant, asset, path, now, received }: Granted): Promise<Response> {
    const { subject, expiresAt } = grant;
    const revised = REVISED.test(path);
    const cacheControl = revised ? SHORT_PRIVATE : IMMUTABLE_PRIVATE;
    const part = parts?.of(subject) ?? null;
    if (part) {
      const answer = await parts!.serve(c, { asset, path, part, cacheControl });
      if (answer) return answer;
    }
    const described = await master?.(c, { asset, path, cacheControl });
    if (described) return described;
    const form = c.req.query(FORM);
    const direct = isDirect(subject) && form !== "segments";
    // A body that is written to the socket at once carries its headers with it.
    const request: FileRequest = { path: `${asset}/${path}`, cacheControl, headers: received ? CORS : {} };
    if (onSegment && c.req.raw.method === "GET" && SEGMENT.test(path)) {
      const event: SegmentEvent = {
        grant,
        path,
        userAgent: c.req.header("user-agent") ?? "",
        acceptLanguage: c.req.header("accept-language") ?? null,
      };
      request.onAnswer = (status) => {
        if (status === 200 || status === 206) onSegment(event);
      };
    }
    if (!revised && mayShare?.(subject)) {
      const leftS = Math.floor((expiresAt.getTime() - now.getTime()) / 1000);
      request.headers = { ...request.headers, "CDN-Cache-Control": `public, max-age=${leftS}` };
    }
    const ranges = direct && joined?.ranges === true;
    const found = await joined?.find(c, { asset, path, ranges, cacheControl });
    if (found instanceof Response) return found;
    if (found) return serve(c, { ...request, slice: found });
    const moves = direct && form !== "ranges";
    const moved = await elsewhere?.(c, { asset, path, expiresAt, now, cacheControl, direct: moves });
    // The viewer fetches the file at once.
    if (moved?.status === 302) report(request, 200);
    return moved ?? serve(c, request);
  }
}

/** A request whose grant is valid. `received`: by another screen. */
type Granted = { grant: MediaGrant; asset: string; path: string; now: Date; received: boolean };

/**
 * `/<movie>/<file>`, to be mounted with `app.route("/artwork", …)`: public images, and nothing else from the folder. A
 * URL with a version (`?v=`) is cached permanently, one without for five minutes.
 */
export function createArtworkRouter({ serve, card, icon }: ArtworkRouterOptions): Hono {
  const router = new Hono();

  router.all("/:movie/:file", async (c) => {
    if (!isReading(c)) return methodNotAllowed();
    const { movie, file } = c.req.param();
    if (isAssetId(movie) && file.startsWith("card-")) return serveCard(c, { serve, card });
    if (movie === brandFolder && isIcon(file)) return serveIcon(c, { serve, icon }, file);
    if (!isAssetId(movie) || file.includes("/") || !contentTypeOf(file).startsWith("image/")) {
      return plainAnswer(404, "Not found");
    }
    const cacheControl = c.req.query("v") ? IMMUTABLE_PUBLIC : SHORT_PUBLIC;
    // The page of a receiver, another site's, shows the picture of what it plays.
    const headers = { "Cross-Origin-Resource-Policy": "cross-origin" };
    return serve(c, { path: `${movie}/${file}`, cacheControl, headers });
  });
  router.all("*", (c) => (isReading(c) ? plainAnswer(404, "Not found") : methodNotAllowed()));
  return router;
}

const isIcon = (file: string): file is BrandIcon => brandIcons.some((name) => name === file);

async function serveIcon(
  c: Context,
  { serve, icon }: Pick<ArtworkRouterOptions, "serve" | "icon">,
  name: BrandIcon,
): Promise<Response> {
  const found = await icon(name);
  // The product's own, or what browsers ask for again.
  if (found === null) return plainAnswer(404, "Not found");
  if (found === "later") return plainAnswer(503, "Not available now", { "Retry-After": "5" });
  const isCurrent = c.req.query("v") === found.version;
  const headers = { "Cross-Origin-Resource-Policy": "cross-origin" };
  return serve(c, { path: found.path, cacheControl: isCurrent ? IMMUTABLE_PUBLIC : SHORT_PUBLIC, headers });
}

/** A card says what a title is called, so a hidden title has none: its other pictures say nothing. */
async function serveCard(
  c: Context,
  { serve, card }: Pick<ArtworkRouterOptions, "serve" | "card">,
): Promise<Response> {
  const { movie, file } = c.req.param() as { movie: string; file: string };
  const locale = localeOfCode(/^card-([a-z-]{2,10})\.jpg$/.exec(file)?.[1] ?? "");
  const found = locale ? await card(movie, locale) : null;
  if (found === null) return plainAnswer(404, "Not found");
  // Its backdrop is as good for a link, until it can be drawn.
  if (found === "later")
    return new Response(null, {
      status: 302,
      headers: { Location: `/artwork/${movie}/backdrop-1280.webp`, "Cache-Control": "no-store" },
    });
  const isCurrent = c.req.query("v") === found.version;
  const headers = { "Cross-Origin-Resource-Policy": "cross-origin" };
  return serve(c, { path: found.path, cacheControl: isCurrent ? IMMUTABLE_PUBLIC : SHORT_PUBLIC, headers });
}

/** The session token of a request: from the header that API clients send, or from the cookie read by the edge. */
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
