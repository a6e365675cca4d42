import { Failure } from "../../domain/kernel/failure.ts";

/** Milliseconds without a byte after which nobody is thought to send any more. */
export const idleMs = 60_000;
/** What is read on of a refused body, so that its sender gets to see the answer; who sends more is cut off. */
const lingerBytes = 16 * 1024 * 1024;
const lingerMs = 5_000;

/**
 * A body that does not wait for ever: it fails where its sender falls silent. When it is let go of early the request's own
 * body is left as it is, since to cancel that would take the answer along.
 * @param look sees each piece as it comes, and throws where it wants no more
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

/** Reads some more of what nobody wants. */
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
    // It was cut, or fell silent: there is nobody to tell anything.
  } finally {
    reader.releaseLock();
  }
}

/** @throws Failure upload_refused where work takes longer; it is not called back */
export function withIn<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  // Who is not waited for any more must not be heard of as an unhandled rejection.
  work.catch(() => {});
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Failure("upload_refused")), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
