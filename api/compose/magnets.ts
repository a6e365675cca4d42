import { join } from "node:path";
import { findAria2 } from "../adapters/aria2-torrent/aria2-process.ts";
import { createAria2 } from "../adapters/aria2-torrent/aria2-torrent.ts";
import { createWebtorrent } from "../adapters/webtorrent-torrent/webtorrent-torrent.ts";
import type { IngestDeps } from "../http/ingest.ts";
import type { TorrentClient } from "../ports/torrent.ts";
import { createKeeper, type Keeper } from "../worker/keep-magnets.ts";
import type { KeeperDeps } from "../worker/keeper-deps.ts";

/** How magnets are gone about, where that is not the usual way. */
export type MagnetOptions = Pick<KeeperDeps, "times" | "free"> & { client?: TorrentClient };

type Deps = Omit<KeeperDeps, "client" | "magnetsDir" | "artworkDir"> &
  MagnetOptions & {
    dataDir: string;
    /** Whether magnets may lead to addresses of this machine and its network. */
    private: boolean;
  };

/** Wires what magnets need: for the calls about them, and for the worker. */
export function createMagnets({
  dataDir,
  private: mayReachAll,
  client = clientFor(mayReachAll),
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

/** aria2 can't be kept from addresses, so it is for those who may connect to all; webtorrent is always there. */
function clientFor(mayReachAll: boolean): TorrentClient {
  const program = mayReachAll ? findAria2() : null;
  if (program) return createAria2({ program, discovery: true });
  return createWebtorrent({ private: mayReachAll, discovery: true });
}
