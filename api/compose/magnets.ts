import { join } from "node:path";
import { createWebtorrent } from "../adapters/webtorrent-torrent/webtorrent-torrent.ts";
import type { IngestDeps } from "../http/ingest.ts";
import type { TorrentClient } from "../ports/torrent.ts";
import { createKeeper, type Keeper } from "../worker/keep-magnets.ts";
import type { KeeperDeps } from "../worker/keeper-deps.ts";

/** Options that change the defaults for magnets. */
export type MagnetOptions = Pick<KeeperDeps, "times" | "free"> & { client?: TorrentClient };

type Deps = Omit<KeeperDeps, "client" | "magnetsDir" | "artworkDir"> &
  MagnetOptions & {
    dataDir: string;
    /** Whether magnets may connect to addresses of this machine and its network. */
    private: boolean;
  };

/** Wires the parts for magnets: for their calls and for the worker. */
export function createMagnets({
  dataDir,
  private: mayReachAll,
  client = createWebtorrent({ private: mayReachAll, discovery: true }),
  ...deps
}: Deps): {
  service: IngestDeps["magnets"];
  keeper: Keeper;
} {
  return {
    service: {
      ...{ dataDir, free: deps.free, allows: client.allows },
      settings: () => deps.settings.known().values,
    },
    keeper: createKeeper({
      ...{ ...deps, client, magnetsDir: join(dataDir, "magnets"), artworkDir: join(dataDir, "artwork") },
    }),
  };
}
