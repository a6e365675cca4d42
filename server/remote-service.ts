import { proxy } from "hono/proxy";
import { createBrandSource, readRemoteBrand } from "./brand-source.ts";
import type { Service } from "./service.ts";

/**
 * The backend in another process (API_URL): loaders call it over HTTP through the same helper, and browser requests for
 * /api, /media, /artwork and /oss are passed on. The client's own forwarded headers are dropped. This process sends the
 * client's address instead, for a backend whose TRUST_PROXY includes this process.
 */
export function createRemoteService(apiUrl: string): Service {
  const moved = (request: Request) => {
    const { pathname, search } = new URL(request.url);
    return new URL(pathname + search, apiUrl);
  };
  const none = async () => {};
  return {
    database: "remote",
    direct: null,
    brand: createBrandSource(readRemoteBrand(apiUrl), { freshMs: 1_000 }),
    begin: none,
    stopWork: none,
    settled: none,
    close: none,
    async ready() {
      const answer = await fetch(new URL("/readyz", apiUrl), { signal: AbortSignal.timeout(3_000) });
      if (!answer.ok) throw new Error(`API_URL answered ${answer.status}`);
    },
    apiFetch: (request: Request, caller: { address: string }): Promise<Response> => {
      const passed = new Request(moved(request), request);
      passed.headers.set("X-Forwarded-For", caller.address);
      return fetch(passed);
    },
    backend: (request: Request, env?: unknown): Promise<Response> => {
      const headers = new Headers(request.headers);
      for (const name of [...headers.keys()]) if (name.startsWith("x-forwarded-")) headers.delete(name);
      // The guards of this process have already checked these headers; on the backend they would name another host.
      for (const name of ["origin", "referer", "sec-fetch-site", "host", "cookie"]) headers.delete(name);
      const { address, session } = env as { address: string; session?: string | null };
      headers.set("X-Forwarded-For", address);
      // Sends the session from the cookie, because cookies of this host's pages are not passed on.
      if (session && !headers.has("authorization")) headers.set("Authorization", `Bearer ${session}`);
      return proxy(moved(request), { raw: request, headers });
    },
  };
}
