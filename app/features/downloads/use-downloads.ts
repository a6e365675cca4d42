import { useSyncExternalStore } from "react";
import type { ApiClient } from "../../api-client/create-client.ts";
import { downloadsOf, type Manager } from "./manager.ts";
import type { Download } from "./protocol.ts";

/** This user's downloads on this device; null until they are known. */
export function useDownloads(api: ApiClient): { manager: Manager; items: Download[] | null } {
  const manager = downloadsOf(api);
  const items = useSyncExternalStore(manager.subscribe, manager.items, () => null);
  return { manager, items };
}
