import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";

export type Listening = {
  port: number;
  /** Takes no new connections, lets what is under way finish for at most `graceMs`, then cuts. */
  drain: (graceMs: number) => Promise<void>;
};

type App = { fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response> };
type Middleware = (
  request: Parameters<Parameters<typeof createServer>[1] & object>[0],
  response: never,
  next: () => void,
) => void;

/**
 * Listens.
 * @param before runs in front of the app (Vite in development)
 * @throws when the port is taken
 */
export async function listen(
  app: App,
  { port, host, before }: { port: number; host: string; before?: Middleware },
): Promise<Listening> {
  // Of HTTP/1.1 alone, as the server below is.
  const listener = getRequestListener((request, bindings) => app.fetch(request, bindings as HttpBindings));
  const server: Server = createServer((request, response) => {
    if (!before) return void listener(request, response);
    before(request, response as never, () => void listener(request, response));
  });
  // A phone on a bad line may take its time; a client that never finishes its head may not.
  server.headersTimeout = 20_000;
  server.requestTimeout = 0;
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    drain: (graceMs) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
