import { randomBytes } from "node:crypto";
import type { ServerBuild } from "@remix-run/node";
import type { Context } from "hono";
import type { Logger } from "pino";
import type { Api } from "../api/http/create-api.ts";
import { deviceOf, isTelevision, televisionCookie, type Device } from "../app/lib/device.ts";
import { castHeader, type LoadContext } from "../app/lib/load-context.ts";
import { visitCookie } from "../app/lib/request-language.ts";
import { createStyleInliner } from "../app/performance/inline-styles.ts";
import type { BrandFacts } from "../contract/service/brand-facts.ts";
import type { FirebaseSettings } from "../contract/accounts/firebase.ts";
import type { BrandSource } from "./brand-source.ts";
import { compressText } from "./compress-text.ts";
import type { Bindings } from "./edge.ts";
import { createPageHandler } from "./fewer-routes.ts";
import { createPageCache, sharedPageKey, type CachedPage } from "./page-cache.ts";
import type { RequestInfo } from "./request-info.ts";
import { documentHeaders } from "./security-headers.ts";

/** Placeholders in a shared page for each request's nonce and id. Random, so that no content can contain them. */
const marks = {
  nonce: `nonce-${randomBytes(12).toString("hex")}`,
  id: `id-${randomBytes(12).toString("hex")}`,
};

export type PageOptions = {
  /** Answers a loader's request to /api. */
  apiFetch: (request: Request, caller: { address: string }) => Promise<Response>;
  brand: BrandSource;
  /** Folder of the texts. */
  localesDir: string;
  /** Answers a loader's call in this process; null where the API is in another one. */
  direct: Api["direct"] | null;
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: "development" | "production" | "test";
  /** Files of the build that this process uses. */
  clientDir: string;
  /** Whether the diagnostics page exists. */
  diagnostics: boolean;
  /** false: the service worker is removed from every browser that has it. */
  serviceWorker: boolean;
  /** Allows the Firebase SDK in the content policy; null when Firebase is not used. */
  firebase: FirebaseSettings | null;
  /** Scheme and host of another server that pages fetch media from; null = none. */
  mediaSource: string | null;
  /** Origin of the bucket that pages send files to; null without one. */
  bucketOrigin: string | null;
  log: Logger;
};

/** An answer of Remix; `html` is a whole document, null for all else. */
type Rendered = { response: Response; html: Uint8Array<ArrayBuffer> | null };

/** Answers what Remix's routes answer: documents, their data, forms. */
export function createPages(options: PageOptions) {
  const { firebase, mediaSource, bucketOrigin, mode } = options;
  const dev = mode === "development";
  const render = createRenderer(options);
  const share = createSharing(options, render);
  return async (c: Context<{ Bindings: Bindings }>) => {
    const request = c.req.raw;
    const { info } = c.env;
    const nonce = randomBytes(16).toString("base64");
    const brand = await options.brand.now();
    const { response, html } =
      (await share(request, info, { nonce, brand })) ??
      (await render(request, info, { nonce, id: info.id, brand }));
    const headers = new Headers(response.headers);
    const cast = headers.has(castHeader);
    headers.delete(castHeader);
    const { status } = response;
    const document = isDocument(response);
    keepPrivate(headers, { document, prefetch: status === 200 && isPrefetch(request) });
    if (document) {
      const secure = info.origin.startsWith("https:");
      // With a policy of its own it is a page in another site's frame, which sets none.
      const kept = headers.has("Content-Security-Policy")
        ? []
        : [televisionCookie(request.url, secure), visitCookie(request, secure)];
      for (const cookie of kept) if (cookie) headers.append("Set-Cookie", cookie);
      const allowed = { nonce, dev, cast, firebase, mediaSource, bucketOrigin };
      for (const [name, value] of documentHeaders(allowed)) if (!headers.has(name)) headers.set(name, value);
    }
    if (html === null) return new Response(response.body, { status, headers });
    const body = await compressText(html, request.headers.get("Accept-Encoding"), headers);
    return new Response(body, { status, headers });
  };
}

type Marks = { nonce: string; id: string };
type Render = (
  request: Request,
  info: RequestInfo,
  given: Marks & { brand: BrandFacts },
) => Promise<Rendered>;

