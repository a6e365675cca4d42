import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type Context } from "hono";
import { compress } from "hono/compress";
import type { Logger } from "pino";
import { deviceOf } from "../app/lib/device.ts";
import type { LoadContext } from "../app/lib/load-context.ts";
import { codes } from "../contract/codes.ts";
import { areaOf, loggablePath } from "./area.ts";
import { isCrossSiteWrite } from "./cross-site-gate.ts";
import type { Metrics } from "./metrics.ts";
import type { RequestInfo } from "./request-info.ts";
import { securityHeaders } from "./security-headers.ts";

export type WebOptions = {
  /** Serves /api, /media, /artwork and /oss: the backend in this process, or a proxy to another one. */
  backend: (request: Request, env?: unknown) => Response | Promise<Response>;
  /** Answers a loader's request to /api. */
  apiFetch: LoadContext["apiFetch"];
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: "development" | "production" | "test";
  clientDir: string;
  requestInfo: (incoming: IncomingMessage, headers: Headers) => RequestInfo;
  metrics: Metrics;
  metricsToken: string | undefined;
  /** Rejects while the service can't do its work. */
  ready: () => Promise<void>;
  log: Logger;
};

type Bindings = { Bindings: { incoming: IncomingMessage }; Variables: { info: RequestInfo } };

/** The whole service as one app: edge, probes, backend, files, pages. */
export function createWeb(options: WebOptions): Hono<Bindings> {
  const web = new Hono<Bindings>();
  web.use(edge(options));
  probes(web, options);
  for (const path of ["/api/*", "/media/*", "/artwork/*", "/oss/*"]) {
    web.all(path, (c) => options.backend(c.req.raw, c.env));
  }
  const files = { root: options.clientDir, precompressed: true };
  web.use(
    "/assets/*",
    serveStatic({
      ...files,
      onFound: (_path, c) => c.header("Cache-Control", "public, max-age=31536000, immutable"),
    }),
  );
  web.use(
    serveStatic({ ...files, onFound: (_path, c) => c.header("Cache-Control", "public, max-age=3600") }),
  );
  web.use(compress());
  web.all("*", pages(options));
  return web;
}

/** In front of everything: who asks, whether it may write, and what is said and noted of the answer. */
function edge({ requestInfo, metrics, log }: WebOptions) {
  return async (c: Context<Bindings>, next: () => Promise<void>) => {
    const began = performance.now();
    const { method, path } = c.req;
    const headers = c.req.raw.headers;
    const info = requestInfo(c.env.incoming, headers);
    c.set("info", info);
    if (isCrossSiteWrite({ method, headers, origin: info.origin })) {
      const { c: code, status } = codes.cross_site;
      c.res = c.json({ c: code, m: "Forbidden", d: null }, status);
    } else await next();
    const https = info.origin.startsWith("https:");
    for (const [name, value] of Object.entries(securityHeaders({ https }))) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
    c.res.headers.set("X-Request-Id", info.id);
    const { status } = c.res;
    const seconds = (performance.now() - began) / 1000;
    metrics.observe({ area: areaOf(path), method, status, seconds });
    const level = status >= 500 ? "error" : "info";
    log[level](
      { request: info.id, method, path: loggablePath(path), status, ms: Math.round(seconds * 1000) },
      "request",
    );
  };
}

function probes(web: Hono<Bindings>, { ready, metrics, metricsToken, log }: WebOptions): void {
  web.get("/healthz", (c) => c.text("ok"));
  web.get("/readyz", async (c) => {
    try {
      await ready();
      return c.text("ready");
    } catch (error) {
      log.warn({ reason: (error as Error).message }, "not ready");
      return c.text("not ready", 503);
    }
  });
  web.get("/metrics", async (c) => {
    // Private: with a token for whoever has it, without one for this machine alone.
    const local = ["127.0.0.1", "::1"].includes(c.get("info").address);
    const allowed = metricsToken ? c.req.header("Authorization") === `Bearer ${metricsToken}` : local;
    return allowed
      ? c.body(await metrics.text(), 200, { "Content-Type": metrics.contentType })
      : c.text("Forbidden", 403);
  });
}

function pages({ build, mode, apiFetch, log }: WebOptions) {
  const handle = createRequestHandler(build, mode);
  return async (c: Context<Bindings>) => {
    const info = c.get("info");
    const nonce = randomBytes(16).toString("base64");
    const context: LoadContext = {
      apiFetch,
      nonce,
      requestId: info.id,
      clientAddress: info.address,
      origin: info.origin,
      device: deviceOf(c.req.raw.headers),
      report: (error) => log.error({ request: info.id, err: error }, "unexpected error"),
    };
    const response = await handle(c.req.raw, context);
    if (response.headers.get("Content-Type")?.startsWith("text/html")) {
      const https = info.origin.startsWith("https:");
      response.headers.set(
        "Content-Security-Policy",
        securityHeaders({ nonce, https, dev: mode === "development" })["Content-Security-Policy"]!,
      );
      response.headers.append("Vary", "Cookie, Sec-CH-UA-Mobile, User-Agent");
      if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-cache");
    }
    return response;
  };
}
