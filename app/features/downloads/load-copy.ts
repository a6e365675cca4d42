import type { DownloadLicence } from "../../../contract/index.ts";
import type { CopyFiles } from "./copy-files.ts";
import { keptMaster, type Download, type DownloadFault } from "./protocol.ts";
import { fits, type Space } from "./space.ts";
import type { DownloadStore } from "./store.ts";

/** How it ended. `stopped`: the user has paused or removed it; `network`: to be retried later. */
export type Outcome = "ready" | "stopped" | "network" | DownloadFault;

/** The server's answer to a repeated request for a licence. */
export type Asked = { plan: DownloadLicence } | "network" | "refused" | "limit";

export type LoadPorts = {
  store: DownloadStore;
  copies: CopyFiles;
  fetch: (url: string) => Promise<Response>;
  ask: (download: Download) => Promise<Asked>;
  space: () => Promise<Space | null>;
  /**
   * Stores the episode's page and its pictures.
   * @returns false if the network did not deliver them
   */
  keepPage: (download: Download) => Promise<boolean>;
  /** Called when the display must update. */
  changed: () => void;
};

/** Files loaded at the same time: a segment takes less time than the round trip to the server. */
const atOnce = 4;
/** Bytes between two checks of the room that is left. */
const lookEvery = 16_000_000;

/**
 * Fetches the missing files of one download, file by file, so that an interruption loses at most the few files in
 * flight. Each file must have the length the server has named. `ready` is written last, when every file is present.
 */
export async function loadCopy(ports: LoadPorts, key: string): Promise<Outcome> {
  const { store, copies, changed } = ports;
  const first = await store.get(key);
  if (!first) return "stopped";
  let plan = await store.plan(first.licence);
  let asked = false;
  let lookedAt = -Infinity;
  for (;;) {
    const download = await store.get(key);
    if (download?.state !== "loading") {
      // The download was removed meanwhile: files that arrive late must not stay behind.
      if (!download) await copies.drop(first.licence);
      return "stopped";
    }
    if (!plan) {
      const answer = await freshPlan(ports, download);
      if (typeof answer === "string") return answer;
      plan = answer;
    }
    const there = await copies.paths(plan.licence);
    const missing = plan.files.filter(([path]) => !there.has(path));
    const left = missing.reduce((sum, [, bytes]) => sum + bytes, 0);
    const got = plan.bytes - left;
    await store.update(key, (now) => now && { ...now, bytes: plan!.bytes, gotBytes: got });
    changed();
    if (missing.length === 0) return finish(ports, { download, plan });
    if (got - lookedAt >= lookEvery) {
      if (!fits(left, await ports.space())) return "full";
      lookedAt = got;
    }
    const outcome = await loadSome(ports, plan, missing);
    if (outcome === "again" && !asked) {
      asked = true;
      plan = undefined;
    } else if (outcome === "again") return "broken";
    else if (outcome !== "loaded") return outcome;
    else asked = false;
  }
}

/** Listing a store of thousands of files is expensive: files are taken in batches. */
const batch = 24;

async function loadSome(
  { store, copies, fetch, changed }: LoadPorts,
  plan: DownloadLicence,
  missing: DownloadLicence["files"],
): Promise<"loaded" | "again" | "network" | "full"> {
  const waiting = missing.slice(0, batch);
  const key = `${plan.id}/${plan.index}`;
  let failure: "again" | "network" | "full" | null = null;
  const work = async () => {
    for (let next = waiting.shift(); next && !failure; next = waiting.shift()) {
      const [path, bytes] = next;
      const result = await loadFile({ copies, fetch }, plan, path, bytes);
      if (result !== "loaded") return void (failure ??= result);
      const now = await store.update(
        key,
        (download) => download && { ...download, gotBytes: download.gotBytes + bytes },
      );
      if (now?.state !== "loading") return void (waiting.length = 0);
      changed();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failure ?? "loaded";
}

async function loadFile(
  { copies, fetch }: Pick<LoadPorts, "copies" | "fetch">,
  plan: DownloadLicence,
  path: string,
  bytes: number,
): Promise<"loaded" | "again" | "network" | "full"> {
  let body: Blob;
  let type: string;
  try {
    // A CDN's playlists name other places: a copy needs the one whose length was named, with the files beside it.
    const response = await fetch(plan.base + path + (path.endsWith(".m3u8") ? "?as=segments" : ""));
    // The grant has expired, or a new encoding has replaced this one: the server lists the files again.
    if (response.status === 403 || response.status === 404) return "again";
    if (!response.ok) return "network";
    type = response.headers.get("Content-Type") ?? "application/octet-stream";
    body = await response.blob();
  } catch {
    return "network";
  }
  if (body.size !== bytes) return "again";
  try {
    await copies.write(plan.licence, path, body, type);
  } catch {
    return "full";
  }
  return "loaded";
}

/** Asks the server what to fetch; deletes files of another encoding or quality. */
async function freshPlan(ports: LoadPorts, download: Download): Promise<DownloadLicence | Outcome> {
  const answer = await ports.ask(download);
  if (typeof answer === "string") return answer;
  const { plan } = answer;
  const { store, copies } = ports;
  const before = await store.plan(download.licence);
  const same = before?.asset === plan.asset && before.folder === plan.folder;
  if (!same || plan.licence !== download.licence) await copies.drop(download.licence);
  // A file that was corrected on the server has another length: it is fetched again.
  else if (String(before.files) !== String(plan.files)) await copies.drop(download.licence);
  if (plan.licence !== download.licence) await store.dropPlan(download.licence);
  await store.keepPlan(plan);
  const { licence, bytes } = plan;
  await store.update(
    download.key,
    (now) => now && { ...now, licence, bytes, expiresAt: Date.parse(plan.expiresAt) },
  );
  return plan;
}

async function finish(
  ports: LoadPorts,
  { download, plan }: { download: Download; plan: DownloadLicence },
): Promise<Outcome> {
  const { store, copies } = ports;
  try {
    await copies.write(plan.licence, keptMaster, plan.master, "application/vnd.apple.mpegurl");
    if (!(await ports.keepPage(download))) return "network";
  } catch {
    return "full";
  }
  const now = await store.update(
    download.key,
    (one) =>
      one && (one.state === "loading" ? { ...one, state: "ready", fault: null, gotBytes: one.bytes } : one),
  );
  if (!now) await copies.drop(plan.licence);
  return now?.state === "ready" ? "ready" : "stopped";
}
