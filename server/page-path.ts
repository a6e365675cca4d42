/** Characters of a path, and its parts. The longest of a page have a third of either. */
const longestPath = 1_024;
const mostParts = 16;
/** Places in the tree of routes one question for routes may ask about. A page of 300 links has as many. */
const mostPlaces = 320;

/**
 * Whether an address is one that routes are looked for by. Remix matches a path as often as it has parts, each time against
 * all routes: 14 KB of `/a/a/a…` kept a server busy for seven seconds.
 */
export function isRoutable(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  return isPath(pathname) && (pathname !== "/__manifest" || areFew(searchParams.getAll("p")));
}

function isPath(path: string): boolean {
  return path.length <= longestPath && path.split("/").length <= mostParts + 1;
}

/** Browsers ask which routes lead to the links they see; each of their parts is looked for once. */
function areFew(paths: string[]): boolean {
  const places = new Set<string>();
  for (const path of paths) {
    if (!isPath(path)) return false;
    for (let at = path.length; at > 0; at = path.lastIndexOf("/", at - 1)) places.add(path.slice(0, at));
    if (places.size > mostPlaces) return false;
  }
  return true;
}
