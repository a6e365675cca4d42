import { downloadsList, keptPaths } from "../protocol.ts";

/** What the worker does with a request. `pass`: nothing, the browser handles it as if there were no worker. */
export type Plan =
  "pass" | "kept-film" | "document" | "data" | "discovery" | "build-file" | "picture" | "write";

type Asked = Pick<Request, "url" | "method" | "mode" | "headers">;

/** Never the worker's business: calls, films and their parts, uploads, and what the server says about itself. */
const passed = /^\/(api|media|oss|play|healthz|readyz|metrics)(\/|$)/;

/** @param origin our own; other sites' answers are not ours to keep */
export function planFor(request: Asked, origin: string): Plan {
  const url = new URL(request.url);
  // Parts of it are asked for by Range as well.
  if (url.origin === origin && url.pathname.startsWith("/kept/") && /^(GET|HEAD)$/.test(request.method))
    return "kept-film";
  if (url.origin !== origin || passed.test(url.pathname) || request.headers.has("Range")) return "pass";
  if (request.method !== "GET") return isSmallWrite(request) ? "write" : "pass";
  if (request.mode === "navigate") return "document";
  if (url.pathname.startsWith("/assets/")) return "build-file";
  if (url.pathname.startsWith("/artwork/")) return "picture";
  if (url.pathname === "/__manifest") return "discovery";
  return url.pathname.endsWith(".data") ? "data" : "pass";
}

/** Forms may sign somebody in or out. Files are not looked at: they may be large, and change no session. */
function isSmallWrite({ method, headers }: Asked): boolean {
  const type = headers.get("Content-Type") ?? "";
  return method === "POST" && /^application\/(x-www-form-urlencoded|json)\b/i.test(type);
}

/** @returns the page whose data a `.data` address is: `/my-list` of `/my-list.data`, `/` of `/_root.data` */
export function pageOfData(pathname: string): string {
  return pathname === "/_root.data" ? "/" : pathname.replace(/\.data$/, "");
}

/**
 * Under which of `keptPaths` a page is kept for reading without a network; null where it is not. Filters of a list are
 * not worth keeping, so its data are taken whatever they are.
 */
export function keptPathOf({ pathname, searchParams }: URL): string | null {
  const isDownloads = pathname === "/my-list" && searchParams.get("list") === "downloads";
  const path = isDownloads ? downloadsList : pathname;
  return keptPaths.includes(path) ? path : null;
}
