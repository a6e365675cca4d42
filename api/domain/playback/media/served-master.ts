import { eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { assets, type AddedRendition, type SoundChoice } from "../../../db/schema.ts";
import { withRenditions } from "./renditions-in-master.ts";
import { withSounds } from "./sounds-in-master.ts";

/** What the row of an asset says about its multivariant playlist, which is stored without it. */
export type ServedAsset = { sounds: SoundChoice[] | null; added: AddedRendition[] | null };

/** The multivariant playlist of an asset, as players get it. */
export function servedMaster(stored: string, { sounds, added }: ServedAsset): string {
  return withRenditions(withSounds(stored, sounds), added ?? []);
}

/** @returns null where an asset's stored playlist is served as it is */
export async function servedAsset(db: Db, asset: string): Promise<ServedAsset | null> {
  const [row] = await db
    .select({ sounds: assets.sounds, added: assets.added })
    .from(assets)
    .where(eq(assets.id, asset));
  return row && (row.sounds || row.added) ? row : null;
}
