import type { ServerResponse } from "node:http";
import { readAt } from "./file-source.ts";
import type { BodyPart } from "./plan-response.ts";

/** Reusable read buffers: with new ones the system would map and clear 256 KB for every read. */
export type BufferPool = { take(): Buffer; give(buffer: Buffer): void };

export type SendOutcome = "sent" | "gone" | "truncated";

/** Bytes per read. At 64 KB (Node's default for files) the thread pool's round trips slow it down. */
export const READ_SIZE = 256 * 1024;

/** Keeps up to `idle` unused buffers of READ_SIZE bytes. */
export function createBufferPool(idle: number): BufferPool {
  const free: Buffer[] = [];
  return {
    take: () => free.pop() ?? Buffer.allocUnsafeSlow(READ_SIZE),
    give: (buffer) => {
      if (free.length < idle) free.push(buffer);
    },
  };
}

/**
 * Writes the parts of a body to a node response whose head is set, and ends it. It reads the next buffer while one is
 * being sent, until the client proves slower than the disk; from then on the answer holds one buffer at a time, because
 * reading ahead gains nothing and a thousand phones would cost half a gigabyte. `fd` stays open, and no read of it is
 * running when this returns.
 * @param options.stallMs milliseconds without progress after which the client is disconnected
 * @returns `gone` when the client disconnected; `truncated` when the file ended early or could not be read: the
 *   connection is destroyed, because a body shorter than its Content-Length would leave the client waiting
 */
export async function sendParts(
  outgoing: ServerResponse,
  fd: number,
  parts: readonly BodyPart[],
  options: { buffers: BufferPool; stallMs: number },
): Promise<SendOutcome> {
  const { buffers, stallMs } = options;
  let onClose = (): void => {};
  const closed = new Promise<void>((done) => {
    onClose = done;
  });
  outgoing.once("close", onClose);
  // The socket's timer: any byte the client takes restarts it.
  outgoing.setTimeout(stallMs, () => outgoing.destroy());
  // A failed write is reported by "close"; an unhandled "error" would end the process.
  outgoing.on("error", ignore);
  if (outgoing.destroyed || outgoing.socket?.destroyed) onClose();
  let previous: Promise<void> = Promise.resolve();
  let written = true;
  let keepsPace = true;

  for (const part of parts) {
    if ("text" in part) {
      outgoing.write(part.text, "latin1");
      continue;
    }
    let position = part.start;
    let left = part.length;
    while (left > 0) {
      if (!keepsPace) await Promise.race([previous, closed]);
      const buffer = buffers.take();
      const count = await readAt(fd, buffer, Math.min(left, READ_SIZE), position).catch(() => 0);
      keepsPace &&= written;
      if (count > 0) await Promise.race([previous, closed]);
      if (outgoing.destroyed) {
        buffers.give(buffer);
        return "gone";
      }
      if (count === 0) {
        buffers.give(buffer);
        outgoing.destroy();
        return "truncated";
      }
      written = false;
      previous = new Promise((done) => {
        outgoing.write(count === READ_SIZE ? buffer : buffer.subarray(0, count), (error) => {
          // After a failed write the stream may still use the buffer: leave it to the garbage collector.
          if (!error) buffers.give(buffer);
          written = true;
          done();
        });
      });
      position += count;
      left -= count;
    }
  }
  outgoing.end();
  await closed;
  return outgoing.writableFinished ? "sent" : "gone";
}

function ignore(): void {}
