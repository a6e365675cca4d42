import { createWebtorrent } from "../../api/adapters/webtorrent-torrent/webtorrent-torrent.ts";
import type { TorrentClient } from "../../api/ports/torrent.ts";
import type { MagnetDetail, MagnetState } from "../../contract/index.ts";
import type { SettingValues } from "../../contract/service/settings.ts";
import type { TestBackend } from "./backend.ts";

/** The torrent client of the product, on loopback alone. */
export function createLoopbackClient(onStart?: (pid: number) => void): TorrentClient {
  return createWebtorrent({ private: true, discovery: false, ...(onStart && { onStart }) });
}

/** Settings as an owner would have saved them. */
export async function saveSettings(api: TestBackend, values: Partial<SettingValues>): Promise<void> {
  const owner = await api.person({ admin: 3 });
  const { d } = await api.get("z/settings/read", "", owner);
  const { c } = await api.post("z/settings/save", { revision: d.revision, values }, owner);
  if (c !== 0) throw new Error(`Settings were refused: ${c}`);
}

export async function readMagnet(api: TestBackend, id: string, by: { token: string }): Promise<MagnetDetail> {
  const { d } = await api.get("z/magnet/read", `?id=${id}`, by);
  return d.magnet as MagnetDetail;
}

/** Waits until a magnet is in one of these states. */
export async function reaches(
  api: TestBackend,
  {
    id,
    by,
    states,
    when = () => true,
  }: {
    id: string;
    by: { token: string };
    states: MagnetState[];
    when?: (magnet: MagnetDetail) => boolean;
  },
): Promise<MagnetDetail> {
  for (;;) {
    const magnet = await readMagnet(api, id, by);
    if (states.includes(magnet.state) && when(magnet)) return magnet;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export const film = {
  ...{ kind: "new", title: "Of a magnet", originalLanguage: "en", movieKind: "film" },
  ...{ access: "free", year: 2024, rating: 6 },
} as const;
