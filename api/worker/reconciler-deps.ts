import type { ImportDeps } from "../domain/ingest/magnets/import-files.ts";
import type { SettingsStore } from "../domain/service/settings/settings-store.ts";
import type { FreeBytes } from "../domain/service/files/room.ts";
import type { Clock } from "../ports/clock.ts";
import type { TorrentClient } from "../ports/torrent.ts";

export type MagnetTimes = {
  /** Milliseconds between two rounds when idle, and when work is under way. */
  tickMs: number;
  busyMs: number;
  /** Milliseconds to wait for the metadata from peers, and to wait without any progress. */
  metadataMs: number;
  stallMs: number;
  /** Milliseconds between two heartbeats, and between two checks for abandoned work. */
  heartbeatMs: number;
  /** Milliseconds an idle client is kept. */
  idleMs: number;
};

export type ReconcilerDeps = ImportDeps & {
  client: TorrentClient;
  settings: SettingsStore;
  clock: Clock;
  /** No other process can have this database open. */
  alone: boolean;
  free?: FreeBytes | undefined;
  times?: Partial<MagnetTimes>;
  onBug: (error: unknown, where: string) => void;
};
