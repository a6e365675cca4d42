import { createServer } from "node:http";
import type { Logger } from "pino";
import type { Metrics } from "./metrics.ts";
import { isSameSecret } from "./same-secret.ts";

/**
 * Whether a caller may read the metrics: with a token who has it, without one this machine alone. A proxy on this
 * machine forwards the requests of others, and says so.
 */
export function mayReadMetrics({
  token,
  address,
  header,
}: {
  token: string | undefined;
  /** Of the caller. */
  address: string;
  header: (name: string) => string | undefined;
}): boolean {
  if (token) return isSameSecret(header("authorization") ?? "", `Bearer ${token}`);
  const isForwarded = ["x-forwarded-for", "forwarded"].some((name) => header(name) !== undefined);
  return !isForwarded && ["127.0.0.1", "::1"].includes(address);
}

/**
 * Serves `/metrics` and `/healthz` of a process that answers no other requests, on loopback.
 * @returns ends it
 */
export async function serveMetrics({
  port,
  token,
  metrics,
  log,
}: {
  port: number;
  token: string | undefined;
  metrics: Metrics;
  log: Logger;
}): Promise<() => Promise<void>> {
  const server = createServer((request, answer) => {
    const header = (name: string) => request.headers[name] as string | undefined;
    const reply = (status: number, text: string, type = "text/plain; charset=utf-8") =>
      answer.writeHead(status, { "Content-Type": type }).end(text);
    if (request.url === "/healthz") return void reply(200, "ok");
    if (request.url !== "/metrics") return void reply(404, "Not found\n");
    const address = request.socket.remoteAddress ?? "";
    if (!mayReadMetrics({ token, address, header })) return void reply(403, "Forbidden");
    metrics.text().then(
      (text) => reply(200, text, metrics.contentType),
      (error: unknown) => {
        log.error({ err: error, where: "metrics" }, "unexpected error");
        reply(500, "Internal Server Error\n");
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}
