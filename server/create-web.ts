import { randomBytes } from "node:crypto";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type Context } from "hono";
import { compress } from "hono/compress";
import type { Logger } from "pino";
import { deviceOf } from "../app/lib/device.ts";
import type { LoadContext } from "../app/lib/load-context.ts";
import type { Tracer } from "../api/db/tracer.ts";
import type { Api } from "../api/http/create-api.ts";
import { createStyleInliner } from "../app/performance/inline-styles.ts";
import type { FirebaseSettings } from "../contract/accounts/firebase.ts";
import { createAdmission } from "./admission.ts";
import type { Area } from "./area.ts";
import type { RequestKind } from "./busy-page.ts";
import { createEdge, type Bindings } from "./edge.ts";
import { NotReady } from "./disk.ts";
import { mayReadMetrics } from "./metrics-page.ts";
import type { Metrics } from "./metrics.ts";
import { createPageCache, sharedPageKey, type CachedPage } from "./page-cache.ts";
import { isRoutable } from "./page-path.ts";
import type { RequestInfo, RequestInfoReader } from "./request-info.ts";
import { documentHeaders } from "./security-headers.ts";
import { farewellHeaders, farewellWorker, workerPath } from "./service-worker.ts";

export type WebOptions = {
  /** Serves /api, /media, /artwork and /oss: the backend in this process, or a proxy to another one. */
  backend: (request: Request, bindings?: object) => Promise<Response>;
  /** Answers a loader's request to /api. */
  apiFetch: (request: Request, caller: { address: string }) => Promise<Response>;
  /** Answers a loader's call in this process; null where the API is in another one. */
  direct: Api["direct"] | null;
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** The text packs, for what is refused while the process is busy. */
  localesDir: string;
  mode: "development" | "production" | "test";
  /** Files of the build that this process uses. */
  clientDir: string;
  /** Assets of other builds, which open pages may ask for; null in development. */
  keptAssetsDir: string | null;
  /** Whether the diagnostics page exists. */
  diagnostics: boolean;
  /** false: the service worker is removed from every browser that has it. */
  serviceWorker: boolean;
  requestInfo: RequestInfoReader;
  /** Allows the Firebase SDK in the content policy; null when Firebase is not used. */
  firebase: FirebaseSettings | null;
  /** Scheme and host of another server that pages fetch media from; null = none. */
  mediaSource: string | null;
  /** Origin of the bucket that pages send files to; null without one. */
  bucketOrigin: string | null;
  metrics: Metrics;
  /** undefined = no traces are sent. */
  trace?: Tracer | undefined;
  metricsToken: string | undefined;
  /** Rejects while the service cannot work. */
  ready: () => Promise<void>;
  log: Logger;
};

/** Areas the backend answers; this app answers the files and pages. */
const backendAreas: ReadonlySet<Area> = new Set<Area>(["api", "media", "artwork", "oss"]);

/** The whole service: edge, probes, backend, files, pages. */
export function createWeb(options: WebOptions) {
  const web = new Hono<{ Bindings: Bindings }>();
  probes(web, options);
  web.use(async (c, next) => (isRoutable(c.req.url) ? next() : c.text("Not found\n", 404)));
  const files = serveStatic({ root: options.clientDir, precompressed: true });
  // serveStatic's own hook runs after its answer is made, so headers set there would be lost.
  const forever = cached("public, max-age=31536000, immutable");
  web.use("/assets/*", forever, files);
  if (options.keptAssetsDir !== null) {
    const rewriteRequestPath = (path: string) => path.slice("/assets".length);
    const kept = serveStatic({ root: options.keptAssetsDir, precompressed: true, rewriteRequestPath });
    web.use("/assets/*", forever, kept);
  }
  if (options.serviceWorker) web.use(workerPath, cached("no-cache"), files);
  else web.get(workerPath, (c) => c.body(farewellWorker, 200, farewellHeaders));
  web.use(cached("public, max-age=3600"), files);
  web.use(compress());
  web.all("*", pages(options));
  // Thrown on: the edge has the log.
  web.onError((error) => {
    throw error;
  });
  const admission = createAdmission({ localesDir: options.localesDir, count: options.metrics.count });
  return {
    fetch: createEdge(options, async (request, bindings, area) => {
      const answer = async () =>
        backendAreas.has(area) ? options.backend(request, bindings) : web.fetch(request, bindings);
      const { incoming } = bindings;
      return isFirst(area, incoming.url ?? "/")
        ? answer()
        : admission.through({ incoming, kind: kindOf(area, request.method) }, answer);
    }),
  };
}

/** Media, files and probes take their turn first: they cost little, and an upload waits for its sender. */
function isFirst(area: Area, url: string): boolean {
  if (area !== "page") return area !== "api";
  return /^\/(?:healthz|readyz|metrics)$|\.(?!data$)\w+$/.test(url.split("?", 1)[0]!);
}

function kindOf(area: Area, method: string): RequestKind {
  return area === "api" ? "call" : method === "POST" ? "form" : "page";
}

/** Sets how long a file may be cached, if a file is found. */
function cached(policy: string) {
  return async (c: Context, next: () => Promise<void>) => {
    await next();
    if (c.res.headers.has("Content-Length") && !c.res.headers.has("Cache-Control"))
      c.res.headers.set("Cache-Control", policy);
  };
}

