import {
  notes,
  offlinePath,
  sentNote,
  syncTag,
  type HushMessage,
  type KeepMessage,
  type SentMessage,
} from "../protocol.ts";
import { createAccount } from "./account.ts";
import { KeptFiles } from "./kept-files.ts";
import { LatestPages } from "./latest-pages.ts";
import { keptPathOf, pageOfData, planFor } from "./plan.ts";
import type { FetchEvent, WorkerScope } from "./scope.ts";
import { bareOfflinePage, leadToDocument, noDiscovery, offlinePage } from "./unreachable.ts";

export type WorkerParts = {
  /** Files of this worker's build. */
  buildFiles: readonly string[];
  /** Sends the writes made offline. Resolves to their number. */
  sendOutbox: () => Promise<number>;
  /** Empties it: it belonged to another user. */
  clearOutbox: () => Promise<void>;
  /** Downloads for offline playback; `mark` identifies their session. */
  films: {
    file: (request: Request, mark: string | null) => Promise<Response>;
    page: (url: URL, mark: string | null) => Promise<Response | undefined>;
    texts: () => Promise<string[]>;
    clear: () => Promise<void>;
  };
};

/** Where the build lists the files that an idle browser prefetches. */
const aheadFiles = "/ahead-files.json";
/** A request for a page's data also refreshes its stored document if that is older than this. Milliseconds. */
const staleMs = 60_000;

