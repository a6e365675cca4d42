import type { ImportDeps } from "../domain/ingest/magnets/import-files.ts";
import type { SettingsStore } from "../domain/service/settings/settings-store.ts";
import type { FreeBytes } from "../domain/service/files/room.ts";
import type { Clock } from "../ports/clock.ts";
import type { TorrentClient } from "../ports/torrent.ts";

export type MagnetTimes = {
  /** Milliseconds between two looks whether there is something to do, and at what is under way. */
  tickMs: number;
  busyMs: number;
  /** How long peers are asked what a magnet holds, and how long nothing may come of it. Milliseconds. */
  metadataMs: number;
  stallMs: number;
  /** Between two signs of life, and two looks for what was left behind. */
  beatMs: number;
  /** How long a client that has nothing to do is kept. */
  idleMs: number;
};

export type KeeperDeps = ImportDeps & {
  client: TorrentClient;
  settings: SettingsStore;
  clock: Clock;
  /** Nobody else can have this database open. */
  alone: boolean;
  free?: FreeBytes | undefined;
  times?: Partial<MagnetTimes>;
  onBug: (error: unknown, where: string) => void;
};
