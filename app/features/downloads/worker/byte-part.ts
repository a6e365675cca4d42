/**
 * The part of a file that a Range header asks for; `all` if the header is to be ignored, null if it can't be satisfied.
 */
export type Part = { from: number; to: number } | "all" | null;

/**
 * Reads a Range header (RFC 9110, section 14). A request for several ranges may be answered with the whole file, and
 * is.
 * @param size of the file in bytes
 */
export function partOf(header: string | null, size: number): Part {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return "all";
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length > 0 ? { from: size - length, to: size - 1 } : null;
  }
  const from = Number(first);
  const to = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < from) return "all";
  return from < size ? { from, to } : null;
}
