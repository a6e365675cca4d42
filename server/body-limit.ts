import type { Area } from "./area.ts";

/** Largest size of a page's form in bytes: typed text, with room for its percent-encoding. */
const pageBytes = 64 * 1024;
/**
 * An admin's text may have 40,000 characters (contract/service/admin-texts.ts), each of up to nine bytes as a form
 * sends it.
 */
const adminBytes = 512 * 1024;

/**
 * A form with a picture or settings: eight times the largest file, so that its page can report what is too
 * large.
 */
const filePageBytes = 64 * 1024 * 1024;

/** Pages with a form for a small file. Their actions keep no more of it than they accept (receiveForm). */
const filePage = /^\/(?:profile|page\/feedback|z\/page\/settings(?:\/brand)?)$/;
/** Receive a video or a table, which is streamed to the storage; the storage limits its size. */
const streamedPage =
  /^\/z\/(?:page\/movie\/detail\/[^/]+(?:\/(?:video|episodes|artwork|subtitles))?|management\/import)$/;

export type BodyFacts = { area: Area; path: string; contentType: string | null };

/** Whether a request may carry a file: only such a request may take as long as its connection needs. */
export function isUpload({ area, path, contentType }: BodyFacts): boolean {
  if (area === "oss") return true;
  const page = pagePath(path);
  return isMultipart(contentType) && (filePage.test(page) || streamedPage.test(page));
}

function isMultipart(contentType: string | null): boolean {
  return /^multipart\/form-data/i.test(contentType ?? "");
}

/**
 * @returns the largest size of a request's body in bytes; null = the reader counts: uploads, and the API, which answers
 *   with an envelope (api/http/decode.ts, api/http/payment-hook.ts)
 */
export function bodyLimitOf(facts: BodyFacts): number | null {
  const { area, contentType } = facts;
  if (area === "api" || area === "oss") return null;
  const path = pagePath(facts.path);
  if (isMultipart(contentType) && streamedPage.test(path)) return null;
  if (isMultipart(contentType) && filePage.test(path)) return filePageBytes;
  return /^\/z(?:\/|$)/.test(path) ? adminBytes : pageBytes;
}

/** A page's path, also when scripts ask for its data. */
function pagePath(path: string): string {
  return path.replace(/\.data$/, "");
}

/**
 * Limits a request's body while it streams. Reading past the limit fails with `BodyTooLarge`, whatever length the
 * request declared, so no reader behind the edge has to hold more.
 * @returns the request itself when its declared length is within the limit: the HTTP parser lets no more through
 */
export function limitBody(request: Request, bytes: number): Request {
  const declared = request.headers.get("Content-Length");
  if (declared !== null && Number(declared) <= bytes) return request;
  if (declared === null && !request.headers.has("Transfer-Encoding")) return request;
  return new Request(request, { body: counted(request, bytes), duplex: "half" } as RequestInit);
}

/** It has a name because pages cannot import from here: app/lib/read-fields.server.ts recognises it by name. */
class BodyTooLarge extends Error {
  override name = "BodyTooLarge";
}

function counted(request: Request, bytes: number): ReadableStream<Uint8Array> {
  const tooLarge = () => new BodyTooLarge(`The body has more than ${bytes} bytes`);
  if (Number(request.headers.get("Content-Length") ?? 0) > bytes)
    return new ReadableStream({ pull: (controller) => controller.error(tooLarge()) });
  let came = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      came += chunk.byteLength;
      if (came > bytes) controller.error(tooLarge());
      else controller.enqueue(chunk);
    },
  });
  return request.body!.pipeThrough(count);
}
