import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import type { Slice } from "../../domain/playback/media/rendition-slices.ts";
import { contentTypeOf } from "./content-type.ts";
import { closeFile, createFileSource, readAt, type FileSource } from "./file-source.ts";
import { planResponse, type BodyPart, type FileFacts, type ResponsePlan } from "./plan-response.ts";
import type { HeaderFields } from "./preconditions.ts";
import { createBufferPool, READ_SIZE, sendParts } from "./send-parts.ts";

export type FileServerOptions = {
  /** The folder whose files are served; it may not exist yet. */
  root: string;
  clock: { now(): Date };
  /** Internal location of a front server for `X-Accel-Redirect`: that server then sends the bytes. */
  accel?: string;
  /** Milliseconds without progress after which a client is disconnected; default 60,000. */
  stallMs?: number;
};

export type FileRequest = {
  /** Bytes of a stored file that are the file of `path`; without it, `path` is the stored file. */
  slice?: Slice | undefined;
  /** Relative to the root, decoded, with slashes. It may be hostile. */
  path: string;
  cacheControl: string;
  /** Sent with the file, whatever the status. */
  headers?: Record<string, string>;
  /** Called with the decided status, before the body; its errors are dropped. */
  onAnswer?: (status: ResponsePlan["status"]) => void;
};

export type FileServer = (c: Context, request: FileRequest) => Promise<Response>;

type NodeSides = { incoming: IncomingMessage; outgoing: ServerResponse };

/** Memory kept for reads between answers: 16 buffers of 256 KB. */
const IDLE_BUFFERS = 16;
const CONDITIONS = [
  "if-match",
  "if-none-match",
  "if-modified-since",
  "if-unmodified-since",
  "if-range",
  "range",
];
/** `same-site`: another site may neither embed the file nor count its bytes. */
export const always = { "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-site" };

/**
 * Makes a handler that answers GET and HEAD with files (RFC 9110 sections 13 and 14); the caller has checked the method
 * and the right to read. With a node request the body goes directly from the file to the node response; without one
 * (in-process tests) it is the stream of a web `Response`. Paths that cannot be served are 404. Answers without a body
 * are ordinary Responses.
 *
 * Header fields that outer middleware sets on the Hono response do not apply to a body written this way; those set on
 * the node response with `setHeader` do.
 */
export function createFileServer(options: FileServerOptions): FileServer {
  const source = createFileSource(options.root);
  const buffers = createBufferPool(IDLE_BUFFERS);
  const stallMs = options.stallMs ?? 60_000;
  const accel = options.accel === undefined ? undefined : internalLocation(options.accel);

  return async function serveFile(c, request) {
    const node = nodeSides(c.env);
    if (node && !(await hasTurn(node))) return alreadySent(200);
    const { slice } = request;
    const stored = slice?.path ?? request.path;
    const file = await source.open(stored);
    if (!file) return plainAnswer(404, "Not found");

    try {
      const facts = factsOf(file.facts, slice);
      if (!facts) return plainAnswer(404, "Not found");
      const method = c.req.raw.method === "HEAD" ? "HEAD" : "GET";
      const headers = node ? node.incoming.headers : conditionsOf(c);
      const contentType = contentTypeOf(request.path);
      const plan = planResponse({ method, headers }, facts, {
        contentType,
        cacheControl: request.cacheControl,
        now: options.clock.now(),
        boundary: () => randomBytes(18).toString("base64url"),
      });
      report(request, plan.status);
      // nginx follows the viewer's range, and knows no other.
      if (accel !== undefined && !slice)
        return accelAnswer(accel + encodePath(request.path), contentType, request);

      const parts = partsOf(plan.parts, slice);
      const answerHeaders = { ...plan.headers, ...always, ...request.headers };
      if (parts.length === 0) return new Response(null, { status: plan.status, headers: answerHeaders });
      if (!node) {
        const body = webBody(source, stored, file.facts, parts);
        return new Response(body, { status: plan.status, headers: answerHeaders });
      }
      node.outgoing.writeHead(plan.status, answerHeaders);
      await sendParts(node.outgoing, file.fd, parts, { buffers, stallMs });
      return alreadySent(plan.status);
    } finally {
      await closeFile(file.fd);
    }
  };
}

/** The facts of a slice; null when the file ends before it. */
export function factsOf(file: FileFacts, slice: Slice | undefined): FileFacts | null {
  if (!slice) return file;
  return slice.start + slice.length <= file.size ? { ...file, size: slice.length } : null;
}

