import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";

/** How long a cached look-up is valid without a change by this process: another process may have deleted the asset. */
const believedMs = 30_000;
const mostKnown = 5_000;

type Looked = { withheld: boolean; in_segments: boolean | null };
type Entry = { at: number; looked: Promise<Looked> };

/**
 * Whether an asset is withheld because its movie or episode was deleted: media URLs signed before are valid for hours,
 * and must not open it. A replaced asset can be watched to its end. Looked up once in a while, not for every segment.
 * @param onError receives the error of a failed look-up; then only the signature decides
 */
export function createWithheldAssets({ db, onError }: { db: Db; onError: (error: unknown) => void }) {
  const known = new Map<string, Entry>();

  const look = async (asset: string): Promise<Looked> => {
    const [row] = rowsOf<Looked>(
      await db.execute(sql`select exists (select 1 from asset where id = ${asset}) and not exists (
        select 1 from episode e join movie m on m.id = e.movie_id
        where m.status <> 'deleted' and e.asset_id in (
          ${asset}, (select replaced_by from asset where id = ${asset}))
          and not exists (select 1 from movie p where p.id = m.trailer_of and p.status = 'deleted')) as withheld,
        (select coalesce(not facts ? 'joined', true) from asset where id = ${asset}) as in_segments`),
    );
    return row!;
  };

  const lookedUp = (asset: string, now: Date): Promise<Looked> => {
    const at = now.getTime();
    let entry = known.get(asset);
    if (!entry || Math.abs(at - entry.at) >= believedMs) {
      entry = { at, looked: look(asset) };
      entry.looked.catch(() => known.delete(asset));
      known.delete(asset);
      known.set(asset, entry);
      if (known.size > mostKnown) known.delete(known.keys().next().value!);
    }
    return entry.looked;
  };

  return {
    async isWithheld(asset: string, now: Date): Promise<boolean> {
      try {
        return (await lookedUp(asset, now)).withheld;
      } catch (error) {
        onError(error);
        return false;
      }
    },
    /** Whether an asset is known to have a file for each segment. False also when the database can't tell. */
    async isInSegments(asset: string, now: Date): Promise<boolean> {
      const looked = await lookedUp(asset, now).catch(() => null);
      return looked?.in_segments === true;
    },
    /** Clears the cache after a deletion or its undo. */
    forget: () => known.clear(),
  };
}
