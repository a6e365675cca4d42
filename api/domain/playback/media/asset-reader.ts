import type { AssetFacts } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import { readAssetFacts } from "./read-facts.ts";

/** Facts of assets from before facts were stored with them, cached so that not every play reads their playlists. */
export type AssetReader = {
  /** @param asset an asset; `readyAt` tells a new encoding from an old one */
  facts: (asset: { id: string; readyAt: Date | null }) => Promise<AssetFacts>;
  /** Whether its files exist. True if the storage can't tell. */
  has: (id: string) => Promise<boolean>;
};

const most = 2_000;
/** Milliseconds for which files that were found are not checked again. */
const trustedMs = 600_000;

/** @param assetStore contains one folder per asset */
export function createAssetReader(assetStore: Files): AssetReader {
  const known = new Map<string, Promise<AssetFacts>>();
  const seenAt = new Map<string, number>();
  return {
    facts({ id, readyAt }) {
      const key = `${id} ${readyAt?.getTime() ?? 0}`;
      const held = known.get(key);
      if (held) return held;
      const reading = readAssetFacts(assetStore, id);
      known.set(key, reading);
      // Missing files may still arrive.
      void reading.then(
        ({ master }) => master || known.delete(key),
        () => known.delete(key),
      );
      if (known.size > most) known.delete(known.keys().next().value!);
      return reading;
    },
    async has(id) {
      if (performance.now() - (seenAt.get(id) ?? -Infinity) < trustedMs) return true;
      const found = await assetStore.facts(`${id}/master.m3u8`).catch(() => undefined);
      if (found === null) return false;
      seenAt.set(id, performance.now());
      if (seenAt.size > most) seenAt.delete(seenAt.keys().next().value!);
      return true;
    },
  };
}
