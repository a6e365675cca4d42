import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import type { Tracer } from "../api/db/tracer.ts";
import { brandIcons, iconAddress, type BrandFacts } from "../contract/service/brand-facts.ts";
import { createAdmission } from "./admission.ts";
import type { Area } from "./area.ts";
import type { RequestKind } from "./busy-page.ts";
import { createEdge, type Bindings } from "./edge.ts";
import { NotReady } from "./disk.ts";
import { mayReadMetrics } from "./metrics-page.ts";
import type { Metrics } from "./metrics.ts";
import { isRoutable } from "./page-path.ts";
import { createPages, type PageOptions } from "./pages.ts";
import type { RequestInfoReader } from "./request-info.ts";
import { farewellHeaders, farewellWorker, workerPath } from "./service-worker.ts";

export type WebOptions = PageOptions & {
  /** Serves /api, /media, /artwork and /oss: the backend in this process, or a proxy to another one. */
  backend: (request: Request, bindings?: object) => Promise<Response>;
  /** The text packs, for what is refused while the process is busy. */
  localesDir: string;
  /** Assets of other builds, which open pages may ask for; null in development. */
  keptAssetsDir: string | null;
  requestInfo: RequestInfoReader;
  metrics: Metrics;
  /** undefined = no traces are sent. */
  trace?: Tracer | undefined;
  metricsToken: string | undefined;
  /** Rejects while the service cannot work. */
  ready: () => Promise<void>;
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
  web.on("GET", ownIcons, async (c, next) => {
    const icon = iconOf(c.req.path, await options.brand.now());
    return icon === null ? next() : c.redirect(icon, 302);
  });
  web.use(forFiles(cached("public, max-age=3600")), forFiles(files));
  web.use(compress());
  web.all("*", createPages(options));
  // Thrown on: the edge has the log.
  web.onError((error) => {
    throw error;
  });
  const admission = createAdmission({
    localesDir: options.localesDir,
    brand: options.brand.known,
    count: options.metrics.count,
  });
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
  const path = url.split("?", 1)[0]!;
  return /^\/(?:healthz|readyz|metrics)$/.test(path) || isFile(path);
}

/** Looks for no file under a page's path. */
function forFiles(handle: MiddlewareHandler): MiddlewareHandler {
  return async (c, next) => (isFile(c.req.path) ? handle(c, next) : next());
}

/** Whether a path ends as files' names do; that of a page's data does not. */
function isFile(path: string): boolean {
  return /\.(?!data$)\w+$/.test(path);
}

function kindOf(area: Area, method: string): RequestKind {
  return area === "api" ? "call" : method === "POST" ? "form" : "page";
}

/** Where browsers look for an icon that no document has named. */
const ownIcons = ["/favicon.ico", "/icons/:name"];

/** @returns the path of the operator's icon in place of the product's own; null where that one is in use */
function iconOf(path: string, brand: BrandFacts): string | null {
  if (brand.icons === null) return null;
  const name = brandIcons.find((one) => path === `/icons/${one}`);
  return iconAddress(brand, name ?? (path === "/favicon.ico" ? "favicon-32.png" : "icon-512.png"));
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
