import { and, eq, inArray, isNull, lt, notExists, or, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { assets, encodings, episodes } from "../../../db/schema.ts";
import { replacedFolder } from "../../service/files/replaced-files.ts";
import { graceHours } from "../encoding/clear-leftovers.ts";
import { idsOf } from "../encoding/encoding-row.ts";
import { batchesOf, heapsOf, type Finder } from "./orphan.ts";

/**
 * Assets without an episode: removed with it, or stored by a worker that was killed before it recorded them. Assets
 * being made, and replaced assets that are still watched to the end, are no orphans.
 */
export const orphanedAssets: Finder = async function* ({ db, assetStore }, before) {
  const heaps = await heapsOf(assetStore.list());
  heaps.delete(replacedFolder);
  const young = new Set([...heaps].filter(([, { changedAt }]) => changedAt >= before).map(([name]) => name));
  const watched = new Date(before.getTime() - graceHours * 3_600_000);
  const free = and(
    lt(assets.createdAt, before),
    or(isNull(assets.retiredAt), lt(assets.retiredAt, watched)),
    notExists(
      db
        .select({ one: sql`1` })
        .from(episodes)
        .where(eq(episodes.assetId, assets.id)),
    ),
  );
  const known = new Set<string>();
  for await (const batch of batchesOf(rowsOf(db))) {
    for (const { id } of batch) known.add(id);
    const orphans = await db
      .select({ id: assets.id, createdAt: assets.createdAt })
      .from(assets)
      .where(
        and(
          inArray(
            assets.id,
            batch.map(({ id }) => id),
          ),
          free,
        ),
      );
    const busy = await madeNow(db);
    for (const { id, createdAt } of orphans) {
      if (young.has(id) || busy.has(id)) continue;
      yield {
        kind: "film",
        name: id,
        bytes: 0,
        changedAt: createdAt,
        ...heaps.get(id),
        remove: () =>
          db.transaction(async (tx) => {
            if ((await madeNow(tx)).has(id)) return false;
            const gone = await tx
              .delete(assets)
              .where(and(eq(assets.id, id), free))
              .returning({ id: assets.id });
            if (gone.length > 0) await assetStore.removeFolder(id);
            return gone.length > 0;
          }),
      };
    }
  }
  const busy = await madeNow(db);
  for (const [name, heap] of heaps)
    if (!known.has(name) && !busy.has(name) && !young.has(name))
      yield {
        kind: "film",
        name,
        ...heap,
        remove: async () => {
          const [row] = await db.select({ id: assets.id }).from(assets).where(eq(assets.id, name));
          if (row || (await madeNow(db)).has(name)) return false;
          await assetStore.removeFolder(name);
          return true;
        },
      };
};

async function* rowsOf(db: Db): AsyncGenerator<{ id: string }> {
  yield* await db.select({ id: assets.id }).from(assets);
}

/** Asset folders of encodings that have not ended. */
async function madeNow(db: Db): Promise<Set<string>> {
  const live = await db
    .select({ id: encodings.id })
    .from(encodings)
    .where(inArray(encodings.state, ["waiting", "encoding", "paused"]));
  return new Set(live.flatMap(({ id }) => Object.values(idsOf(id))));
}
