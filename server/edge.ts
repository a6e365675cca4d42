import type { HttpBindings } from "@hono/node-server";
import { getPath } from "hono/utils/url";
import type { Logger } from "pino";
import type { Tracer } from "../api/db/tracer.ts";
import { codes } from "../contract/codes.ts";
import { areaOf, loggablePath, type Area } from "./area.ts";
import { bodyLimitOf, limitBody } from "./body-limit.ts";
import { isCrossSiteWrite } from "./cross-site-guard.ts";
import { isHotLink } from "./hot-link-guard.ts";
import type { Metrics } from "./metrics.ts";
import type { RequestInfo, RequestInfoReader } from "./request-info.ts";
import { securityHeaders } from "./security-headers.ts";
import { sessionOf } from "./session-of.ts";

export type EdgeOptions = {
  requestInfo: RequestInfoReader;
  metrics: Metrics;
  /** undefined = no traces are sent. */
  trace?: Tracer | undefined;
  log: Logger;
};

/**
 * Bindings for everything behind the edge: the socket's own request and response, and the edge's findings. `address` is
 * the caller's, used by the rate limits.
 */
export type Bindings = HttpBindings & {
  info: RequestInfo;
  address: string;
  /** For a request for a movie: the token of its session cookie. API calls send theirs themselves. */
  session: string | null;
};

export type Behind = (request: Request, bindings: Bindings, area: Area) => Promise<Response>;

/** Runs before everything else: identifies the caller, checks writes, sets headers, and logs the answer. */
export function createEdge({ requestInfo, metrics, trace, log }: EdgeOptions, behind: Behind) {
  const said = { http: securityHeaders({ https: false }), https: securityHeaders({ https: true }) };

  const answer = async (request: Request, { incoming, outgoing }: HttpBindings): Promise<Response> => {
    const began = performance.now();
    const { method, headers } = request;
    const path = getPath(request);
    const area = areaOf(path);
    const info = requestInfo(incoming, headers);
    // Set directly on the socket's response: media are sent without passing here again, and an answer with untouched
    // headers is sent the fast way. An answer's own headers override these.
    for (const [name, value] of info.origin.startsWith("https:") ? said.https : said.http)
      outgoing.setHeader(name, value);
    // Its policy says which sites may frame it; this header knows no list.
    if (path.startsWith("/embed/")) outgoing.removeHeader("X-Frame-Options");
    outgoing.setHeader("X-Request-Id", info.id);

    const note = (response: Response): Response => {
      const { status } = response;
      const seconds = (performance.now() - began) / 1000;
      metrics.observe({ area, method, status, seconds });
      const level = status >= 500 ? "error" : "info";
      if (log.isLevelEnabled(level)) {
        const ms = Math.round(seconds * 1000);
        log[level]({ request: info.id, method, path: loggablePath(path), status, ms }, "request");
      }
      return response;
    };
    if (info.strangeHost && !probes.has(path)) return note(strangeHost());
    if (/^\/[/\\]/.test(path)) return note(oneSlash(request));
    if (isCrossSiteWrite({ method, headers, origin: info.origin })) return note(crossSite());
    if ((area === "media" || path.startsWith("/play/")) && isHotLink({ path, headers, origin: info.origin }))
      return note(notHere());
    const session = area === "media" ? sessionOf(headers.get("Cookie"), info.origin) : null;
    try {
      const bindings = { incoming, outgoing, info, address: info.address, session };
      const limit = isReading(method)
        ? null
        : bodyLimitOf({ area, path, contentType: headers.get("Content-Type") });
      return note(await behind(limit === null ? request : limitBody(request, limit), bindings, area));
    } catch (error) {
      log.error({ err: error, request: info.id }, "unexpected error");
      return note(new Response("Internal Server Error", { status: 500 }));
    }
  };
  return trace ? traced(answer, trace) : answer;
}

type Answer = (request: Request, sockets: HttpBindings) => Promise<Response>;

/** Measures each request as a span, by its method and area; its path is as in the log. */
function traced(answer: Answer, trace: Tracer): Answer {
  return (request, sockets) => {
    const path = getPath(request);
    const facts = { "http.request.method": request.method, "url.path": loggablePath(path) };
    return trace({ kind: "request", name: `${request.method} ${areaOf(path)}`, facts }, async (add) => {
      const response = await answer(request, sockets);
      add({ "http.response.status_code": response.status });
      return response;
    });
  };
}

function isReading(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/** Probes address this process by a name from its internal network. */
const probes = new Set(["/healthz", "/readyz"]);

/** A path that begins with two slashes is read as another host when used as a link. */
function oneSlash(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  const headers = {
    Location: pathname.replace(/^\/+/, "/") + search,
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
  };
  return new Response(null, { status: 308, headers });
}

function strangeHost(): Response {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  const text = "This address is not known here. The operator can set PUBLIC_URL to it.\n";
  return new Response(text, { status: 421, headers });
}

function notHere(): Response {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  return new Response("Films are played on their own pages\n", { status: 403, headers });
}

function crossSite(): Response {
  const { c, status } = codes.cross_site;
  return Response.json({ c, m: "Forbidden", d: null }, { status });
}
