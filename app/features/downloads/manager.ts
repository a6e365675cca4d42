import { succeeded } from "../../../contract/envelope.ts";
import type { ApiClient } from "../../api-client/create-client.ts";
import { readAccountNote } from "../../lib/account-note.ts";
import { openCopies, type CopyFiles } from "./copy-files.ts";
import { createItems, flag, type Items } from "./items.ts";
import { keepPage } from "./keep-page.ts";
import { askAgain, askLicence, releaseLicences } from "./licences.ts";
import type { LoadPorts } from "./load-copy.ts";
import { keyOf, type Download, type CopyFacts } from "./protocol.ts";
import { createQueueRunner, type QueueRunner } from "./queue.ts";
import { askSpace, askToPersist, fits } from "./space.ts";
import { openDownloads, type DownloadStore } from "./store.ts";
import { forget, renewDownloads, tidyDownloads } from "./upkeep.ts";

const quiet = { loading: false, toast: false };

/** Why a download could not be added; the server's own text if it gave a reason. */
export type NotAdded = { fault: "full" | "unknown" } | { message: string };

export type Manager = ReturnType<typeof createManager>;

let manager: Manager | null = null;

/** The downloads of this page, shared by all callers. */
export function downloadsOf(api: ApiClient): Manager {
  return (manager ??= createManager(api));
}

type Parts = {
  api: ApiClient;
  store: DownloadStore;
  copies: CopyFiles;
  items: Items;
  queue: QueueRunner;
  ports: LoadPorts;
};

function createManager(api: ApiClient) {
  const store = openDownloads();
  const copies = openCopies();
  const items = createItems(store);
  const ports: LoadPorts = {
    store,
    copies,
    // Downloaded files need no second copy in the browser's own cache.
    fetch: (url) => fetch(url, { cache: "no-store", priority: "low" }),
    ask: (download) => askAgain({ api, store }, download),
    space: askSpace,
    keepPage: async (download) => {
      const kept = await keepPage(copies, download);
      if (kept) await store.update(download.key, (now) => now && { ...now, build: currentBuild() });
      return kept;
    },
    changed: items.changed,
  };
  const queue = createQueueRunner(ports);
  const parts: Parts = { api, store, copies, items, queue, ports };
  const change = async (key: string, fields: (now: Download) => Partial<Download>) => {
    await store.update(key, (now) => now && { ...now, ...fields(now) });
    await items.show();
  };

  return {
    /** This user's downloads, the first added first; null until they are known. */
    items: items.known,
    subscribe: items.subscribe,
    space: askSpace,
    clock: store.clock,
    offer: (episode: { id: string; index: number }) => api.get("download/offer", episode, quiet),
    /**
     * Adds a download.
     * @returns null when it is in the queue, else the reason it is not
     */
    add: (facts: CopyFacts, quality: Quality) => addDownload(parts, facts, quality),
    pause: (key: string) =>
      change(key, ({ state }) =>
        ["queued", "loading", "waiting"].includes(state) ? { state: "paused" } : {},
      ),
    async resume(key: string): Promise<void> {
      await change(key, ({ state }) =>
        ["paused", "failed", "waiting"].includes(state) ? { state: "queued", fault: null } : {},
      );
      queue.hurry();
    },
    remove: (keys: readonly string[]) => removeDownloads(parts, keys),
    /**
     * Asks for more time.
     * @returns false if the server did not answer
     */
    async renew(keys: readonly string[]): Promise<boolean> {
      const asked = (await store.all()).filter(({ key }) => keys.includes(key));
      const reached = await renewDownloads({ store, api, now: Date.now }, asked);
      await items.refresh();
      return reached;
    },
    wake: queue.wake,
    /** Work to be done once when a page is idle. */
    upkeep: () => keepUp(parts),
  };
}

type Quality = { rendition: string; bytes: number };

async function addDownload(
  { api, store, items, queue }: Parts,
  facts: CopyFacts,
  { rendition, bytes }: Quality,
): Promise<NotAdded | null> {
  if (!fits(bytes, await askSpace())) return { fault: "full" };
  const mark = await ensureMark();
  if (!mark) return { fault: "unknown" };
  const answer = await askLicence({ api, store }, facts, rendition);
  if (!succeeded(answer)) return { message: answer.m };
  void askToPersist();
  const plan = answer.d;
  const key = keyOf(facts, mark);
  const { id, index, path, title, episode, artwork, still, durationS } = facts;
  await store.keepPlan(plan);
  await store.update(key, () => ({
    key,
    mark,
    id,
    index,
    path,
    title,
    episode,
    artwork,
    still,
    durationS,
    rendition,
    licence: plan.licence,
    bytes: plan.bytes,
    gotBytes: 0,
    state: "queued",
    fault: null,
    expiresAt: Date.parse(plan.expiresAt),
    addedAt: Date.now(),
    build: "",
    positionS: null,
  }));
  flag(true);
  // The list must work offline too: its data passes the worker, which stores the page with it.
  void fetch("/my-list.data?list=downloads").catch(() => undefined);
  items.changed();
  await items.refresh();
  queue.wake();
  return null;
}

async function removeDownloads(
  { api, store, copies, items, queue }: Parts,
  keys: readonly string[],
): Promise<void> {
  const gone = (await store.all()).filter(({ key }) => keys.includes(key));
  for (const download of gone) await forget({ store, copies }, download);
  await items.show();
  // If this request fails, the device's next licence request reports them as gone.
  await releaseLicences(
    api,
    gone.map(({ licence }) => licence),
  );
  queue.wake();
}

async function keepUp({ api, store, copies, items, queue, ports }: Parts): Promise<void> {
  const mark = await ensureMark();
  if (!mark) return;
  await tidyDownloads({ store, copies }, mark);
  await renewDownloads({ store, api, now: Date.now, mark });
  await items.refresh();
  queue.wake();
  const build = currentBuild();
  for (const download of await store.all()) {
    if (download.mark !== mark || download.state !== "ready" || download.build === build) continue;
    if (!(await ports.keepPage(download))) return;
  }
}

/** The worker learns the session from answers that pass it; if none did yet, this requests one. */
async function ensureMark(): Promise<string | null> {
  await navigator.serviceWorker.ready;
  const known = await readAccountNote();
  if (known.sure) return known.mark;
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  await fetch("/session", { method: "POST", headers, body: '{"intent":"sync"}' }).catch(() => undefined);
  const { mark, sure } = await readAccountNote();
  return sure ? mark : null;
}

/** The build of this page, and its language: a stored page of another one is replaced. */
function currentBuild(): string {
  const { __remixManifest } = window as { __remixManifest?: { version: string } };
  return `${__remixManifest?.version ?? ""} ${document.documentElement.lang}`;
}
