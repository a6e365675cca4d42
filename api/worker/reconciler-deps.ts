import type { ProcessLease } from "../db/process-lease.ts";
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
  /** Milliseconds between two checks for downloads that no magnet needs. */
  tidyMs: number;
  /** Milliseconds an idle client is kept. */
  idleMs: number;
};

export type ReconcilerDeps = ImportDeps & {
  client: TorrentClient;
  settings: SettingsStore;
  clock: Clock;
  lease: ProcessLease;
  free?: FreeBytes | undefined;
  times?: Partial<MagnetTimes>;
  onBug: (error: unknown, where: string) => void;
};