/** The parts of a slice as parts of its file. */
export function partsOf(parts: readonly BodyPart[], slice: Slice | undefined): readonly BodyPart[] {
  if (!slice) return parts;
  return parts.map((part) => ("text" in part ? part : { ...part, start: part.start + slice.start }));
}

/** A short text answer that must not be cached. */
export function plainAnswer(
  status: 403 | 404 | 405 | 503,
  text: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      ...always,
      ...headers,
    },
  });
}

function nodeSides(env: unknown): NodeSides | null {
  const { incoming, outgoing } = (env ?? {}) as Partial<NodeSides>;
  return incoming && outgoing ? { incoming, outgoing } : null;
}

/**
 * Node starts all pipelined requests at once, hundreds from one packet. A request whose answer cannot be written yet
 * must hold no file and no buffer. False when the client has disconnected before its turn.
 */
async function hasTurn({ incoming, outgoing }: NodeSides): Promise<boolean> {
  if (outgoing.socket === null && !incoming.destroyed) {
    await new Promise<void>((done) => {
      outgoing.once("socket", () => done());
      incoming.once("close", () => done());
    });
  }
  return outgoing.socket !== null && !outgoing.socket.destroyed;
}

/**
 * Tells the adapter that the node response is already handled; the status is for logging middleware. Reading `body`
 * makes the adapter's own Response class drop its fast path: a copy (Hono makes one for HEAD and for headers set late)
 * would otherwise be written to the connection a second time.
 */
function alreadySent(status: number): Response {
  const sent = new Response(null, { status, headers: RESPONSE_ALREADY_SENT.headers });
  void sent.body;
  return sent;
}

/** The headers of a request that select a part and set conditions. */
export function conditionsOf(c: Context): HeaderFields {
  return Object.fromEntries(CONDITIONS.map((name) => [name, c.req.header(name)]));
}

/** Reports how a file was answered, if a listener was given. */
export function report(request: FileRequest, status: ResponsePlan["status"]): void {
  try {
    request.onAnswer?.(status);
  } catch {
    // A listener's error must not stop playback.
  }
}

/** Name of an internal location as nginx has it, with slashes around it. @throws RangeError without a name */
export function internalLocation(text: string): string {
  const name = text.replace(/^\/+|(?<!\/)\/+$/g, "");
  if (name === "") throw new RangeError("The internal location of accel mode has no name");
  return `/${name}/`;
}

function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/**
 * The front server handles conditions and ranges here, with its own validators. Of these header fields nginx keeps
 * Content-Type and Cache-Control; set the others in its configuration.
 */
export function accelAnswer(location: string, contentType: string, request: FileRequest): Response {
  const headers = {
    "X-Accel-Redirect": location,
    "Content-Type": contentType,
    "Cache-Control": request.cacheControl,
  };
  return new Response(null, { status: 200, headers: { ...headers, ...always, ...request.headers } });
}

/**
 * The parts as a web stream. The file is opened at the first read, so that an unread Response holds no descriptor, and
 * closed at the end, on cancel and on error. The stream fails when the file has changed since it was planned.
 */
function webBody(
  source: FileSource,
  path: string,
  facts: FileFacts,
  parts: readonly BodyPart[],
): ReadableStream<Uint8Array> {
  let running: AsyncGenerator<Uint8Array, void> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        running ??= readParts(source, path, facts, parts);
        const next = await running.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await running?.return();
      },
    },
    { highWaterMark: 0 },
  );
}

async function* readParts(
  source: FileSource,
  path: string,
  facts: FileFacts,
  parts: readonly BodyPart[],
): AsyncGenerator<Uint8Array, void> {
  const file = await source.open(path);
  if (!file) throw new Error("The file has vanished");
  try {
    const now = file.facts;
    if (now.ino !== facts.ino || now.size !== facts.size || now.mtimeMs !== facts.mtimeMs) {
      throw new Error("The file has changed");
    }
    for (const part of parts) {
      if ("text" in part) {
        yield Buffer.from(part.text, "latin1");
        continue;
      }
      const end = part.start + part.length;
      for (let position = part.start; position < end;) {
        const chunk = new Uint8Array(Math.min(end - position, READ_SIZE));
        const count = await readAt(file.fd, chunk, chunk.length, position);
        if (count === 0) throw new Error("The file has become shorter");
        yield chunk.subarray(0, count);
        position += count;
      }
    }
  } finally {
    await closeFile(file.fd);
  }
}
