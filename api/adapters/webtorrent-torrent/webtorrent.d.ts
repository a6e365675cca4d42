/** The used parts of webtorrent 3 and parse-torrent 11, which have no types of their own. */
declare module "webtorrent" {
  import type { EventEmitter } from "node:events";

  type TorrentFile = {
    length: number;
    downloaded: number;
    select: () => void;
    _startPiece: number;
    _endPiece: number;
  };
  export type Torrent = EventEmitter & {
    infoHash: string;
    torrentFile: Uint8Array | null;
    destroyed: boolean;
    ready: boolean;
    files: TorrentFile[];
    bitfield?: { get: (piece: number) => boolean };
    numPeers: number;
    addPeer: (peer: string) => boolean;
    downloadSpeed: number;
    uploadSpeed: number;
    uploaded: number;
    addPeer: (peer: string) => boolean;
    destroy: (options: { destroyStore: boolean }, done?: () => void) => void;
  };
  export default class WebTorrent {
    constructor(options: Record<string, unknown>);
    add: (torrent: unknown, options: Record<string, unknown>) => Torrent;
    throttleDownload: (bytesPerSecond: number) => void;
    destroy: (done?: () => void) => void;
    on: (event: "error", listener: (error: Error) => void) => this;
    destroyed: boolean;
  }
}
