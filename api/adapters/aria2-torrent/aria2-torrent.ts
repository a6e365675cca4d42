import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TorrentClient, TorrentRequest, TorrentStatus } from "../../ports/torrent.ts";
import { beginAria2, type Aria2Process } from "./aria2-process.ts";
import { createPeerTracker } from "./peer-tracker.ts";

export type Aria2Options = {
  /** Path returned by `findAria2`. */
  program: string;
  /** Whether to look for peers beyond those in the magnet link: in the DHT, and by asking other peers. */
  discovery: boolean;
  /** Receives the process id, for tests that kill the process. */
  onStart?: (pid: number) => void;
};

type Told = {
  gid: string;
  status: "active" | "waiting" | "paused" | "error" | "complete" | "removed";
  errorCode?: string;
  errorMessage?: string;
  connections?: string;
  downloadSpeed: string;
  uploadSpeed: string;
  uploadLength: string;
  files?: { index: string; length: string; completedLength: string; selected: string }[];
};
type Entry = { request: TorrentRequest; gid: string; metadata: Uint8Array | null };

const asked = [
  ...["gid", "status", "errorCode", "errorMessage", "connections"],
  ...["downloadSpeed", "uploadSpeed", "uploadLength", "files"],
];

/**
 * Torrent client on an aria2 process of our own, over JSON-RPC on loopback. aria2 connects to every address that a
 * tracker or a peer gives it and cannot refuse addresses. Use it only where all addresses are allowed or the network
 * refuses them itself.
 */
export function createAria2(options: Aria2Options): TorrentClient {
  const entries = new Map<string, Entry>();
  const tracker = createPeerTracker();
  const aria2 = createHolder(options, () => entries.clear());

  return {
    kind: "aria2",
    allows: () => true,
    async add(request) {
      const { call } = await aria2.get();
      if (entries.has(request.infohash)) return;
      await mkdir(request.folder, { recursive: true });
      const gid = request.infohash.slice(0, 16);
      const local = request.peers.length > 0 ? [await tracker.tell(request.infohash, request.peers)] : [];
      const options = {
        ...{ gid, dir: request.folder },
        // aria2 takes the trackers as one comma-separated text.
        "bt-tracker": [...local, ...request.trackers.filter((url) => !url.includes(","))].join(","),
      };
      if (request.content) {
        const { metadata, wanted } = request.content;
        await call("addTorrent", Buffer.from(metadata).toString("base64"), [], {
          ...options,
          "select-file": wanted.map((index) => index + 1).join(","),
          "index-out": namesOf(request),
          ...(request.seed ? { "seed-ratio": "0.0" } : { "seed-time": "0" }),
        });
      } else
        await call("addUri", [`magnet:?xt=urn:btih:${request.infohash}`], {
          ...options,
          ...{ "bt-metadata-only": "true", "bt-save-metadata": "true" },
        });
      entries.set(request.infohash, { request, gid, metadata: null });
    },
    async status() {
      const call = aria2.running()?.call;
      if (!call) return [];
      const lists = (await Promise.all([
        call("tellActive", asked),
        call("tellWaiting", 0, 1000, asked),
        call("tellStopped", 0, 1000, asked),
      ])) as Told[][];
      const told = new Map(lists.flat().map((one) => [one.gid, one]));
      const known = [...entries.values()].flatMap((entry) => {
        const one = told.get(entry.gid);
        return one ? [statusOf(entry, one)] : [];
      });
      return Promise.all(known);
    },
    async remove(infohash) {
      const entry = entries.get(infohash);
      entries.delete(infohash);
      tracker.forget(infohash);
      const call = aria2.running()?.call;
      if (!entry || !call) return;
      await call("forceRemove", entry.gid).catch(() => undefined);
      await gone(call, entry.gid);
    },
    async limit(downBps) {
      const { call } = await aria2.get();
      await call("changeGlobalOption", { "max-overall-download-limit": String(Math.round(downBps ?? 0)) });
    },
    async close() {
      await aria2.end();
      await tracker.close();
    },
  };
}

/**
 * Starts the process at the first request, and again after it has ended.
 * @param onForgotten runs when a new process knows nothing of the downloads of the one before
 */
function createHolder({ program, discovery, onStart }: Aria2Options, onForgotten: () => void) {
  let begun: Promise<Aria2Process> | null = null;
  let running: Aria2Process | null = null;
  const forget = (): void => {
    begun = null;
    running = null;
    onForgotten();
  };
  return {
    get(): Promise<Aria2Process> {
      if (running?.ended) forget();
      begun ??= beginAria2(program, { discovery }).then(
        (made) => {
          running = made;
          onStart?.(made.pid);
          return made;
        },
        (error: unknown) => {
          begun = null;
          throw error;
        },
      );
      return begun;
    },
    /** The process, if there is one now. */
    running: (): Aria2Process | null => (running?.ended ? null : running),
    async end(): Promise<void> {
      const ending = begun;
      forget();
      await (await ending?.catch(() => null))?.end();
    },
  };
}

/** Waits until aria2 has released the download, because its name is free only then. */
async function gone(call: Aria2Process["call"], gid: string): Promise<void> {
  for (let left = 100; left > 0; left--) {
    const removed = await call("removeDownloadResult", gid).then(
      () => true,
      () => false,
    );
    const known = await call("tellStatus", gid, ["status"]).then(
      () => true,
      () => false,
    );
    if (removed || !known) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Names each file by its number, whatever the torrent calls it. Unwanted files are included, because pieces of them are
 * downloaded too.
 */
function namesOf({ content }: TorrentRequest): string[] {
  return Array.from({ length: content!.files }, (_, index) => `${index + 1}=${index}`);
}

async function statusOf(entry: Entry, told: Told): Promise<TorrentStatus> {
  const { request } = entry;
  const { infohash, content } = request;
  const files = content ? (told.files ?? []) : [];
  const wanted = files.filter(({ selected }) => selected === "true");
  const whole = wanted.length > 0 && wanted.every((file) => file.completedLength === file.length);
  if (!content && told.status === "complete")
    entry.metadata ??= await readFile(join(request.folder, `${infohash}.torrent`)).catch(() => null);
  const failed = told.status === "error";
  const phase = () => {
    if (failed) return "failed";
    if (!content) return "metadata";
    return whole && told.status !== "waiting" ? "complete" : "downloading";
  };
  return {
    ...{ infohash, phase: phase(), hasContent: content !== null, metadata: entry.metadata },
    peers: Number(told.connections ?? 0),
    downBps: Number(told.downloadSpeed),
    upBps: Number(told.uploadSpeed),
    sentBytes: Number(told.uploadLength),
    doneBytes: files.map((file) => (file.selected === "true" ? Number(file.completedLength) : 0)),
    error: failed ? `${told.errorCode}: ${told.errorMessage}`.slice(0, 300) : null,
  };
}
