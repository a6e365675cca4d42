import { codes } from "../../../contract/codes.ts";
import { succeeded, type Envelope } from "../../../contract/envelope.ts";
import type { DownloadLicence } from "../../../contract/index.ts";
import type { ApiClient } from "../../api-client/create-client.ts";
import { readAccountNote } from "../../lib/account-note.ts";
import { openFilms } from "./film-files.ts";
import { keepPage } from "./keep-page.ts";
import { learnTime } from "./licence-clock.ts";
import type { Asked, LoadPorts } from "./load-film.ts";
import { channelName, keptFlag, keyOf, type Download, type FilmFacts } from "./protocol.ts";
import { runQueue } from "./queue.ts";
import { askSpace, askToPersist, fits } from "./space.ts";
import { openDownloads } from "./store.ts";
import { forget, renewDownloads, tidyDownloads } from "./upkeep.ts";

/** The page that fetches holds this lock, so that two pages never fetch the same download. */
const lockName = "matinee-downloads";
const quiet = { loading: false, toast: false };
/** Milliseconds before an unreachable server is retried, at first and at most. */
const retryMs = { first: 5_000, most: 60_000 };
/** Milliseconds between two reads of the store while a download runs. */
const calmMs = 200;

/** Why a download could not be added; the server's own text if it gave a reason. */
export type NotAdded = { fault: "full" | "unknown" } | { message: string };

export type Manager = ReturnType<typeof createManager>;

let manager: Manager | null = null;

/** The downloads of this page, shared by all callers. */
export function downloadsOf(api: ApiClient): Manager {
  return (manager ??= createManager(api));
}

