import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";

/** How long a cached look-up is valid without a change by this process: another process may have deleted the asset. */
const believedMs = 30_000;
const mostKnown = 5_000;

type Entry = { at: number; withheld: Promise<boolean> };

/**
 * Whether an asset is withheld because its movie or episode was deleted: media URLs signed before are valid for hours,
 * and must not open it. A replaced asset can be watched to its end. Looked up once in a while, not for every segment.
 * @param onError receives the error of a failed look-up; then only the signature decides
 */
export function createWithheldAssets({ db, onError }: { db: Db; onError: (error: unknown) => void }) {
  const known = new Map<string, Entry>();

  const look = async (asset: string): Promise<boolean> => {
    const [row] = rowsOf<{ withheld: boolean }>(
      await db.execute(sql`select exists (select 1 from asset where id = ${asset}) and not exists (
        select 1 from episode e join movie m on m.id = e.movie_id
        where m.status <> 'deleted' and e.asset_id in (
          ${asset}, (select replaced_by from asset where id = ${asset}))) as withheld`),
    );
    return row!.withheld;
  };

  return {
    async isWithheld(asset: string, now: Date): Promise<boolean> {
      const at = now.getTime();
      let entry = known.get(asset);
      if (!entry || Math.abs(at - entry.at) >= believedMs) {
        entry = { at, withheld: look(asset) };
        entry.withheld.catch(() => known.delete(asset));
        known.delete(asset);
        known.set(asset, entry);
        if (known.size > mostKnown) known.delete(known.keys().next().value!);
      }
      try {
        return await entry.withheld;
      } catch (error) {
        onError(error);
        return false;
      }
    },
    /** Clears the cache after a deletion or its undo. */
    forget: () => known.clear(),
  };
}
