const areas = ["api", "media", "artwork", "oss", "assets"] as const;
export type Area = (typeof areas)[number] | "page";

/** What part of the service a path belongs to: who answers it, and a label of metrics and logs, from a closed list. */
export function areaOf(path: string): Area {
  const end = path.indexOf("/", 1);
  const first = path.slice(1, end < 0 ? undefined : end);
  return areas.find((area) => area === first) ?? "page";
}

/** A path as it may stand in a log: a signature in it would open the film, or the file, to whoever reads the log. */
export function loggablePath(path: string): string {
  return path.replace(/^\/(media|oss\/file)\/[^/]+\//, "/$1/…/").slice(0, 200);
}
