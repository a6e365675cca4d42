import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { uploads } from "../../../db/schema.ts";
import { batchesOf, graceMs, type Finder } from "./orphan.ts";

/** A video file may wait some days for its episode. Milliseconds. */
export const unclaimedMs = 7 * 24 * 3_600_000;

/** SQL condition on `upload`: nothing refers to the stored file. */
const unused = sql`
  not exists (select 1 from encoding where encoding.source = ${uploads.key})
  and ${uploads.key} not in (
    select sidecar->>'key' from encoding, jsonb_array_elements(encoding.sidecars) as sidecar)
  and not exists (select 1 from movie_import where movie_import.source = ${uploads.key})
  and not exists (select 1 from feedback where feedback.screenshot = ${uploads.key})
  and not exists (select 1 from magnet_file where magnet_file.key = ${uploads.key})`;

/** Files stored for the service that were never used. Users' pictures are removed separately: see sweep-uploads.ts. */
export const unusedUploads: Finder = async function* ({ db, storage }, before) {
  const old = new Date(before.getTime() - unclaimedMs + graceMs);
  const orphan = and(eq(uploads.purpose, "any"), lt(uploads.createdAt, old), unused);
  const rows = await db.select().from(uploads).where(orphan);
  for (const { key, bytes, createdAt } of rows)
    yield {
      kind: "upload",
      name: key,
      bytes,
      changedAt: createdAt,
      remove: () =>
        db.transaction(async (tx) => {
          const gone = await tx
            .delete(uploads)
            .where(and(eq(uploads.key, key), orphan))
            .returning({ key: uploads.key });
          // Within the transaction: a sender of the same file waits for its end, and then stores the file again.
          if (gone.length > 0) await storage.remove(key);
          return gone.length > 0;
        }),
    };
};

/** Stored files without a row, such as those of a server that was killed while it wrote. */
export const strayFiles: Finder = async function* ({ db, storage }, before) {
  for await (const batch of batchesOf(storage.list())) {
    const known = await knownKeys(
      db,
      batch.map(({ path }) => path),
    );
    for (const { path, ...facts } of batch)
      if (!known.has(path) && facts.changedAt < before)
        yield {
          kind: "stray",
          name: path,
          ...facts,
          remove: async () => {
            if ((await knownKeys(db, [path])).has(path)) return false;
            await storage.remove(path);
            return true;
          },
        };
  }
};

/** Files that a form sent to the bucket and that were never reported. */
export const lostArrivals: Finder = async function* ({ storage: { arrivals } }, before) {
  if (!arrivals) return;
  for await (const { path, ...facts } of arrivals.list())
    if (facts.changedAt < before)
      yield {
        kind: "arrival",
        name: path,
        ...facts,
        remove: async () => (await arrivals.remove(path), true),
      };
};

async function knownKeys(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db.select({ key: uploads.key }).from(uploads).where(inArray(uploads.key, keys));
  return new Set(rows.map(({ key }) => key));
}