function probes(web: Hono<{ Bindings: Bindings }>, { ready, metrics, metricsToken, log }: WebOptions): void {
  web.get("/healthz", (c) => c.text("ok"));
  web.get("/readyz", async (c) => {
    try {
      await ready();
      return c.text("ready");
    } catch (error) {
      log.warn({ reason: (error as Error).message }, "not ready");
      return c.text(error instanceof NotReady ? `not ready: ${error.message}` : "not ready", 503);
    }
  });
  web.get("/metrics", async (c) => {
    const header = (name: string) => c.req.header(name);
    return mayReadMetrics({ token: metricsToken, address: c.env.info.address, header })
      ? c.body(await metrics.text(), 200, { "Content-Type": metrics.contentType })
      : c.text("Forbidden", 403);
  });
}

/** Placeholders in a shared page for each request's nonce and id. Random, so that no content can contain them. */
const marks = {
  nonce: `nonce-${randomBytes(12).toString("hex")}`,
  id: `id-${randomBytes(12).toString("hex")}`,
};

function pages(options: WebOptions) {
  const { build, mode, clientDir, firebase, mediaSource, bucketOrigin, apiFetch, direct } = options;
  const { diagnostics, serviceWorker, log } = options;
  const handle = createRequestHandler(build, mode);
  const dev = mode === "development";
  const cache = createPageCache();
  const inlineStyles = createStyleInliner(clientDir);

  async function render(
    request: Request,
    info: RequestInfo,
    nonce: string,
    requestId: string,
  ): Promise<Response> {
    const { address } = info;
    const context: LoadContext = {
      apiFetch: (call) => apiFetch(call, { address }),
      direct: direct && ((call) => direct(call, { address, visit: context })),
      nonce,
      requestId,
      origin: info.origin,
      device: deviceOf(request.headers),
      diagnostics,
      serviceWorker,
      report: (error) => log.error({ request: info.id, err: error }, "unexpected error"),
    };
    return handle(request, context);
  }

  /**
   * Renders a page that may be shared with other visitors. If it may not, this request still gets the rendered answer:
   * effects of a loader, such as making a guest, must not happen twice.
   */
  async function share(
    request: Request,
    info: RequestInfo,
  ): Promise<{ page: CachedPage | null; own: Response | null }> {
    const response = await render(request, info, marks.nonce, marks.id);
    if (!isDocument(response)) return { page: null, own: response };
    const headers = [...response.headers];
    const html = await response.text();
    const isOwn = response.headers.has("Set-Cookie") || response.headers.get("Cache-Control") === "no-store";
    if (response.status !== 200 || isOwn)
      return { page: null, own: new Response(html, { status: response.status, headers }) };
    // A visitor without a cookie has no cached files either, and playback should start as soon as possible.
    const begins = new URL(request.url).pathname.startsWith("/video/");
    return { page: { status: 200, headers, html: begins ? await inlineStyles(html) : html }, own: null };
  }

  /** The answer with this request's own nonce and id instead of the placeholders. */
  async function personalise(response: Response, { nonce, id }: typeof marks): Promise<Response> {
    if (!isDocument(response)) return response;
    const html = await response.text();
    return new Response(html.replaceAll(marks.nonce, nonce).replaceAll(marks.id, id), response);
  }

  return async (c: Context<{ Bindings: Bindings }>) => {
    const request = c.req.raw;
    const info = c.env.info;
    const nonce = randomBytes(16).toString("base64");
    const key =
      mode === "production"
        ? sharedPageKey(request, { origin: info.origin, device: deviceOf(request.headers) })
        : null;
    let own: Response | null = null;
    const page =
      key === null
        ? null
        : await cache.get(key, async () => {
            const rendered = await share(request, info);
            own = rendered.own;
            return rendered.page;
          });
    const shared = page ? new Response(page.html, page) : (own as Response | null);
    const response = shared
      ? await personalise(shared, { nonce, id: info.id })
      : await render(request, info, nonce, info.id);
    const headers = new Headers(response.headers);
    keepPrivate(headers, {
      document: isDocument(response),
      ahead: response.status === 200 && isPrefetch(request),
    });
    if (isDocument(response)) {
      const sources = { firebase, mediaSource, bucketOrigin };
      for (const [name, value] of documentHeaders({ nonce, dev, ...sources }))
        if (!headers.has(name)) headers.set(name, value);
    }
    return new Response(response.body, { status: response.status, headers });
  };
}

/**
 * Keeps personal answers out of caches: a document is revalidated each time, and all other data is not stored.
 * Prefetched data must last until it is used, in that browser only: from hovering a link to the click, and no longer,
 * or a movie would start at an old position. Answers a route marks public stay public.
 */
function keepPrivate(headers: Headers, given: { document: boolean; ahead: boolean }): void {
  const policy = headers.get("Cache-Control");
  if (policy?.startsWith("public")) return;
  headers.append("Vary", given.document ? "Cookie, Accept-Language, Sec-CH-UA-Mobile, User-Agent" : "Cookie");
  if (given.document && !policy) headers.set("Cache-Control", "private, no-cache");
  else headers.set("Cache-Control", given.ahead ? "private, max-age=2" : "private, no-store");
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
