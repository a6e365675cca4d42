/** What downloads torrents. Types only. Sizes are bytes, rates bytes a second. */

/** A torrent as it is to be: asked for again, it goes on where it was. */
export type TorrentRequest = {
  /** SHA-1 in hex, small letters. */
  infohash: string;
  /** Addresses of trackers and, as `host:port`, of peers. What may not be connected to is left out. */
  trackers: readonly string[];
  peers: readonly string[];
  /** A folder of its own. Each file lies in it by its number from 0, whatever the torrent calls it. */
  folder: string;
  /**
   * What it holds, as a torrent file has it; null = that is what is asked for, and nothing else is downloaded.
   * `files` is how many there are, `wanted` are numbers of some.
   */
  content: { metadata: Uint8Array; files: number; wanted: readonly number[] } | null;
  /** Goes on giving to others once it is there. */
  seed: boolean;
};

export type TorrentStatus = {
  infohash: string;
  /** `metadata` = asked for · `complete` = every wanted file is there, as its hashes say · `failed` = `error` says how. */
  phase: "metadata" | "downloading" | "complete" | "failed";
  /** Of the request it was added by. */
  hasContent: boolean;
  /** Once it was found: a torrent file's bytes, for one that was asked for it. */
  metadata: Uint8Array | null;
  peers: number;
  downBps: number;
  upBps: number;
  sentBytes: number;
  /** Of each file, by its number; empty until that is known. */
  doneBytes: readonly number[];
  error: string | null;
};

/**
 * A client of torrents in a process of its own, which begins when it is first asked for something. It may die at any
 * time: then it knows of no torrent any more, and whoever wants them adds them again. Where it can't begin at all, calls reject
 * with an error of the code `NO_CLIENT`.
 */
export type TorrentClient = {
  readonly kind: "aria2" | "webtorrent";
  /** Whether it may connect to this address (an IP, or a host's name as far as that tells). */
  readonly allows: (host: string) => boolean;
  /** One that is there already goes on as it is. */
  readonly add: (request: TorrentRequest) => Promise<void>;
  /** Of all that were added; nothing is begun for it. */
  readonly status: () => Promise<TorrentStatus[]>;
  /** What was downloaded stays. */
  readonly remove: (infohash: string) => Promise<void>;
  /** Of all downloads together; null = as fast as it goes. */
  readonly limit: (downBps: number | null) => Promise<void>;
  /** Ends its process; it begins anew when it is asked for something. */
  readonly close: () => Promise<void>;
};
