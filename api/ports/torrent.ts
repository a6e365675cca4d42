/** The torrent client as the API uses it. Types only. Sizes are bytes, rates bytes a second. */

/** The wanted state of a torrent: added again, it continues from its files on disk. */
export type TorrentRequest = {
  /** SHA-1 in lower-case hex. */
  infohash: string;
  /** Addresses of trackers and, as `host:port`, of peers. Forbidden addresses are left out. */
  trackers: readonly string[];
  peers: readonly string[];
  /** A separate folder. Each file in it is named by its number from 0, whatever the torrent calls it. */
  folder: string;
  /**
   * Content of the torrent, as in a torrent file, and the numbers of the wanted files; null = fetch only that, and
   * download nothing else.
   */
  content: { metadata: Uint8Array; wanted: readonly number[] } | null;
  /** Keep uploading to peers after the download is complete. */
  seed: boolean;
};

export type TorrentStatus = {
  infohash: string;
  /**
   * `metadata` = being fetched · `complete` = every wanted file is present and matches its hashes · `failed` = `error`
   * gives the reason.
   */
  phase: "metadata" | "downloading" | "complete" | "failed";
  /** Whether its request had `content`. */
  hasContent: boolean;
  /** Bytes of the torrent file once found, if the request asked for them. */
  metadata: Uint8Array | null;
  peers: number;
  downBps: number;
  upBps: number;
  sentBytes: number;
  /** Downloaded bytes of each file, by its number; empty until the files are known. */
  doneBytes: readonly number[];
  error: string | null;
};

/**
 * A torrent client in a separate process, which starts at the first call. The process may die at any time; it then
 * knows no torrents, and the caller must add them again. If it cannot start, calls reject with an error of the code
 * `NO_CLIENT`.
 */
export type TorrentClient = {
  /** Whether it may connect to this address (an IP, or a host name as far as the name tells). */
  readonly allows: (host: string) => boolean;
  /** A torrent that is already there continues unchanged. */
  readonly add: (request: TorrentRequest) => Promise<void>;
  /** Status of all added torrents; does not start the process. */
  readonly status: () => Promise<TorrentStatus[]>;
  /** Downloaded files stay. */
  readonly remove: (infohash: string) => Promise<void>;
  /** Limit for all downloads together; null = no limit. */
  readonly limit: (downBps: number | null) => Promise<void>;
  /** Ends the process; the next call starts a new one. */
  readonly close: () => Promise<void>;
};
