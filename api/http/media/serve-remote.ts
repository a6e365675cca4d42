import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { isStorageFailure } from "../../domain/service/files/storage-failure.ts";
import type { Bytes, RemoteFile, RemoteSource } from "../../ports/files.ts";
import { contentTypeOf } from "./content-type.ts";
import { isSafePath } from "./file-source.ts";
import { planResponse, type BodyPart } from "./plan-response.ts";
import {
  always,
  conditionsOf,
  factsOf,
  partsOf,
  plainAnswer,
  report,
  type FileServer,
} from "./serve-file.ts";

/** Seconds a player should wait before it asks again for a file that is not available now. */
export const againS = 2;

/**
 * Like `createFileServer`, for files in a remote store: this server decides the same conditions and ranges and fetches
 * each part as it is sent. An unavailable file is answered 503. If the store fails later, the connection is cut, so
 * that half a segment is not taken for a whole one.
 * @param onAway receives the reason
 */
export function createRemoteServer({
  source,
  clock,
  onAway,
}: {
  source: RemoteSource;
  clock: { now(): Date };
  onAway: (error: unknown) => void;
}): FileServer {
  return async function serveRemote(c, request) {
    if (!isSafePath(request.path)) return plainAnswer(404, "Not found");
    try {
      const { slice } = request;
      const file = await source.open(slice?.path ?? request.path);
      const facts = file && factsOf(file.facts, slice);
      if (!file || !facts) return plainAnswer(404, "Not found");
      const method = c.req.raw.method === "HEAD" ? "HEAD" : "GET";
      const plan = planResponse({ method, headers: conditionsOf(c) }, facts, {
        contentType: contentTypeOf(request.path),
        cacheControl: request.cacheControl,
        now: clock.now(),
        boundary: () => randomBytes(18).toString("base64url"),
      });
      // Fetch the first part before sending a status: until then a failure can still be reported.
      const gone = new AbortController();
      const parts = partsOf(plan.parts, slice);
      const body = parts.length === 0 ? null : await bodyOf(file, parts, gone);
      report(request, plan.status);
      const headers = { ...plan.headers, ...always, ...request.headers };
      return new Response(body, { status: plan.status, headers });
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      onAway(error);
      return plainAnswer(503, "Not available now", { "Retry-After": String(againS) });
    }
  };
}

async function bodyOf(
  file: RemoteFile,
  parts: readonly BodyPart[],
  gone: AbortController,
): Promise<ReadableStream<Uint8Array>> {
  const [only] = parts;
  const bytes = (part: { start: number; length: number }) => file.read({ ...part, signal: gone.signal });
  const isOne = parts.length === 1 && only !== undefined && !("text" in only) && only.length > 0;
  const sent = isOne ? await bytes(only) : several(parts, bytes);
  const stream = sent instanceof Readable ? sent : Readable.from(sent, { objectMode: false });
  // A reader that leaves must not keep the connection to the store open.
  stream.once("close", () => gone.abort());
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

async function* several(
  parts: readonly BodyPart[],
  bytes: (part: { start: number; length: number }) => Promise<Bytes>,
): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if ("text" in part) yield Buffer.from(part.text, "latin1");
    else if (part.length > 0) yield* await bytes(part);
  }
}
