import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import type { AddedCodec } from "../../../../contract/ingest/values.ts";
import type { Db } from "../../../db/client.ts";
import type { Jobs } from "../../../db/jobs.ts";
import { assets, encodings, episodes, movies, type AddedRendition } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import type { Rendition } from "../../../ports/media.ts";
import { heldBy, LeaseLost, writeHeld } from "../../kernel/lease.ts";
import type { Claimed } from "./claim-encoding.ts";
import { ended, queueUp, type EncodingRow } from "./encoding-row.ts";

/** Films wait for no film's further codecs: these are encoded after the videos that can't be watched yet. */
const lessUrgent = 10;
const leastPriority = -100;

/**
 * Queues the renditions of an asset in further codecs, as an encoding of its own: the asset is watched meanwhile, and
 * stays as it is if this one fails. In the transaction that publishes the asset.
 */
export async function queueAdded(
  tx: Db,
  jobs: Jobs,
  {
    made,
    asset,
    codecs,
    now,
  }: { made: EncodingRow; asset: string; codecs: readonly AddedCodec[]; now: Date },
): Promise<void> {
  const { movieId, episodeIndex, source, fileName, sounds } = made;
  const id = randomUUID();
  const priority = Math.max(leastPriority, made.priority - lessUrgent);
  const file = { movieId, episodeIndex, source, fileName, sounds };
  // A moment later than the encoding it follows, so that lists show them in this order.
  const createdAt = new Date(Math.max(now.getTime(), made.createdAt.getTime() + 1));
  await tx
    .insert(encodings)
    .values({ id, ...file, codecs: [...codecs], assetId: asset, priority, state: "waiting", createdAt });
  await queueUp(tx, jobs, { id, jobId: null, priority }, { now });
}

/** The asset that gets renditions; null if it is not the episode's any more. */
export async function assetToExtend(db: Db, { movieId, episodeIndex, assetId }: Claimed) {
  const episode = and(eq(episodes.movieId, movieId), eq(episodes.index, episodeIndex));
  const [row] = await db
    .select({ id: assets.id, facts: assets.facts, added: assets.added })
    .from(episodes)
    .innerJoin(assets, eq(assets.id, episodes.assetId))
    .where(and(episode, eq(assets.id, assetId ?? "")));
  return row ?? null;
}

export type Addition = {
  claimed: Claimed;
  asset: string;
  codec: AddedCodec;
  /** The finished renditions, on this machine: a folder each. */
  folder: string;
  renditions: readonly Rendition[];
  now: Date;
  signal?: AbortSignal;
};

/**
 * Makes finished renditions part of an asset, if this worker still owns the encoding and the asset is still the
 * episode's. Their files are stored first: playlists name them when the row does.
 * @throws LeaseLost
 */
export async function publishAdded(
  { db, assetStore }: { db: Db; assetStore: Files },
  { claimed, asset, codec, folder, renditions, now, signal }: Addition,
): Promise<void> {
  const [held] = await db.select({ id: encodings.id }).from(encodings).where(heldBy(encodings, claimed));
  if (!held) throw new LeaseLost();
  for (const { name } of renditions) {
    const part = { folder: `${asset}/${name}`, from: join(folder, name), last: "index.m3u8", signal };
    await (await assetStore.stage(part)).commit();
  }
  await db.transaction(async (tx) => {
    await tx.select({ id: movies.id }).from(movies).where(eq(movies.id, claimed.movieId)).for("update");
    const [row] = await tx.select().from(encodings).where(heldBy(encodings, claimed)).for("update");
    if (!row) throw new LeaseLost();
    const target = await assetToExtend(tx, claimed);
    const left = (row.codecs ?? []).filter((one) => one !== codec);
    await tx.update(encodings).set({ codecs: left, updatedAt: now }).where(eq(encodings.id, row.id));
    if (!target || renditions.length === 0) return;
    const others = (target.added ?? []).filter((one) => one.codec !== codec);
    const added = [...others, ...renditions.map((rendition) => addedOf(codec, rendition))];
    await tx.update(assets).set({ added }).where(eq(assets.id, asset));
  });
}

/** @throws LeaseLost */
export async function endAdded(
  db: Db,
  claimed: Claimed,
  { state, now }: { state: "ready" | "cancelled"; now: Date },
): Promise<void> {
  await writeHeld(db, encodings, { row: claimed, set: { ...ended(now), state } });
}

/** Removes renditions that were stored for an asset and are not part of it, as when their worker was killed. */
export async function clearUnfinished(
  { db, assetStore }: { db: Db; assetStore: Files },
  id: string,
): Promise<void> {
  const [row] = await db
    .select({ codecs: encodings.codecs, asset: assets.id, facts: assets.facts, added: assets.added })
    .from(encodings)
    .innerJoin(assets, eq(assets.id, encodings.assetId))
    .where(eq(encodings.id, id));
  if (!row?.codecs) return;
  for (const codec of row.codecs)
    for (const { folder } of row.facts?.renditions ?? []) {
      const name = `${folder}_${codec}`;
      const isUsed = row.added?.some((one) => one.folder === name);
      if (!isUsed) await assetStore.removeFolder(`${row.asset}/${name}`);
    }
}

function addedOf(codec: AddedCodec, rendition: Rendition): AddedRendition {
  const { name: folder, width, height, bandwidth, averageBandwidth, codecs, frameRate } = rendition;
  const name = `${/^v(\d+)/.exec(folder)?.[1] ?? height}p`;
  const rates = { bitrate: bandwidth, averageBitrate: averageBandwidth };
  return { codec, name, folder, width, height, ...rates, codecs, frameRate };
}
