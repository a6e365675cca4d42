import { BaseStrategy } from "@remix-pwa/sw/cache";
import { downloadsList } from "../protocol.ts";
import type { Account } from "./account.ts";

/** When a copy was made, in milliseconds since 1970. */
const keptHeader = "X-Kept-At";
/** A request for a page's data also refreshes its stored document if that is older than this. Milliseconds. */
const staleMs = 60_000;
/** Until then the page that the data are for is likely to stand, with its pictures. Milliseconds. */
const followMs = 2_000;
/** Milliseconds the network may take if a stored copy exists; a later answer is stored for next time. */
const patienceMs = 3_000;

type Asked = {
  request: Request;
  preload?: Promise<Response | undefined>;
  /** Whether the answer may be stored for offline reading. */
  keep: boolean;
  /** A copy stored by other code: shown if neither the network nor a stored page here answers in time. */
  otherwise?: () => Promise<Response | undefined>;
  /** Keeps the worker awake for work after the answer. */
  extend?: (work: Promise<unknown>) => void;
};

/**
 * Pages and their data from the network; if it does not answer in time, the stored copy of the last visit. Stored for
 * one session alone. (The library's NetworkFirst discards a late answer, knows no account, and writes to the console at
 * each use.)
 */
export class LatestPages extends BaseStrategy {
  private readonly account: Account;

  constructor(account: Account) {
    super("pages");
    this.account = account;
  }

  async handleRequest(asked: RequestInfo | URL): Promise<Response> {
    return this.latest({ request: this.ensureRequest(asked), keep: true });
  }

  /** @throws TypeError if there is neither network nor copy, as fetch does */
  async latest(asked: Asked): Promise<Response> {
    const kept = (await this.kept(asked.request)) ?? (await asked.otherwise?.());
    const network = this.fromNetwork(asked);
    if (!kept) return network;
    // The user does not wait for a late answer; it is still stored when it comes.
    asked.extend?.(network.catch(() => undefined));
    const late = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null));
    const first = await Promise.race([network.catch(() => null), late]);
    return first ?? kept;
  }

  /** A stored page; for a filtered list, the unfiltered one if only that is stored. */
  async kept(request: Request): Promise<Response | undefined> {
    const name = await this.account.cacheName();
    if (name === null || !(await caches.has(name))) return undefined;
    const cache = await caches.open(name);
    const exact = await cache.match(request, { ignoreVary: true });
    const { origin, pathname, search } = new URL(request.url);
    // The downloads are no filtered view of the list whose address they share.
    if (pathname + search === downloadsList) return exact;
    return exact ?? cache.match(origin + pathname, { ignoreVary: true });
  }

  /** Paths of the documents stored for this session. */
  async documents(): Promise<string[]> {
    return (await this.entries())
      .map(({ url }) => new URL(url))
      .filter(({ pathname }) => !pathname.endsWith(".data"))
      .map(({ pathname, search }) => pathname + search);
  }

  /** The texts of everything stored. */
  async texts(): Promise<string[]> {
    return Promise.all((await this.entries()).map(async ({ response }) => response.text()));
  }

  /** Requests a document in the background and stores it. */
  async refresh(path: string): Promise<void> {
    const request = new Request(path, { headers: { Accept: "text/html" }, credentials: "same-origin" });
    await this.fromNetwork({ request, keep: true }).catch(() => undefined);
  }

  /** Stores the page itself after its data: a cold start asks for it. Later, since the user waits for the data. */
  async follow(path: string): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, followMs));
    const copy = await this.kept(new Request(path));
    const keptAt = Number(copy?.headers.get(keptHeader) ?? 0);
    if (Date.now() - keptAt > staleMs) await this.refresh(path);
  }

  private async entries(): Promise<{ url: string; response: Response }[]> {
    const name = await this.account.cacheName();
    if (name === null || !(await caches.has(name))) return [];
    const cache = await caches.open(name);
    const requests = await cache.keys();
    const found = await Promise.all(
      requests.map(async ({ url }) => ({ url, response: await cache.match(url, { ignoreVary: true }) })),
    );
    return found.flatMap(({ url, response }) => (response ? [{ url, response }] : []));
  }

  private async fromNetwork({ request, preload, keep, extend }: Asked): Promise<Response> {
    const askedAt = Date.now();
    const response = (await preload?.catch(() => undefined)) ?? (await fetch(request));
    const name = await this.account.heed(response, askedAt);
    // A redirect's target is stored when it is requested itself.
    if (!keep || name === null || response.status !== 200 || response.redirected) return response;
    // Runs alongside the answer, which would otherwise wait for the end of its stream.
    const kept = this.put(name, request, response.clone()).catch(() => undefined);
    if (extend) extend(kept);
    else await kept;
    return response;
  }

  private async put(name: string, request: Request, response: Response): Promise<void> {
    const headers = new Headers(response.headers);
    headers.set(keptHeader, String(Date.now()));
    const copy = new Response(await response.blob(), { headers });
    await (await caches.open(name)).put(request.url, copy);
    // The session may have changed in the meantime, and its cache been deleted before this entry was in it.
    if ((await this.account.cacheName()) !== name) await caches.delete(name);
  }
}
