const areas = ["api", "media", "artwork", "oss", "assets"] as const;
export type Area = (typeof areas)[number] | "page";

/** The part of the service that answers a path; also a label of metrics and logs, from a closed list. */
export function areaOf(path: string): Area {
  const end = path.indexOf("/", 1);
  const first = path.slice(1, end < 0 ? undefined : end);
  return areas.find((area) => area === first) ?? "page";
}

/** A path that is safe to log: a signature in it would open the movie, or the file, for readers of the log. */
export function loggablePath(path: string): string {
  return path.replace(/^\/(media|oss\/file)\/[^/]+\//, "/$1/…/").slice(0, 200);
}
