import type { IncomingMessage } from "node:http";

/** Milliseconds a request's body may take. */
export type BodyPatience = {
  /** From the head of the request to its last byte; 64 KiB at 17 kbit/s. */
  wholeMs: number;
  /** An upload may take as long as its connection needs, but not this long without a byte. */
  idleMs: number;
};

/**
 * Cuts the connection of a request whose body does not arrive: each would hold a socket and a waiting handler forever.
 * Call it once the head has been read; it ends with the body or the connection.
 */
export function watchBody(
  incoming: IncomingMessage,
  { upload, wholeMs, idleMs }: BodyPatience & { upload: boolean },
): void {
  if (incoming.complete || !announcesBody(incoming)) return;
  const { socket } = incoming;
  let seen = socket.bytesRead;
  const timer = setInterval(
    () => {
      if (incoming.complete) return stop();
      if (upload && socket.bytesRead > seen) seen = socket.bytesRead;
      else socket.destroy();
    },
    upload ? idleMs : wholeMs,
  );
  timer.unref();
  // A kept connection carries many requests: remove the listeners of each request with it.
  const stop = () => {
    clearInterval(timer);
    socket.off("close", stop);
  };
  incoming.once("end", stop);
  incoming.once("close", stop);
  socket.once("close", stop);
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