function createRenderer({ build, mode, apiFetch, direct, ...options }: PageOptions): Render {
  const { localesDir, diagnostics, serviceWorker, log } = options;
  const handle = createPageHandler(build, mode);
  return async (request, info, { nonce, id, brand }) => {
    const { address, origin } = info;
    const context: LoadContext = {
      apiFetch: (call) => apiFetch(call, { address }),
      direct: direct && ((call) => direct(call, { address, visit: context })),
      nonce,
      requestId: id,
      origin,
      brand,
      localesDir,
      ...screenOf(request),
      diagnostics,
      serviceWorker,
      report: (error) => log.error({ request: info.id, err: error }, "unexpected error"),
      html: null,
    };
    const response = await handle(request, context);
    const whole = isDocument(response) && request.method !== "HEAD";
    return { response, html: whole ? context.html : null };
  };
}

/**
 * Renders a page that may be shared with other visitors. If it may not, this request still gets the rendered answer:
 * effects of a loader, such as making a guest, must not happen twice.
 * @returns null where the request's page is for its visitor alone
 */
function createSharing({ mode, clientDir }: PageOptions, render: Render) {
  const cache = createPageCache();
  const inlineStyles = createStyleInliner(clientDir);

  return async (
    request: Request,
    info: RequestInfo,
    { nonce, brand }: { nonce: string; brand: BrandFacts },
  ): Promise<Rendered | null> => {
    const device = Object.values(screenOf(request)).join(" ");
    const seen = { origin: info.origin, device, brand: brand.version };
    const key = mode === "production" ? sharedPageKey(request, seen) : null;
    if (key === null) return null;
    let own: Rendered | null = null;
    const page = await cache.get(key, async (): Promise<CachedPage | null> => {
      own = await render(request, info, { ...marks, brand });
      const { headers, status } = own.response;
      const isOwn = headers.has("Set-Cookie") || headers.get("Cache-Control") === "no-store";
      if (own.html === null || status !== 200 || isOwn) return null;
      const html = textOf(own.html);
      // A visitor without a cookie has no cached files either, and playback should start as soon as possible.
      const begins = new URL(request.url).pathname.startsWith("/video/");
      return { status: 200, headers: [...headers], html: begins ? await inlineStyles(html) : html };
    });
    // This request's own nonce and id instead of the placeholders.
    const fill = (html: string) =>
      Buffer.from(html.replaceAll(marks.nonce, nonce).replaceAll(marks.id, info.id));
    if (page) return { response: new Response(null, page), html: fill(page.html) };
    // Only one request of those that waited has an answer of its own.
    const { response, html } = (own as Rendered | null) ?? {};
    return response ? { response, html: html ? fill(textOf(html)) : null } : null;
  };
}

function textOf(html: Uint8Array<ArrayBuffer>): string {
  return Buffer.from(html.buffer, html.byteOffset, html.byteLength).toString();
}

/** A television has the layout of a desktop, whatever system it runs. */
function screenOf(request: Request): { device: Device; television: boolean } {
  const television = isTelevision(request);
  return { device: television ? "desktop" : deviceOf(request.headers), television };
}

/**
 * Keeps personal answers out of caches: a document is revalidated each time, and all other data is not stored.
 * Prefetched data must last until it is used, in that browser only: from hovering a link to the click, and no longer,
 * or a movie would start at an old position. Answers a route marks public stay public.
 */
function keepPrivate(headers: Headers, given: { document: boolean; prefetch: boolean }): void {
  const policy = headers.get("Cache-Control");
  if (policy?.startsWith("public")) return;
  headers.append("Vary", given.document ? "Cookie, Accept-Language, Sec-CH-UA-Mobile, User-Agent" : "Cookie");
  if (given.document && !policy) headers.set("Cache-Control", "private, no-cache");
  else headers.set("Cache-Control", given.prefetch ? "private, max-age=2" : "private, no-store");
}

/** A browser prefetches the data of a page that the user may open. */
function isPrefetch({ method, headers, url }: Request): boolean {
  return (
    method === "GET" && headers.get("Sec-Purpose") === "prefetch" && new URL(url).pathname.endsWith(".data")
  );
}

function isDocument(response: Response): boolean {
  return response.headers.get("Content-Type")?.startsWith("text/html") ?? false;
}
