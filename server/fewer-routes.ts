import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/router";

type Routes = ServerBuild["routes"];
type Branch = { id: string; path?: string; index?: boolean; caseSensitive?: boolean; children?: Branch[] };

/** Paths whose routes are remembered, and the longest of them; those not asked for longest are forgotten first. */
const most = 500;
const longest = 300;

/**
 * Remix's handler, which is given few routes for each request: it ranks all routes anew for each match, matches twice for
 * a document, and makes a tree of all of them besides.
 */
export function createPageHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: string,
): RequestHandler {
  const whole = createRequestHandler(build, mode);
  if (typeof build === "function") return whole;
  const choose = createRouteChoice(build.routes);
  const handlers = new Map<string, RequestHandler>();
  return (request, context) => {
    const { pathname, searchParams } = new URL(request.url);
    // These name routes besides those of their path.
    const ids = pathname === "/__manifest" || searchParams.has("_data") ? null : choose(pageOf(pathname));
    if (ids === null) return whole(request, context);
    const key = ids.join(" ");
    const known = handlers.get(key);
    const handle = known ?? createRequestHandler(withRoutes(build, new Set(ids)), mode);
    if (!known) handlers.set(key, handle);
    return handle(request, context);
  };
}

/** The path of the page whose data is asked for, as Remix reads it. */
function pageOf(pathname: string): string {
  return pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
}

function withRoutes(build: ServerBuild, ids: Set<string>): ServerBuild {
  // In the order of the build, which decides between routes of the same rank.
  const chosen = <R>(routes: Record<string, R>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  const { assets } = build;
  return { ...build, routes: chosen(build.routes), assets: { ...assets, routes: chosen(assets.routes) } };
}

/**
 * @returns finds the routes that a document of a path names: of the path itself and of its parents; null for a path
 * without a route
 */
export function createRouteChoice(routes: Routes): (pathname: string) => string[] | null {
  const tree = treeOf(routes);
  const idsAt = (path: string) => (matchRoutes(tree as never, path) ?? []).map(({ route }) => route.id!);
  const known = new Map<string, string[] | null>();
  const find = (pathname: string) => {
    const own = idsAt(pathname);
    return own.length === 0 ? null : [...new Set([...own, ...parentsOf(pathname).flatMap(idsAt)])].sort();
  };
  return (pathname) => {
    if (pathname.length > longest) return find(pathname);
    const remembered = known.get(pathname);
    const ids = remembered === undefined ? find(pathname) : remembered;
    known.delete(pathname);
    known.set(pathname, ids);
    if (known.size > most) known.delete(known.keys().next().value!);
    return ids;
  };
}

/** `/`, `/z`, `/z/page` for `/z/page/user`: Remix names the routes of these in a document too. */
function parentsOf(pathname: string): string[] {
  const segments = pathname.split("/").filter(Boolean).slice(0, -1);
  return ["/", ...segments.map((_, at) => `/${segments.slice(0, at + 1).join("/")}`)];
}

function treeOf(routes: Routes, parent?: string): Branch[] {
  return Object.values(routes)
    .filter(({ parentId }) => (parentId || undefined) === parent)
    .map(({ id, path, index, caseSensitive }) => {
      const children = treeOf(routes, id);
      return { id, path, index, caseSensitive, ...(children.length > 0 && { children }) } as Branch;
    });
}
