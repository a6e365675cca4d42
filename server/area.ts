/** What part of the service a path belongs to: a label of metrics and logs, from a closed list. */
export function areaOf(path: string): string {
  const first = path.split("/", 2)[1] ?? "";
  return ["api", "media", "artwork", "oss", "assets"].includes(first) ? first : "page";
}

/** A path as it may stand in a log: a signature in it would open the film, or the file, to whoever reads the log. */
export function loggablePath(path: string): string {
  return path.replace(/^\/(media|oss\/file)\/[^/]+\//, "/$1/…/").slice(0, 200);
}
