import {
  notes,
  sentNote,
  syncTag,
  type HushMessage,
  type KeepMessage,
  type SentMessage,
} from "../protocol.ts";
import { createAccount } from "./account.ts";
import { createAnswers, extenderOf } from "./answers.ts";
import { createKeeping } from "./keeping.ts";
import { KeptFiles } from "./kept-files.ts";
import { LatestPages } from "./latest-pages.ts";
import { planFor } from "./plan.ts";
import type { WorkerScope } from "./scope.ts";

export type WorkerParts = {
  /** Files of this worker's build. */
  buildFiles: readonly string[];
  /** Sends the writes made offline. Resolves to their number. */
  sendOutbox: () => Promise<number>;
  /** Empties it: it belonged to another user. */
  clearOutbox: () => Promise<void>;
  /** Downloads for offline playback; `mark` identifies their session. */
  copies: {
    file: (request: Request, mark: string | null) => Promise<Response>;
    page: (url: URL, mark: string | null) => Promise<Response | undefined>;
    texts: () => Promise<string[]>;
    clear: () => Promise<void>;
  };
};

/** The service worker: its events and their handling. Media, calls and uploads bypass it. */
export function createWorker(
  scope: WorkerScope,
  { buildFiles, sendOutbox, clearOutbox, copies }: WorkerParts,
): void {
  // Each profile keeps its own downloads on a device that several people use.
  const account = createAccount(async (isSameSession) => {
    await Promise.all([clearOutbox(), isSameSession ? null : copies.clear()]);
  });
  const pages = new LatestPages(account);
  const files = new KeptFiles("build-files", null);
  const pictures = new KeptFiles("pictures", { entries: 240, bytes: 12_000_000 });
  const answers = createAnswers({ scope, account, pages, copies });
  const keep = createKeeping({ scope, buildFiles, pages, files, pictures, copies });

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
    if (event.tag === syncTag) event.waitUntil(send(scope, sendOutbox));
  });
  scope.addEventListener("message", (event) => {
    const message = event.data as KeepMessage | HushMessage | null;
    if (message?.type === "keep") event.waitUntil(keep(message));
    if (message?.type === "hush") for (const kept of [files, pictures]) kept.hush();
  });
  scope.addEventListener("fetch", (event) => {
    const plan = planFor(event.request, scope.location.origin);
    if (plan === "offline-copy") event.respondWith(answers.keptFile(event.request));
    if (plan === "document") event.respondWith(answers.document(event));
    if (plan === "data") event.respondWith(answers.data(event));
    if (plan === "discovery") event.respondWith(answers.discovery(event.request));
    if (plan === "build-file") event.respondWith(files.handleRequest(event.request, extenderOf(event)));
    if (plan === "picture") event.respondWith(pictures.handleRequest(event.request, extenderOf(event)));
    if (plan === "write") event.respondWith(answers.write(event.request));
  });
}

/** Sends the writes made offline, and tells the pages. */
async function send(scope: WorkerScope, sendOutbox: WorkerParts["sendOutbox"]): Promise<void> {
  if ((await sendOutbox()) === 0) return;
  await (await caches.open(notes)).put(sentNote, new Response(String(Date.now())));
  const message: SentMessage = { type: "sent" };
  for (const page of await scope.clients.matchAll({ type: "window", includeUncontrolled: true })) {
    page.postMessage(message);
  }
}
