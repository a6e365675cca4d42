import type { TorrentRequest, TorrentStatus } from "../../ports/torrent.ts";

/** Options of the process, passed as its only argument. */
export type ProcessOptions = {
  /** Whether it may connect to addresses of this machine and its network. */
  private: boolean;
  /** Whether to look for peers beyond those in the magnet link: in the DHT, and by asking other peers. */
  discovery: boolean;
};

export type Ask =
  | { call: "add"; input: TorrentRequest }
  | { call: "status"; input: null }
  | { call: "remove"; input: string }
  | { call: "limit"; input: number | null }
  | { call: "end"; input: null };
export type Asked = Ask & { id: number };
export type Told = { id: number; value: TorrentStatus[] | null } | { id: number; error: string };
