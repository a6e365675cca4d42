import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

export type DrainLimits = {
  /** Milliseconds in which everything is served as before: load balancers that probe `/readyz` take this process out. */
  openMs: number;
  /** Milliseconds from the beginning after which running requests are cut. */
  graceMs: number;
};

/**
 * Milliseconds that an unused connection stays open while the server drains. A proxy may be sending a request on it at
 * this moment, and must not send a POST again. The longer time is more than the 2 s after which nginx, as documented,
 * closes such a connection itself.
 */
const idleMs = { direct: 300, behindProxy: 3_000 };

/** A turn of the event loop shorter than this has just accepted every connection that waited. Milliseconds. */
const quietMs = 0.5;
const mostTurns = 200;

/**
 * Tracks which connections have a running request. Node's own `closeIdleConnections` checks only once. It misses
 * connections that a browser opened ahead, those paused by an unread body, and those that become idle a moment later:
 * each would keep an ending server open for the whole grace period.
 */
export function followConnections(server: Server) {
  const connections = new Map<Socket, { running: number; idleSince: number }>();
  const answers = new Set<ServerResponse>();
  let last = false;

  const closeIdle = (before: number) => {
    for (const [socket, { running, idleSince }] of connections)
      if (running === 0 && idleSince <= before) socket.destroySoon();
  };
  const eachIsTheLast = () => {
    last = true;
    for (const answer of answers) if (!answer.headersSent) answer.setHeader("Connection", "close");
  };
  return {
    open(socket: Socket): void {
      connections.set(socket, { running: 0, idleSince: performance.now() });
      socket.once("close", () => connections.delete(socket));
    },
    begin(socket: Socket, answer: ServerResponse): void {
      answers.add(answer);
      if (last) answer.setHeader("Connection", "close");
      const state = connections.get(socket);
      if (state) state.running += 1;
    },
    /** A closed connection is no longer counted. */
    end(socket: Socket, answer: ServerResponse): void {
      answers.delete(answer);
      const state = connections.get(socket);
      if (!state) return;
      state.running -= 1;
      state.idleSince = performance.now();
    },
    /**
     * Serves on for `openMs`, then accepts no new connections and makes each answer the last of its connection. With
     * 0 the answers are the last ones from the beginning. Resolves when all connections are closed.
     */
    async drain({ openMs, graceMs }: DrainLimits): Promise<void> {
      const cutAt = performance.now() + graceMs;
      if (openMs === 0) eachIsTheLast();
      await pause(Math.min(openMs || idleMs.direct, graceMs));
      await quietTurn();
      // Unlike `server.close`, this leaves idle connections open.
      const closed = new Promise<void>((resolve) => {
        NetServer.prototype.close.call(server, () => resolve());
      });
      eachIsTheLast();
      const shutAt = performance.now();
      const patience = openMs > 0 ? idleMs.behindProxy : idleMs.direct;
      // In the phase after reading: a request that has arrived while the process was busy makes its connection busy.
      const sweep = setInterval(
        () =>
          setImmediate(() => {
            const now = performance.now();
            if (now >= cutAt) server.closeAllConnections();
            else if (now - shutAt >= patience) closeIdle(now - patience);
          }),
        50,
      );
      await closed;
      clearInterval(sweep);
    },
  };
}

/**
 * Resolves right after a turn of the event loop with little to do. Connections that wait to be accepted when the
 * listening socket is closed are reset, with the requests that are already on them: this leaves none of them waiting.
 */
async function quietTurn(): Promise<void> {
  for (let turn = 0; turn < mostTurns; turn++) {
    const began = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    if (performance.now() - began < quietMs) return;
  }
}
