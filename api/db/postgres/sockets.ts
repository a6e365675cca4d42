import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds before the next connection is tried after one failed. */
const againMs = 100;

/** Where postgres.js connects to: several hosts are tried in turn. */
type Target = { host: string[]; port: number[]; path: string | false };

type Known = { read: number; at: number };

/** The sockets of a client of postgres.js, which finds no dead connection by itself. */
export type Sockets = {
  /** The client's option `socket`. */
  open: (target: Target) => Promise<Socket>;
  /** Notes which sockets have received something since the last call. */
  look: () => void;
  /** Ends those that have received nothing for so many milliseconds; an idle one is opened again when needed. */
  dropQuiet: (ms: number) => void;
  count: () => number;
};

export function createSockets(): Sockets {
  const known = new Map<Socket, Known>();
  let failedAt = -Infinity;
  let turn = 0;
  return {
    async open({ host, port, path }) {
      // postgres.js tries again at once, and without end, where a connection ends before the first answer.
      if (performance.now() - failedAt < againMs) await pause(againMs);
      const at = turn++ % host.length;
      const socket = path ? connect(path) : connect(port[at]!, host[at]);
      known.set(socket, { read: 0, at: performance.now() });
      socket.once("close", () => known.delete(socket));
      socket.once("error", () => (failedAt = performance.now()));
      socket.once("end", () => {
        if (socket.bytesRead === 0) socket.destroy(refused());
      });
      // TLS checks the certificate against it.
      return Object.assign(socket, { host: host[at] });
    },
    look() {
      for (const [socket, last] of known) {
        // TLS removes the listeners that others have set.
        if (socket.destroyed) known.delete(socket);
        else if (socket.bytesRead !== last.read)
          known.set(socket, { read: socket.bytesRead, at: performance.now() });
      }
    },
    dropQuiet(ms) {
      const now = performance.now();
      for (const [socket, { at }] of known) if (now - at >= ms) socket.destroy();
    },
    count: () => known.size,
  };
}

function refused(): Error {
  return Object.assign(new Error("The database's address ended the connection"), { code: "ECONNRESET" });
}