/** The service worker: its events and their handling. Media, calls and uploads bypass it. */
export function createWorker(
  scope: WorkerScope,
  { buildFiles, sendOutbox, clearOutbox, films }: WorkerParts,
): void {
  const account = createAccount(async () => void (await Promise.all([clearOutbox(), films.clear()])));
  const pages = new LatestPages(account);
  const files = new KeptFiles("build-files", null);
  const pictures = new KeptFiles("pictures", { entries: 240, bytes: 12_000_000 });
  const own = new Set(buildFiles);
  // Remix names its route table after its content, which covers the whole build.
  const build = buildFiles.find((file) => /^\/assets\/manifest-[\da-f]{8}\.js$/.test(file)) ?? "";

  scope.addEventListener("install", (event) => {
    // If the browser supports it, media and calls don't even wake the worker.
    const past = ["/media/*", "/api/*", "/oss/*", "/play/*"];
    const rules = past.map((pathname) => ({
      condition: { urlPattern: { pathname } },
      source: "network" as const,
    }));
    const routed = Promise.resolve(event.addRoutes?.(rules)).catch(() => undefined);
    // An open page can switch to another worker at once: `tidy` removes none of its stored files.
    event.waitUntil(Promise.all([routed, scope.skipWaiting()]));
  });
  scope.addEventListener("activate", (event) => {
    const preload = scope.registration.navigationPreload?.enable().catch(() => undefined);
    event.waitUntil(Promise.all([preload, scope.clients.claim()]));
  });
  scope.addEventListener("sync", (event) => {
    if (event.tag === syncTag) event.waitUntil(send());
  });
  scope.addEventListener("message", (event) => {
    const message = event.data as KeepMessage | HushMessage | null;
    if (message?.type === "keep") event.waitUntil(keep(message));
    if (message?.type === "hush") for (const kept of [files, pictures]) kept.hush();
  });
  scope.addEventListener("fetch", (event) => {
    const plan = planFor(event.request, scope.location.origin);
    if (plan === "kept-film") event.respondWith(keptFile(event.request));
    if (plan === "document") event.respondWith(document(event));
    if (plan === "data") event.respondWith(data(event));
    if (plan === "discovery") event.respondWith(discovery(event.request));
    if (plan === "build-file") event.respondWith(files.handleRequest(event.request, extenderOf(event)));
    if (plan === "picture") event.respondWith(pictures.handleRequest(event.request, extenderOf(event)));
    if (plan === "write") event.respondWith(write(event.request));
  });

  async function send(): Promise<void> {
    if ((await sendOutbox()) === 0) return;
    await (await caches.open(notes)).put(sentNote, new Response(String(Date.now())));
    const message: SentMessage = { type: "sent" };
    for (const page of await scope.clients.matchAll({ type: "window", includeUncontrolled: true })) {
      page.postMessage(message);
    }
  }

  async function document(event: FetchEvent): Promise<Response> {
    const { request, preloadResponse: preload } = event;
    const url = new URL(request.url);
    const keep = keptPathOf(url) === url.pathname + url.search;
    const otherwise = () => keptFilm(request);
    return pages.latest({ request, preload, keep, otherwise, extend: extenderOf(event) }).catch(unreachable);
  }

  async function keptFile(request: Request): Promise<Response> {
    return films.file(request, await account.mark());
  }

  async function keptFilm(request: Request): Promise<Response | undefined> {
    return films.page(new URL(request.url), await account.mark());
  }

  async function unreachable(): Promise<Response> {
    const page = await caches.match(offlinePath, { cacheName: notes });
    return page ? offlinePage(await page.text(), await pages.documents()) : bareOfflinePage();
  }

  async function data(event: FetchEvent): Promise<Response> {
    const { request } = event;
    const url = new URL(request.url);
    const page = pageOfData(url.pathname);
    const path = keptPathOf(new URL(page + url.search, url));
    try {
      const response = await pages.latest({
        request,
        keep: path !== null,
        otherwise: () => keptFilm(request),
        extend: extenderOf(event),
      });
      if (path !== null && response.ok) event.waitUntil(follow(path));
      return response;
    } catch (error) {
      // A page that is there already would load itself again and again.
      const client = await scope.clients.get(event.clientId);
      if (!client || new URL(client.url).pathname === page) throw error;
      url.searchParams.delete("_routes");
      return leadToDocument(page + url.search);
    }
  }

  /** Stores the page itself along with its data: a cold start asks for it. */
  async function follow(page: string): Promise<void> {
    if (Date.now() - (await pages.keptAt(page)) > staleMs) await pages.refresh(page);
  }

  async function discovery(request: Request): Promise<Response> {
    return fetch(request).catch(noDiscovery);
  }

  async function write(request: Request): Promise<Response> {
    const response = await fetch(request);
    // A redirect can't be read; the answer of its target will tell.
    if (response.type === "opaqueredirect") await account.doubt();
    // A write is later than every request made before its answer.
    else await account.heed(response, Date.now());
    return response;
  }

  async function keep({ path, locale, files: loaded, pictures: seen, saveData }: KeepMessage): Promise<void> {
    const changed = await keepOfflinePage(locale);
    if (keptPathOf(new URL(path, scope.location.origin)) === path) await follow(path);
    if (changed) for (const other of await pages.documents()) if (other !== path) await pages.refresh(other);
    await files.add(loaded);
    await pictures.add(seen);
    await pictures.trim();
    if (!saveData) await files.add(await listAheadFiles());
    if (loaded.every((file) => own.has(file))) await tidy();
  }

  /** @returns whether the language differs from that of the pages stored before */
  async function keepOfflinePage(locale: string): Promise<boolean> {
    const cache = await caches.open(notes);
    const known = (await cache.match(offlinePath))?.headers.get("X-Kept-For") ?? "";
    const [language, madeBy] = known.split(" ");
    // Its styles are the build's, so another build stores it again.
    if (language === locale && madeBy === build) return false;
    const response = await fetch(offlinePath).catch(() => null);
    if (response?.status !== 200) return false;
    const headers = { "Content-Type": "text/html; charset=utf-8", "X-Kept-For": `${locale} ${build}` };
    await cache.put(offlinePath, new Response(response.body, { headers }));
    return known !== "" && language !== locale;
  }

  async function listAheadFiles(): Promise<string[]> {
    const response = await fetch(aheadFiles, { cache: "no-cache" }).catch(() => null);
    return response?.status === 200 ? ((await response.json()) as string[]) : [];
  }

  /**
   * Drops files of earlier builds. A page of an earlier build still asks for its parts, so this waits until the only
   * open page is of this build; the files of a stored page stay as long as the page.
   */
  async function tidy(): Promise<void> {
    const open = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (open.length > 1) return;
    const offline = await caches.match(offlinePath, { cacheName: notes });
    const texts = [...(await pages.texts()), ...(await films.texts()), (await offline?.text()) ?? ""];
    await files.drop((path) => own.has(path) || texts.some((text) => text.includes(path)));
  }
}

function extenderOf(event: FetchEvent): (work: Promise<unknown>) => void {
  return (work) => event.waitUntil(work);
}
