/** The used parts of parse-torrent 11, which has no types of its own. */
declare module "parse-torrent" {
  type TorrentInfo = {
    name?: Uint8Array;
    "name.utf-8"?: Uint8Array;
    "piece length": number;
    length?: number;
    files?: { length: number; path?: Uint8Array[]; "path.utf-8"?: Uint8Array[] }[];
  };
  export type ParsedTorrent = {
    info: TorrentInfo;
    infoBuffer: Uint8Array;
    infoHash: string;
    announce: string[];
    urlList: string[];
    peerAddresses?: string[];
    pieces: string[];
    files: { path: string; name: string; length: number; offset: number }[];
  };
  export default function parseTorrent(torrent: Uint8Array): Promise<ParsedTorrent>;
}
