import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { I18nextProvider } from "react-i18next";
import { succeeded, type Envelope } from "../contract/envelope.ts";
import type { OutputOf } from "../contract/index.ts";
import { structuredData } from "./features/found/structured-data.server.ts";
import { markAccount } from "./lib/account-mark.server.ts";
import { forgetRefusedSession, setRetryAfter } from "./lib/api.server.ts";
import { DocumentContext } from "./lib/document-context.ts";
import { localeOfRequest, translatorOf } from "./lib/i18n.server.ts";
import { castHeader } from "./lib/load-context.ts";
import { packUrl, type RouteHandle, type TextPart } from "./lib/packs.ts";
import { readSession } from "./lib/session-cookie.server.ts";
import { createHtmlCache } from "./performance/html-cache.ts";
import { KeptHtmlContext } from "./performance/kept-html.ts";
import { takeHandoff } from "./performance/handoff.ts";
import { renderWhole } from "./performance/render-whole.ts";

/** Milliseconds before missing data of a promise is given up; Remix reads this name. */
export const streamTimeout = 10_000;

const cacheHtml = import.meta.env.PROD ? createHtmlCache() : null;

/** Renders a document, in one piece. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const locale = await localeOfRequest(request, context);
  const { device, television, nonce, requestId, serviceWorker, brand } = context;
  const texts = textsOf(entry).map((part) => packUrl(locale, part));
  const facts = {
    locale,
    device,
    television,
    tabletCheck: device === "desktop",
    nonce,
    requestId,
    serviceWorker,
    texts,
    brand,
  };
  headers.set("Content-Type", "text/html; charset=utf-8");
  forgetRefusedSession(context, headers);
  setRetryAfter(context, status, headers);
  markAccount(request, context.origin, headers);
  keepPrivate(request, headers);
  const config = configOf(entry);
  if (config && config.castReceiver !== null) headers.set(castHeader, "1");
  if (config?.indexing === false) headers.set("X-Robots-Tag", "noindex, nofollow");
  const { page, script } = await takeHandoff(entry, nonce);
  const pieces = await renderWhole(
    <I18nextProvider i18n={translatorOf(locale, context)}>
      <DocumentContext.Provider value={facts}>
        <KeptHtmlContext.Provider value={cacheHtml}>
          <RemixServer context={page} url={request.url} nonce={nonce} />
        </KeptHtmlContext.Provider>
      </DocumentContext.Provider>
    </I18nextProvider>,
  );
  // It is for search engines, which have no session.
  const told = readSession(request, context.origin) === null ? structuredData(entry) : "";
  context.html = Buffer.concat([...pieces, Buffer.from(told + script())]);
  return new Response(context.html, { status, headers });
}

/** The parts of the texts that the routes on the page need. */
function textsOf({ staticHandlerContext, routeModules }: EntryContext): TextPart[] {
  const handles = staticHandlerContext.matches.map(
    ({ route }) => routeModules[route.id]?.handle as RouteHandle | undefined,
  );
  return ["common", ...new Set(handles.flatMap((handle) => handle?.texts ?? []))];
}

/**
 * The configuration that the page was made with: the content policy has to let it load what casting takes, and search
 * engines read from the headers whether they may list it.
 */
function configOf({ staticHandlerContext: { loaderData } }: EntryContext): OutputOf<"config"> | null {
  const config = (loaderData.root as { config?: Envelope<OutputOf<"config">> } | undefined)?.config;
  return config !== undefined && succeeded(config) ? config.d : null;
}

/** Pages about one user: going back after signing out must not show them again from the browser's own cache. */
const personal = /^\/(profile|my-list|z|page\/(pay|membership|feedback))(\/|$)/;

function keepPrivate(request: Request, headers: Headers): void {
  const isPersonal = headers.get("X-Account") !== "none" && personal.test(new URL(request.url).pathname);
  if (isPersonal && !headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
}

/** Data answers of client-side navigations. */
export function handleDataRequest(
  response: Response,
  { request, context }: { request: Request; context: AppLoadContext },
): Response {
  forgetRefusedSession(context, response.headers);
  setRetryAfter(context, response.status, response.headers);
  markAccount(request, context.origin, response.headers);
  return response;
}

/** Errors of loaders and actions. A refusal such as a 404 is no error, nor is a closed connection. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
): void {
  const refusal = isRouteErrorResponse(error) && error.status < 500;
  if (!refusal && !request.signal.aborted) context.report(error);
}
