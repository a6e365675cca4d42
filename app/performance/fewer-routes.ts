import type { EntryContext } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";

type Manifest = EntryContext["manifest"];
type Branch = { id: string; path?: string; index?: boolean; caseSensitive?: boolean; children?: Branch[] };
type Known = { tree: Branch[]; ids: Map<string, string[]> };

/** Paths whose routes are remembered; those not asked for longest are forgotten first. */
const most = 500;

const manifests = new WeakMap<Manifest, Known>();

/**
 * The same page to render, with the routes that its document names instead of all of them: Remix makes a tree of all
 * routes for each document, and searches it for the page's own path and for each of its parents.
 */
export function withFewerRoutes(entry: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = entry;
  const { matches, location } = staticHandlerContext;
  const ids = new Set([
    ...matches.map(({ route }) => route.id),
    ...parentsOf(location.pathname).flatMap((path) => idsAt(manifest, path)),
  ]);
  // In the order of the manifest, which decides between routes of the same rank.
  const routes = Object.entries(manifest.routes).filter(([id]) => ids.has(id));
  return { ...entry, manifest: { ...manifest, routes: Object.fromEntries(routes) } };
}

/** `/`, `/z`, `/z/page` for `/z/page/user`: Remix names the routes of these in a document too. */
function parentsOf(pathname: string): string[] {
  const segments = pathname.split("/").filter(Boolean).slice(0, -1);
  return ["/", ...segments.map((_, at) => `/${segments.slice(0, at + 1).join("/")}`)];
}

function idsAt(manifest: Manifest, path: string): string[] {
  const known = manifests.get(manifest) ?? { tree: treeOf(manifest), ids: new Map<string, string[]>() };
  manifests.set(manifest, known);
  const ids =
    known.ids.get(path) ?? (matchRoutes(known.tree as never, path) ?? []).map(({ route }) => route.id!);
  known.ids.delete(path);
  known.ids.set(path, ids);
  if (known.ids.size > most) known.ids.delete(known.ids.keys().next().value!);
  return ids;
}

function treeOf({ routes }: Manifest, parent?: string): Branch[] {
  return Object.values(routes)
    .filter(({ parentId }) => (parentId || undefined) === parent)
    .map(({ id, path, index, caseSensitive }) => {
      const children = treeOf({ routes } as Manifest, id);
      return { id, path, index, caseSensitive, ...(children.length > 0 && { children }) } as Branch;
    });
}
