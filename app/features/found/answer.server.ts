import { createHash } from "node:crypto";

/** A text that is the same for everyone, ready to be sent. */
export type ReadyText = { body: string; etag: string; modified: string | null };

/** @param modified ISO time of its latest change, where that is known */
export function readyText(body: string, modified: string | null = null): ReadyText {
  return { body, etag: etagOf(body), modified: modified && new Date(modified).toUTCString() };
}

/** Weak, since the text is sent in several encodings. */
export function etagOf(body: string | Uint8Array): string {
  return `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

/**
 * Answers with a text, or with 304 where the caller has it already.
 * @param maxAgeS seconds for which caches may keep it
 */
export function answerText(
  request: Request,
  { body, etag, modified }: ReadyText,
  { type, maxAgeS }: { type: string; maxAgeS: number },
): Response {
  const headers = new Headers({ ETag: etag, "Cache-Control": `public, max-age=${maxAgeS}` });
  if (modified) headers.set("Last-Modified", modified);
  if (isKnown(request.headers, { etag, modified })) return new Response(null, { status: 304, headers });
  headers.set("Content-Type", `${type}; charset=utf-8`);
  return new Response(body, { headers });
}

/** A text that is packed already. */
export type PackedText = Pick<ReadyText, "etag" | "modified"> & { gzip: Uint8Array<ArrayBuffer> };

/** The same for a text that is packed already; it is unpacked for the few who read no gzip. */
export function answerPacked(
  request: Request,
  { gzip, etag, modified }: PackedText,
  { type, maxAgeS }: { type: string; maxAgeS: number },
): Response {
  const headers = new Headers({
    ETag: etag,
    "Cache-Control": `public, max-age=${maxAgeS}`,
    Vary: "Accept-Encoding",
  });
  if (modified) headers.set("Last-Modified", modified);
  if (isKnown(request.headers, { etag, modified })) return new Response(null, { status: 304, headers });
  headers.set("Content-Type", `${type}; charset=utf-8`);
  const accepted = (request.headers.get("Accept-Encoding") ?? "").toLowerCase().slice(0, 500).split(",");
  const takes = accepted.some(
    (coding) => /^\s*gzip\s*(?:;|$)/.test(coding) && !/;\s*q=0(?:\.0*)?\s*$/.test(coding),
  );
  // Named in either case: the server would pack it anew otherwise.
  headers.set("Content-Encoding", takes ? "gzip" : "identity");
  return new Response(takes ? gzip : unpacked(gzip), { headers });
}

function unpacked(gzip: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  return new Blob([gzip]).stream().pipeThrough(new DecompressionStream("gzip"));
}

/** RFC 9110, 13.2.2: the tag decides; the time only where no tag is sent. */
export function isKnown(
  headers: Headers,
  { etag, modified }: { etag: string; modified: string | null },
): boolean {
  const tags = headers.get("If-None-Match");
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  if (tags !== null)
    return tags.trim() === "*" || tags.split(",", 50).some((tag) => bare(tag) === bare(etag));
  const since = headers.get("If-Modified-Since");
  return since !== null && modified !== null && Date.parse(since) >= Date.parse(modified);
}