function createManager(api: ApiClient) {
  const store = openDownloads();
  const films = openFilms();
  const channel = new BroadcastChannel(channelName);
  const listeners = new Set<() => void>();
  let items: Download[] | null = null;
  let look: ReturnType<typeof setTimeout> | null = null;
  let retry: ReturnType<typeof setTimeout> | null = null;
  let delayMs = retryMs.first;
  let running: Promise<void> | null = null;
  let again = false;

  async function refresh(): Promise<void> {
    const { mark, sure } = await readAccountNote();
    const all = await store.all().catch(() => []);
    items = sure ? all.filter((download) => download.mark === mark) : [];
    flag(all.length > 0);
    for (const listener of listeners) listener();
  }
  function lookSoon(): void {
    look ??= setTimeout(() => {
      look = null;
      void refresh();
    }, calmMs);
  }
  function changed(): void {
    if (!look) channel.postMessage("changed");
    lookSoon();
  }
  channel.addEventListener("message", lookSoon);
  addEventListener("online", () => {
    delayMs = retryMs.first;
    wake();
  });

  const heldLicences = async () => (await store.all()).map(({ licence }) => licence);

  async function askLicence(
    facts: { id: string; index: number },
    rendition: string,
  ): Promise<Envelope<DownloadLicence>> {
    const { id, index } = facts;
    const input = { id, index, rendition, device: deviceId(), held: await heldLicences() };
    const answer = await api.post("download/licence", input, quiet);
    if (succeeded(answer)) await store.setClock(learnTime(Date.parse(answer.d.now), Date.now()));
    return answer;
  }

  const ports: LoadPorts = {
    store,
    films,
    // Downloaded files need no second copy in the browser's own cache.
    fetch: (url) => fetch(url, { cache: "no-store", priority: "low" }),
    async ask(download): Promise<Asked> {
      const answer = await askLicence(download, download.rendition);
      if (succeeded(answer)) return { plan: answer.d };
      if (answer.c === codes.download_limit.c) return "limit";
      const { vip_required, sign_in_required, forbidden, not_found } = codes;
      const refusals = [vip_required, sign_in_required, forbidden, not_found].map(({ c }): number => c);
      return refusals.includes(answer.c) ? "refused" : "network";
    },
    space: askSpace,
    keepPage: async (download) => {
      const kept = await keepPage(films, download);
      if (kept) await store.update(download.key, (now) => now && { ...now, build: currentBuild() });
      return kept;
    },
    changed,
  };

  async function fetchAll(): Promise<void> {
    do {
      again = false;
      const { mark } = await readAccountNote();
      const outcome = await runQueue(ports, (download) => download.mark === mark);
      if (outcome === "done") delayMs = retryMs.first;
      else waitForNetwork();
    } while (again);
  }
  function waitForNetwork(): void {
    if (retry) clearTimeout(retry);
    retry = setTimeout(wake, delayMs);
    delayMs = Math.min(delayMs * 2, retryMs.most);
  }
  /** Continues the queue, once the page that holds the lock has released it. */
  function wake(): void {
    if (running) again = true;
    else
      running = navigator.locks
        .request(lockName, fetchAll)
        .catch(() => undefined)
        .then(() => {
          running = null;
          if (again) wake();
        });
  }

  const change = async (key: string, fields: (now: Download) => Partial<Download>) => {
    await store.update(key, (now) => now && { ...now, ...fields(now) });
    channel.postMessage("changed");
    await refresh();
  };
  const release = (licences: string[]) =>
    licences.length > 0 ? api.post("download/release", { licences }, quiet) : undefined;

  return {
    /** This user's downloads, the first added first; null until they are known. */
    items: () => items,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      if (items === null) void refresh();
      return () => listeners.delete(listener);
    },
    space: askSpace,
    clock: store.clock,
    offer: (episode: { id: string; index: number }) => api.get("download/offer", episode, quiet),
    /**
     * Adds a download.
     * @returns null when it is in the queue, else the reason it is not
     */
    async add(
      facts: FilmFacts,
      { rendition, bytes }: { rendition: string; bytes: number },
    ): Promise<NotAdded | null> {
      if (!fits(bytes, await askSpace())) return { fault: "full" };
      const mark = await ensureMark();
      if (!mark) return { fault: "unknown" };
      const answer = await askLicence(facts, rendition);
      if (!succeeded(answer)) return { message: answer.m };
      void askToPersist();
      const plan = answer.d;
      const key = keyOf(facts);
      const { id, index, path, title, episode, artwork, durationS } = facts;
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
      changed();
      await refresh();
      wake();
      return null;
    },
    pause: (key: string) =>
      change(key, ({ state }) =>
        ["queued", "loading", "waiting"].includes(state) ? { state: "paused" } : {},
      ),
    async resume(key: string): Promise<void> {
      await change(key, ({ state }) =>
        ["paused", "failed", "waiting"].includes(state) ? { state: "queued", fault: null } : {},
      );
      delayMs = retryMs.first;
      wake();
    },
    async remove(keys: readonly string[]): Promise<void> {
      const gone = (await store.all()).filter(({ key }) => keys.includes(key));
      for (const download of gone) await forget({ store, films }, download);
      channel.postMessage("changed");
      await refresh();
      // If this request fails, the device's next licence request reports them as gone.
      await release(gone.map(({ licence }) => licence));
      wake();
    },
    /**
     * Asks for more time.
     * @returns false if the server did not answer
     */
    async renew(keys: readonly string[]): Promise<boolean> {
      const asked = (await store.all()).filter(({ key }) => keys.includes(key));
      const reached = await renewDownloads({ store, api, now: Date.now }, asked);
      await refresh();
      return reached;
    },
    wake,
    /** Work to be done once when a page is idle. */
    async upkeep(): Promise<void> {
      const mark = await ensureMark();
      if (!mark) return;
      await tidyDownloads({ store, films }, mark);
      await renewDownloads({ store, api, now: Date.now });
      await refresh();
      wake();
      const build = currentBuild();
      for (const download of await store.all()) {
        if (download.state !== "ready" || download.build === build) continue;
        if (!(await ports.keepPage(download))) return;
      }
    },
  };
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

function flag(any: boolean): void {
  try {
    if (any) localStorage.setItem(keptFlag, "1");
    else localStorage.removeItem(keptFlag);
  } catch {
    // Without it, a page learns only later that a download exists.
  }
}

const deviceKey = "device";

/** This browser's random name for itself. If storage is not writable, each page is another device. */
function deviceId(): string {
  try {
    const known = localStorage.getItem(deviceKey);
    if (known) return known;
    const made = crypto.randomUUID();
    localStorage.setItem(deviceKey, made);
    return made;
  } catch {
    return crypto.randomUUID();
  }
}
