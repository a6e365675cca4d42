import { nameNote, notes, offlinePath } from "../protocol.ts";
import type { Account } from "./account.ts";
import type { LatestPages } from "./latest-pages.ts";
import { keptPathOf, pageOfData } from "./plan.ts";
import type { FetchEvent, WorkerScope } from "./scope.ts";
import { bareOfflinePage, leadToDocument, noDiscovery, offlinePage } from "./unreachable.ts";

type AnswerParts = {
  scope: WorkerScope;
  account: Account;
  pages: LatestPages;
  /** Downloads for offline playback; `mark` identifies their session. */
  copies: {
    file: (request: Request, mark: string | null) => Promise<Response>;
    page: (url: URL, mark: string | null) => Promise<Response | undefined>;
  };
};

/** The worker's answers to a page's requests, by their kind. */
export function createAnswers({ scope, account, pages, copies }: AnswerParts) {
  const offlineCopy = async ({ url }: Request) => copies.page(new URL(url), await account.mark());

  async function unreachable(): Promise<Response> {
    const page = await caches.match(offlinePath, { cacheName: notes });
    return page ? offlinePage(await page.text(), await pages.documents()) : bareOfflinePage(await nameOf());
  }

  async function nameOf(): Promise<string> {
    return (await (await caches.match(nameNote, { cacheName: notes }))?.text()) ?? "";
  }

  return {
    async document(event: FetchEvent): Promise<Response> {
      const { request, preloadResponse: preload } = event;
      const url = new URL(request.url);
      const keep = keptPathOf(url) === url.pathname + url.search;
      const otherwise = () => offlineCopy(request);
      return pages
        .latest({ request, preload, keep, otherwise, extend: extenderOf(event) })
        .catch(unreachable);
    },

    async data(event: FetchEvent): Promise<Response> {
      const { request } = event;
      const url = new URL(request.url);
      const page = pageOfData(url.pathname);
      const path = keptPathOf(new URL(page + url.search, url));
      try {
        const response = await pages.latest({
          request,
          keep: path !== null,
          otherwise: () => offlineCopy(request),
          extend: extenderOf(event),
        });
        if (path !== null && response.ok) event.waitUntil(pages.follow(path));
        return response;
      } catch (error) {
        // A page that is there already would load itself again and again.
        const client = await scope.clients.get(event.clientId);
        if (!client || new URL(client.url).pathname === page) throw error;
        url.searchParams.delete("_routes");
        return leadToDocument(page + url.search);
      }
    },

    /** A file of a download. */
    keptFile: async (request: Request): Promise<Response> => copies.file(request, await account.mark()),

    discovery: (request: Request): Promise<Response> => fetch(request).catch(noDiscovery),

    async write(request: Request): Promise<Response> {
      const response = await fetch(request);
      // A redirect can't be read; the answer of its target will tell.
      if (response.type === "opaqueredirect") await account.doubt();
      // A write is later than every request made before its answer.
      else await account.heed(response, Date.now());
      return response;
    },
  };
}

/** Keeps the worker awake for work after an event's answer. */
export function extenderOf(event: FetchEvent): (work: Promise<unknown>) => void {
  return (work) => event.waitUntil(work);
}
