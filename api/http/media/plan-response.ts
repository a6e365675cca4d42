import { decideRanges, type ByteRange } from "./byte-range.ts";
import { formatHttpDate } from "./http-date.ts";
import {
  evaluatePreconditions,
  field,
  ifRangeHolds,
  type HeaderFields,
  type Validators,
} from "./preconditions.ts";

/** Size in bytes, time of the last change in milliseconds since 1970 (fractions count), inode number. */
export type FileFacts = { size: number; mtimeMs: number; ino: number };

export type PlanRequest = { method: "GET" | "HEAD"; headers: HeaderFields };

export type PlanOptions = {
  contentType: string;
  cacheControl: string;
  now: Date;
  /** Makes the delimiter of a multipart answer: unguessable, so that no file can contain it. */
  boundary: () => string;
};

/** A piece of the body: text of our own, or `length` bytes of the file from `start`. */
export type BodyPart = { text: string } | { start: number; length: number };

/** A whole answer except the bytes of the file. `parts` is empty when the answer has no body. */
export type ResponsePlan = {
  status: 200 | 206 | 304 | 412 | 416;
  headers: Record<string, string>;
  parts: readonly BodyPart[];
};

/**
 * Decides how to answer a GET or HEAD of a file: conditions, ranges, validators, body (RFC 9110 sections 8.8, 13 and
 * 14). Pure: the caller opens, measures and reads the file.
 */
export function planResponse(request: PlanRequest, file: FileFacts, options: PlanOptions): ResponsePlan {
  const validators = validatorsOf(file, options.now);
  const kept = { "Cache-Control": options.cacheControl, ETag: validators.etag };
  const refused = { "Cache-Control": "no-store", "Content-Length": "0", "Accept-Ranges": "bytes" };

  const precondition = evaluatePreconditions(request.headers, validators, options.now);
  if (precondition === 304) return { status: 304, headers: kept, parts: [] };
  if (precondition === 412) return { status: 412, headers: refused, parts: [] };

  const common = { ...kept, "Last-Modified": formatHttpDate(validators.modified), "Accept-Ranges": "bytes" };
  const whole: ResponsePlan = {
    status: 200,
    headers: { ...common, "Content-Type": options.contentType, "Content-Length": String(file.size) },
    parts: [{ start: 0, length: file.size }],
  };
  // A Range applies to GET only (section 14.2).
  if (request.method === "HEAD") return { ...whole, parts: [] };

  const range = field(request.headers, "range");
  if (range === undefined || !ifRangeHolds(request.headers, validators, options.now)) return whole;
  const decision = decideRanges(range, file.size);
  if (decision.kind === "whole") return whole;
  if (decision.kind === "unsatisfiable") {
    return { status: 416, headers: { ...refused, "Content-Range": `bytes */${file.size}` }, parts: [] };
  }
  const [first, second] = decision.ranges;
  if (first !== undefined && second === undefined) {
    const length = lengthOf(first);
    const headers = {
      ...common,
      "Content-Type": options.contentType,
      "Content-Range": contentRange(first, file.size),
      "Content-Length": String(length),
    };
    return { status: 206, headers, parts: [{ start: first.first, length }] };
  }
  return multipart(decision.ranges, file, common, options);
}

/** The validators of a file; a future change date becomes now (RFC 9110 section 8.8.2.1). */
function validatorsOf(file: FileFacts, now: Date): Validators {
  const micros = Math.round(file.mtimeMs * 1000);
  return {
    etag: `"${file.size.toString(36)}-${micros.toString(36)}-${file.ino.toString(36)}"`,
    modified: Math.floor(Math.min(file.mtimeMs, now.getTime()) / 1000),
  };
}

/** RFC 9110 section 14.6: each part states its own type and range; the answer has no Content-Range itself. */
function multipart(
  ranges: readonly ByteRange[],
  file: FileFacts,
  common: Record<string, string>,
  options: PlanOptions,
): ResponsePlan {
  const boundary = options.boundary();
  const parts: BodyPart[] = [];
  let length = 0;
  let lead = "";
  for (const range of ranges) {
    const fields = `Content-Type: ${options.contentType}\r\nContent-Range: ${contentRange(range, file.size)}`;
    const text = `${lead}--${boundary}\r\n${fields}\r\n\r\n`;
    parts.push({ text }, { start: range.first, length: lengthOf(range) });
    length += text.length + lengthOf(range);
    lead = "\r\n";
  }
  const end = `\r\n--${boundary}--\r\n`;
  parts.push({ text: end });
  length += end.length;
  const headers = {
    ...common,
    "Content-Type": `multipart/byteranges; boundary=${boundary}`,
    "Content-Length": String(length),
  };
  return { status: 206, headers, parts };
}

function lengthOf(range: ByteRange): number {
  return range.last - range.first + 1;
}

function contentRange(range: ByteRange, size: number): string {
  return `bytes ${range.first}-${range.last}/${size}`;
}
