import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { areaOf } from "./area.ts";
import { watchBody, type BodyPatience } from "./body-deadline.ts";
import { isUpload } from "./body-limit.ts";
import { followConnections, type DrainLimits } from "./connections.ts";

export type Listening = {
  port: number;
  /** Ends every connection without cutting a request, as far as the limits allow. */
  drain: (limits: DrainLimits) => Promise<void>;
};

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
  /** Whether an address is a reverse proxy's, which serves many users. */
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
  const server = createServer({ connectionsCheckingInterval: 5_000 }, (request, response) => {
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
  const connections = followConnections(server);
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
    drain: connections.drain,
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
