import {
  brandFolder,
  downloadsList,
  notes,
  sentNote,
  syncTag,
  workerPath,
  type KeepMessage,
  type SentMessage,
} from "./protocol.ts";

/** What a page shows besides its own content. */
type Shown = Pick<KeepMessage, "locale" | "brand">;

type SyncRegistration = ServiceWorkerRegistration & {
  sync?: { register: (tag: string) => Promise<void> };
};

/**
 * Registers the service worker and tells it which files this page uses, so that it can be shown again offline. Call it
 * when the page is idle. Does nothing without worker support, or if the operator has switched the worker off.
 * @param saver the user has asked the app for less data; the browser's own setting counts as well
 */
export async function registerWorker(page: Shown, saver: boolean): Promise<void> {
  if (!("serviceWorker" in navigator) || document.documentElement.dataset.worker === "off") return;
  // `npm run dev` makes none.
  if (!import.meta.env.PROD) return;
  try {
    await navigator.serviceWorker.register(workerPath, { updateViaCache: "none" });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage(describe(page, saver));
  } catch {
    // The browser refused it, or it can't be loaded now: the page works without it.
  }
}

/**
 * Asks the browser to send the outbox when the network is back, even if no page is open. Not every browser supports it.
 */
export async function askForSync(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as SyncRegistration | undefined;
  await registration?.sync?.register(syncTag).catch(() => undefined);
}

/**
 * Calls `tell` when the worker has sent the outbox since this page was rendered, before or after this call.
 * @returns a function that stops listening
 */
export function whenSent(tell: () => void): () => void {
  if (!("serviceWorker" in navigator)) return () => undefined;
  const listen = ({ data }: MessageEvent<SentMessage | null>) => data?.type === "sent" && tell();
  navigator.serviceWorker.addEventListener("message", listen);
  void caches
    .match(sentNote, { cacheName: notes })
    .then(async (note) => note && Number(await note.text()) > performance.timeOrigin && tell())
    .catch(() => undefined);
  return () => navigator.serviceWorker.removeEventListener("message", listen);
}

function describe({ locale, brand }: Shown, saver: boolean): KeepMessage {
  const paths = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname, search }) => pathname + search);
  // What the document holds inline; kept pages link to it (app/performance/inline-styles.ts).
  const inline = [...document.querySelectorAll<HTMLElement>("style[data-href]")];
  paths.push(...inline.map(({ dataset }) => dataset.href ?? ""));
  const isDownloads = location.pathname + location.search === downloadsList;
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return {
    type: "keep",
    path: location.pathname + (isDownloads ? location.search : ""),
    locale,
    brand: { version: brand.version, name: brand.name },
    files: [...new Set(paths.filter((path) => path.startsWith("/assets/") || path.startsWith(brandFolder)))],
    pictures: [
      ...new Set(paths.filter((path) => path.startsWith("/artwork/") && !path.startsWith(brandFolder))),
    ],
    saveData: saver || (connection?.saveData ?? false),
  };
}
