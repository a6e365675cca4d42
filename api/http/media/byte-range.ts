/** Offsets in bytes, both included. */
export type ByteRange = { first: number; last: number };

export type RangeDecision =
  { kind: "whole" } | { kind: "unsatisfiable" } | { kind: "ranges"; ranges: readonly ByteRange[] };

/** Players ask for one range, download managers for a few; more is abuse. */
const MAX_RANGES = 8;
const MAX_HEADER_LENGTH = 512;
const RANGE_SPEC = /^[ \t]*(\d*)-(\d*)[ \t]*$/;
const WHOLE: RangeDecision = { kind: "whole" };

/**
 * Reads a Range header for a representation of `size` bytes (RFC 9110 sections 14.1 and 14.2). A header that is
 * malformed, in another unit, or abusive (more than 8 ranges, or ranges that together are longer than the
 * representation) is ignored: `whole`. Ranges keep the order of the request; those beyond the end are dropped, and
 * `unsatisfiable` means that none was left. range-parser 1.3.0 answers 12 of the test's 63 forms differently, such as
 * `bytes=5-2` and `bytes=-101` of 100 bytes, both with 416.
 */
export function decideRanges(header: string, size: number): RangeDecision {
  if (header.length > MAX_HEADER_LENGTH) return WHOLE;
  const equals = header.indexOf("=");
  if (equals < 0 || header.slice(0, equals).toLowerCase() !== "bytes") return WHOLE;
  const ranges: ByteRange[] = [];
  let specs = 0;
  let total = 0;
  for (const element of header.slice(equals + 1).split(",")) {
    // Empty list elements are legal and are ignored (section 5.6.1).
    if (element.trim() === "") continue;
    if (++specs > MAX_RANGES) return WHOLE;
    const spec = readSpec(element, size);
    if (spec === "malformed") return WHOLE;
    if (spec === "beyond") continue;
    ranges.push(spec);
    total += spec.last - spec.first + 1;
  }
  if (specs === 0) return WHOLE;
  if (ranges.length === 0) return { kind: "unsatisfiable" };
  // Also covers a suffix range of an empty file, which is satisfiable and has no Content-Range.
  if (size === 0 || total > size) return WHOLE;
  return { kind: "ranges", ranges };
}

function readSpec(text: string, size: number): ByteRange | "malformed" | "beyond" {
  const match = RANGE_SPEC.exec(text);
  if (!match) return "malformed";
  const first = significant(match[1]!);
  const last = significant(match[2]!);
  if (match[1] === "") {
    if (match[2] === "") return "malformed";
    const length = position(last);
    if (length === 0) return "beyond";
    return { first: Math.max(0, size - length), last: size - 1 };
  }
  if (match[2] !== "" && isLess(last, first)) return "malformed";
  if (position(first) >= size) return "beyond";
  return { first: position(first), last: match[2] === "" ? size - 1 : Math.min(position(last), size - 1) };
}

function significant(digits: string): string {
  return digits.replace(/^0+/, "");
}

/** A position can have any number of digits; with more than 15 it is past the end of every file. */
function position(digits: string): number {
  return digits.length > 15 ? Number.MAX_SAFE_INTEGER : Number(digits);
}

/** Compares as text, because numbers too long for a double still need an order. */
function isLess(a: string, b: string): boolean {
  return a.length === b.length ? a < b : a.length < b.length;
}
