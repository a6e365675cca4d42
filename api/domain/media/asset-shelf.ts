import type { AssetFacts } from "../../db/schema.ts";
import type { Files } from "../../ports/files.ts";
import { readAssetFacts } from "./read-facts.ts";

/** What is known of films encoded before it was kept with them, without reading their playlists at each play. */
export type AssetShelf = {
  /** @param asset an encoded asset; `readyAt` tells a new encoding from an old one */
  facts: (asset: { id: string; readyAt: Date | null }) => Promise<AssetFacts>;
};

const most = 2_000;

/** @param films holds one folder per asset */
export function createAssetShelf(films: Files): AssetShelf {
  const known = new Map<string, Promise<AssetFacts>>();
  return {
    facts({ id, readyAt }) {
      const key = `${id} ${readyAt?.getTime() ?? 0}`;
      const held = known.get(key);
      if (held) return held;
      const reading = readAssetFacts(films, id);
      known.set(key, reading);
      reading.catch(() => known.delete(key));
      if (known.size > most) known.delete(known.keys().next().value!);
      return reading;
    },
  };
}
