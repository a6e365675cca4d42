import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { areaOf } from "./area.ts";
import { watchBody, type BodyPatience } from "./body-deadline.ts";
import { isUpload } from "./body-limit.ts";

export type Listening = {
  port: number;
  /**
   * Accepts no new connections after `lastCallMs`, lets running requests finish for at most `graceMs`, then cuts them.
   * Idle connections end.
   */
  drain: (graceMs: number) => Promise<void>;
};

/**
 * Milliseconds in which a request already on its way on a kept connection is still answered, with the advice to use
 * another connection next.
 */
const lastCallMs = 300;

type App = { fetch: (request: Request, bindings: HttpBindings) => Promise<Response> };
type Middleware = (
  request: Parameters<Parameters<typeof createServer>[1] & object>[0],
  response: never,
  next: () => void,
) => void;

/** Limits of one server; connections beyond them are closed at once. */
export type Bounds = BodyPatience & {
  connections: number;
  /** From one address that is not a trusted proxy: a household, an office. */
  connectionsOfOne: number;
};

const usualBounds: Bounds = {
  wholeMs: 30_000,
  idleMs: 120_000,
  connections: 10_000,
  connectionsOfOne: 500,
};

export type ListenOptions = {
  port: number;
  host: string;
  before?: Middleware | undefined;
  /** Whether an address is a reverse proxy's, which serves many people. */
  isProxy?: (address: string) => boolean;
  bounds?: Partial<Bounds>;
};

/**
 * Listens.
 * @param options.before runs in front of the app (Vite in development)
 * @throws when the port is taken
 */
export async function listen(
  app: App,
  { port, host, before, isProxy = () => false, bounds: given }: ListenOptions,
): Promise<Listening> {
  const bounds = { ...usualBounds, ...given };
  // HTTP/1.1 only, like the server below.
  const listener = getRequestListener((request, bindings) => app.fetch(request, bindings as HttpBindings));
  const connections = followConnections();
  const server: Server = createServer({ connectionsCheckingInterval: 5_000 }, (request, response) => {
    connections.begin(request.socket, response);
    response.once("close", () => {
      connections.end(request.socket, response);
      letGo(request);
    });
    const path = (request.url ?? "/").split("?", 1)[0]!;
    const contentType = request.headers["content-type"] ?? null;
    watchBody(request, { ...bounds, upload: isUpload({ area: areaOf(path), path, contentType }) });
    if (!before) return void listener(request, response);
    before(request, response as never, () => void listener(request, response));
  });
  // A phone on a slow network may take its time; a client that never finishes its head may not.
  server.headersTimeout = 20_000;
  server.requestTimeout = 0;
  server.keepAliveTimeout = 65_000;
  // For an unread answer: a paused movie is requested again from its position.
  server.timeout = 300_000;
  server.maxConnections = bounds.connections;
  const ofAddress = boundPerAddress(bounds.connectionsOfOne, isProxy);
  server.on("connection", (socket) => {
    if (ofAddress(socket)) connections.open(socket);
    else socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async drain(graceMs) {
      connections.lastCall();
      const lastCall = Math.min(lastCallMs, graceMs);
      await pause(lastCall);
      // A delayed process may not have read the requests that arrived meanwhile.
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise<void>((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), graceMs - lastCall);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        connections.closeIdle();
      });
    },
  };
}

/**
 * Lets the rest of an answered request's body flow. A web stream without a reader keeps the socket paused: the client
 * would see a usable connection that is cut during its next request.
 */
function letGo(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return;
  request.removeAllListeners("data");
  request.resume();
}

/** @returns a function that counts a new connection to its address and tells whether that address may have it */
function boundPerAddress(most: number, isProxy: (address: string) => boolean) {
  const open = new Map<string, number>();
  return (socket: Socket): boolean => {
    const address = socket.remoteAddress ?? "";
    if (isProxy(address)) return true;
    const count = (open.get(address) ?? 0) + 1;
    if (count > most) return false;
    open.set(address, count);
    socket.once("close", () => {
      const left = open.get(address)! - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    return true;
  };
}

/**
 * Tracks which connections have a running request. Node's own `closeIdleConnections` checks only once. It misses
 * connections that a browser opened ahead, those paused by an unread body, and those that become idle a moment later:
 * each would keep an ending server open for the whole grace period.
 */
function followConnections() {
  const underWay = new Map<Socket, number>();
  const answers = new Set<ServerResponse>();
  let last = false;
  let ending = false;
  return {
    open(socket: Socket): void {
      underWay.set(socket, 0);
      socket.once("close", () => underWay.delete(socket));
    },
    begin(socket: Socket, answer: ServerResponse): void {
      answers.add(answer);
      if (last) answer.setHeader("Connection", "close");
      underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
    },
    /** A closed connection is no longer counted. */
    end(socket: Socket, answer: ServerResponse): void {
      answers.delete(answer);
      const count = underWay.get(socket);
      if (count === undefined) return;
      underWay.set(socket, count - 1);
      if (ending && count === 1) socket.destroySoon();
    },
    /** From now on each answer is the last one of its connection. */
    lastCall(): void {
      last = true;
      for (const answer of answers) if (!answer.headersSent) answer.setHeader("Connection", "close");
    },
    /** Ends idle connections, now and whenever one becomes idle. */
    closeIdle(): void {
      ending = true;
      for (const [socket, count] of underWay) if (count === 0) socket.destroySoon();
    },
  };
}
