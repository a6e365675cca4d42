import { and, desc, eq } from "drizzle-orm";
import type { OutputOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { assets, captionings, episodes } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import { readAssetFacts } from "../../playback/media/read-facts.ts";
import { shown } from "./captioning-row.ts";
import { chooseSound } from "./choose-sound.ts";

/** What an admin sees of an episode's captions: the last ones that were begun and are not done, and what is spoken. */
export async function readCaptioning(
  { db, assetStore }: { db: Db; assetStore: Files },
  { id, index }: { id: string; index: number },
): Promise<Pick<OutputOf<"z/subtitle/list">, "captioning" | "spoken">> {
  const [last] = await db
    .select()
    .from(captionings)
    .where(and(eq(captionings.movieId, id), eq(captionings.episodeIndex, index)))
    .orderBy(desc(captionings.createdAt))
    .limit(1);
  const isOver = !last || last.state === "done" || last.state === "cancelled";
  const [asset] = await db
    .select({ id: assets.id, state: assets.state, facts: assets.facts, sounds: assets.sounds })
    .from(episodes)
    .innerJoin(assets, eq(assets.id, episodes.assetId))
    .where(and(eq(episodes.movieId, id), eq(episodes.index, index)));
  const facts =
    asset?.state === "ready" ? (asset.facts ?? (await readAssetFacts(assetStore, asset.id))) : null;
  const spoken = facts && chooseSound(facts, { choices: asset!.sounds, asked: null });
  return { captioning: isOver ? null : shown(last), spoken: spoken?.language ?? null };
}
