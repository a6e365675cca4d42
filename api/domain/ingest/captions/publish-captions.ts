import { and, eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { captionings, episodes, movies } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import { heldBy, LeaseLost } from "../../kernel/lease.ts";
import { writeCues, type Cue } from "../../playback/media/read-cues.ts";
import { putSubtitles } from "../subtitles/put-subtitles.ts";
import { released } from "./captioning-row.ts";
import type { ClaimedCaptioning } from "./claim-captioning.ts";
import { mayReplace } from "./start-captioning.ts";

export type Published = "done" | "taken" | "replaced";

/**
 * Makes captions a subtitle track of the asset whose sound was read, and ends their making: both or none, and only if
 * this worker still holds it.
 * @returns `taken` if an admin's subtitles of that language are there; `replaced` if the episode has another asset by now
 * @throws LeaseLost
 */
export async function publishCaptions(
  { db, assetStore }: { db: Db; assetStore: Files },
  {
    claimed,
    asset,
    locale,
    cues,
    now,
  }: { claimed: ClaimedCaptioning; asset: string; locale: string; cues: readonly Cue[]; now: Date },
): Promise<Published> {
  return db.transaction(async (tx) => {
    // Locks the movie first, as changes of its episodes and subtitles do.
    await tx.select({ id: movies.id }).from(movies).where(eq(movies.id, claimed.movieId)).for("update");
    const [row] = await tx.select().from(captionings).where(heldBy(captionings, claimed)).for("update");
    if (!row) throw new LeaseLost();
    const [held] = await tx
      .select({ assetId: episodes.assetId })
      .from(episodes)
      .where(and(eq(episodes.movieId, row.movieId), eq(episodes.index, row.episodeIndex)));
    if (held?.assetId !== asset) return "replaced";
    if (!row.replace && !(await mayReplace(tx, { asset, locale }))) return "taken";
    const track = { locale, kind: "subtitles", text: writeCues(cues), source: "automatic" } as const;
    await putSubtitles({ db: tx, assetStore }, { asset, tracks: [track] });
    const over = { state: "done", progress: 1, problem: null, detail: null } as const;
    await tx
      .update(captionings)
      .set({ ...released, ...over, finishedAt: now, updatedAt: now })
      .where(eq(captionings.id, row.id));
    return "done";
  });
}
