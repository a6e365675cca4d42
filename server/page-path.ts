/** Largest number of characters of a path, and of its parts. The longest real path has a third of either. */
const longestPath = 1_024;
const mostParts = 16;
/** Largest number of places in the route tree that one request may ask about; a page of 300 links has about as many. */
const mostPlaces = 320;

/**
 * Whether an address is worth matching against the routes. Remix matches a path once per part, each time against all
 * routes: 14 KB of `/a/a/a…` kept a server busy for seven seconds.
 */
export function isRoutable(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  return isPath(pathname) && (pathname !== "/__manifest" || areFew(searchParams.getAll("p")));
}

function isPath(path: string): boolean {
  return path.length <= longestPath && path.split("/").length <= mostParts + 1;
}

/** Browsers ask for the routes of the links they see; each part of each path is matched once. */
function areFew(paths: string[]): boolean {
  const places = new Set<string>();
  for (const path of paths) {
    if (!isPath(path)) return false;
    for (let at = path.length; at > 0; at = path.lastIndexOf("/", at - 1)) places.add(path.slice(0, at));
    if (places.size > mostPlaces) return false;
  }
  return true;
}
