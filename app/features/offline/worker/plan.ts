import { brandFolder, downloadsList, keptPaths } from "../protocol.ts";

/** How the worker handles a request. `pass`: the browser handles it as if there were no worker. */
export type Plan =
  "pass" | "offline-copy" | "document" | "data" | "discovery" | "build-file" | "picture" | "write";

type Asked = Pick<Request, "url" | "method" | "mode" | "headers">;

/** The worker never handles these: calls, media, uploads, what is for other sites, and the server's reports about itself. */
const passed = /^\/(api|media|oss|play|s|embed|oembed|healthz|readyz|metrics)(\/|$)/;

/** @param origin the app's own; answers of other sites are not stored */
export function planFor(request: Asked, origin: string): Plan {
  const url = new URL(request.url);
  // Players request parts of it by Range as well.
  if (url.origin === origin && url.pathname.startsWith("/kept/") && /^(GET|HEAD)$/.test(request.method))
    return "offline-copy";
  if (url.origin !== origin || passed.test(url.pathname) || request.headers.has("Range")) return "pass";
  if (request.method !== "GET") return isSmallWrite(request) ? "write" : "pass";
  if (request.mode === "navigate") return "document";
  if (url.pathname.startsWith("/assets/") || url.pathname.startsWith(brandFolder)) return "build-file";
  if (url.pathname.startsWith("/artwork/")) return "picture";
  if (url.pathname === "/__manifest") return "discovery";
  return url.pathname.endsWith(".data") ? "data" : "pass";
}

/** Forms may sign the user in or out. File uploads are not read: they may be large, and change no session. */
function isSmallWrite({ method, headers }: Asked): boolean {
  const type = headers.get("Content-Type") ?? "";
  return method === "POST" && /^application\/(x-www-form-urlencoded|json)\b/i.test(type);
}

/** @returns the page whose data a `.data` address is: `/my-list` of `/my-list.data`, `/` of `/_root.data` */
export function pageOfData(pathname: string): string {
  return pathname === "/_root.data" ? "/" : pathname.replace(/\.data$/, "");
}

/**
 * The entry of `keptPaths` under which a page is stored for offline reading; null if it is not stored. Filters of a
 * list are not worth storing, so all of its data counts as the list's.
 */
export function keptPathOf({ pathname, searchParams }: URL): string | null {
  const isDownloads = pathname === "/my-list" && searchParams.get("list") === "downloads";
  const path = isDownloads ? downloadsList : pathname;
  return keptPaths.includes(path) ? path : null;
}
