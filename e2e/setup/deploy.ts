import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server in front of the real one that can put another build in its place. */
export type Deploy = {
  url: string;
  /** Serves another service worker, and 404 for files of the first build. @returns the requests for those */
  next: (gone: RegExp) => string[];
  /** Lets another server answer at this address. */
  move: (target: string) => void;
  close: () => Promise<void>;
};

/** @param target address of the real server: one that reads its public address from the request, not from PUBLIC_URL */
export async function startDeploy(target: string): Promise<Deploy> {
  let to = new URL(target);
  let gone: RegExp | null = null;
  const missed: string[] = [];

  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const path = incoming.url ?? "/";
    if (gone?.test(path)) {
      missed.push(path);
      return void outgoing.writeHead(404).end();
    }
    const worker = gone !== null && path === "/entry.worker.js";
    const headers = { ...incoming.headers };
    if (worker) delete headers["accept-encoding"];
    const sent = request(
      { host: to.hostname, port: to.port, path, method: incoming.method, headers },
      (received) => {
        const { "content-length": length, ...rest } = received.headers;
        outgoing.writeHead(received.statusCode ?? 500, worker || !length ? rest : received.headers);
        // A browser installs a worker that differs by one byte.
        if (worker) outgoing.write("/* the next build */\n");
        received.pipe(outgoing);
      },
    );
    sent.on("error", () => outgoing.destroy());
    outgoing.on("close", () => sent.destroy());
    incoming.pipe(sent);
  };

  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next(pattern) {
      gone = pattern;
      return missed;
    },
    move(elsewhere) {
      to = new URL(elsewhere);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
