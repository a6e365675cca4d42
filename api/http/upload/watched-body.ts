import { Failure } from "../../domain/kernel/failure.ts";

/** Milliseconds without a byte after which the sender counts as gone. */
const idleMs = 60_000;
/** Bytes read from a refused body, so that its sender can read the answer; a longer body is cut off. */
const lingerBytes = 16 * 1024 * 1024;
const lingerMs = 5_000;

/**
 * A body with a time limit: it fails when its sender stops sending. If the reader stops early, the request's own body
 * is left open, because cancelling it would cancel the answer too.
 * @param look sees each chunk as it arrives, and throws to stop reading
 */
export function watchedBody(
  body: ReadableStream<Uint8Array>,
  { idle = idleMs, look }: { idle?: number; look?: (piece: Uint8Array) => void } = {},
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const letGo = () => reader.releaseLock();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await withIn(reader.read(), idle);
          if (done) {
            letGo();
            return controller.close();
          }
          look?.(value);
          controller.enqueue(value);
        } catch (error) {
          letGo();
          throw error;
        }
      },
      cancel: letGo,
    },
    { highWaterMark: 0 },
  );
}

/** Reads some more of a refused body. */
export async function linger(body: ReadableStream<Uint8Array> | null): Promise<void> {
  if (!body || body.locked) return;
  const reader = body.getReader();
  const until = Date.now() + lingerMs;
  let bytes = 0;
  try {
    while (bytes < lingerBytes && Date.now() < until) {
      const { done, value } = await withIn(reader.read(), until - Date.now());
      if (done) break;
      bytes += value.byteLength;
    }
  } catch {
    // The request was cut or timed out: its client gets no answer.
  } finally {
    reader.releaseLock();
  }
}

/** @throws Failure upload_refused when the work takes longer; it is not cancelled */
export function withIn<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  // After a timeout, a late rejection must not become an unhandled rejection.
  work.catch(() => {});
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Failure("upload_refused")), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
