const areas = ["api", "media", "artwork", "oss", "assets"] as const;
/** A page for readers with a session's cookie, which calls do not take; also where its data alone are asked for. */
const docsPaths = ["/api/docs", "/api/docs.data"];
export type Area = (typeof areas)[number] | "page";

/** The part of the service that answers a path; also a label of metrics and logs, from a closed list. */
export function areaOf(path: string): Area {
  if (docsPaths.includes(path)) return "page";
  const end = path.indexOf("/", 1);
  const first = path.slice(1, end < 0 ? undefined : end);
  return areas.find((area) => area === first) ?? "page";
}

/** A path that is safe to log: a signature in it would open the movie, or the file, for readers of the log. */
export function loggablePath(path: string): string {
  return path.replace(/^\/(media|oss\/file)\/[^/]+\//, "/$1/…/").slice(0, 200);
}
