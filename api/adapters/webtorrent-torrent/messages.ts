import type { TorrentRequest, TorrentStatus } from "../../ports/torrent.ts";

/** What the process is begun with, as its only argument. */
export type ProcessOptions = {
  /** Whether addresses of this machine and its network may be connected to. */
  private: boolean;
  /** Whether peers are looked for beyond those the magnet names: in the DHT, and by asking peers for others. */
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
