import { writeFile } from "node:fs/promises";
import parseTorrent from "parse-torrent";
import WebTorrent, { type Torrent } from "webtorrent";
import type { TorrentRequest, TorrentStatus } from "../../ports/torrent.ts";
import { guardNetwork } from "./guard-network.ts";
import type { Asked, ProcessOptions, Told } from "./messages.ts";
import { isPublicAddress } from "../../domain/kernel/public-address.ts";

/**
 * Downloads torrents in a separate process: it reads untrusted data without the server's memory and secrets, and its
 * failures stop nothing else. Calls arrive as messages.
 */

const { private: mayReachAll, discovery } = JSON.parse(process.argv[2]!) as ProcessOptions;
if (!mayReachAll) guardNetwork(isPublicAddress);
// When memory runs out, the kernel kills this process before the server.
await writeFile("/proc/self/oom_score_adj", "1000").catch(() => undefined);

type Entry = {
  request: TorrentRequest;
  torrent: Torrent;
  metadata: Uint8Array | null;
  error: string | null;
  /** When the client was last given the peers in the link. */
  toldAt: number;
};
/**
 * Milliseconds between attempts. The client drops a peer after three refusals, and a named peer may have just started.
 */
const tellAgainMs = 5_000;
const entries = new Map<string, Entry>();

const client = new WebTorrent({
  // Native code of other libraries would bypass the network guard, and the router must stay untouched.
  utp: false,
  lsd: false,
  natUpnp: false,
  natPmp: false,
  webSeeds: false,
  tracker: { wrtc: false },
  dht: discovery ? {} : false,
  utPex: discovery,
  maxConns: 55,
});
client.on("error", (error) => {
  // An error of a torrent is reported by that torrent; without a client, the process cannot continue.
  if (client.destroyed) quit(error);
});

async function add(request: TorrentRequest): Promise<void> {
  if (entries.has(request.infohash)) return;
  const { infohash, trackers, peers, folder, content } = request;
  const options = { path: folder, deselect: true, announce: [...trackers] };
  const torrent = content
    ? client.add(await described(content.metadata, request), options)
    : client.add(linkOf(infohash, peers), options);
  const entry: Entry = { request, torrent, metadata: null, error: null, toldAt: Date.now() };
  entries.set(infohash, entry);
  torrent.on("error", (error: Error | string) => (entry.error = String((error as Error).message ?? error)));
  torrent.on("metadata", () => {
    if (content) for (const index of content.wanted) torrent.files[index]?.select();
    else {
      entry.metadata = torrent.torrentFile;
      // Only the metadata was wanted; nothing has been written yet.
      torrent.destroy({ destroyStore: false });
    }
  });
}

/** Files are named by numbers, so that a stranger cannot choose their paths. */
async function described(metadata: Uint8Array, { trackers, peers }: TorrentRequest) {
  const parsed = await parseTorrent(Buffer.from(metadata));
  const files = parsed.files.map((file, index) => ({ ...file, path: String(index), name: String(index) }));
  return { ...parsed, files, announce: [...trackers], urlList: [], peerAddresses: [...peers] };
}

function linkOf(infohash: string, peers: readonly string[]): string {
  return [`magnet:?xt=urn:btih:${infohash}`, ...peers.map((peer) => `x.pe=${peer}`)].join("&");
}

/** Adds the peers of a link again while none is connected. */
function reach(entry: Entry): void {
  const { request, torrent, toldAt } = entry;
  if (torrent.destroyed || torrent.numPeers > 0 || Date.now() - toldAt < tellAgainMs) return;
  entry.toldAt = Date.now();
  for (const peer of request.peers) torrent.addPeer(peer);
}

function statusOf({ request, torrent, metadata, error }: Entry): TorrentStatus {
  const { infohash, content } = request;
  const { bitfield, files } = torrent;
  const wanted = content?.wanted ?? [];
  const isThere = (index: number) => {
    const { length, _startPiece, _endPiece } = files[index]!;
    for (let piece = _startPiece; length > 0 && piece <= _endPiece; piece++)
      if (!bitfield!.get(piece)) return false;
    return true;
  };
  const known = content !== null && torrent.ready && !torrent.destroyed && bitfield !== undefined;
  const phase = () => {
    if (error !== null) return "failed";
    if (!content) return "metadata";
    return known && wanted.every(isThere) ? "complete" : "downloading";
  };
  const chosen = new Set(wanted);
  return {
    infohash,
    phase: phase(),
    hasContent: content !== null,
    metadata,
    error,
    peers: torrent.destroyed ? 0 : torrent.numPeers,
    downBps: torrent.destroyed ? 0 : torrent.downloadSpeed,
    upBps: torrent.destroyed ? 0 : torrent.uploadSpeed,
    sentBytes: torrent.uploaded,
    doneBytes: known
      ? files.map((file, index) =>
          chosen.has(index) ? Math.max(0, Math.min(file.length, file.downloaded)) : 0,
        )
      : [],
  };
}

async function remove(infohash: string): Promise<void> {
  const entry = entries.get(infohash);
  entries.delete(infohash);
  if (!entry || entry.torrent.destroyed) return;
  await new Promise<void>((resolve) => entry.torrent.destroy({ destroyStore: false }, () => resolve()));
}

async function perform(asked: Asked): Promise<TorrentStatus[] | null> {
  switch (asked.call) {
    case "add":
      await add(asked.input);
      return null;
    case "status":
      for (const entry of entries.values()) reach(entry);
      return [...entries.values()].map(statusOf);
    case "remove":
      await remove(asked.input);
      return null;
    case "limit":
      client.throttleDownload(asked.input ?? -1);
      return null;
    case "end":
      // Tells the trackers that this client stops.
      await new Promise<void>((resolve) => client.destroy(resolve));
      return null;
  }
}

process.on("message", (asked: Asked) => {
  const tell = (told: Told) => process.connected && process.send?.(told);
  perform(asked).then(
    (value) => tell({ id: asked.id, value }),
    (error: Error) => tell({ id: asked.id, error: error.message }),
  );
});
// The parent has ended for some reason, so no download is wanted.
process.on("disconnect", () => process.exit(0));

function quit(error: Error): void {
  process.stderr.write(`${error.message}\n`, () => process.exit(1));
}
