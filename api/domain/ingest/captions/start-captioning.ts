import { and, eq, inArray } from "drizzle-orm";
import type { Captioning } from "../../../../contract/ingest/admin-captions.ts";
import type { ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import type { Jobs } from "../../../db/jobs.ts";
import { assets, captionings, episodes, movies, subtitles } from "../../../db/schema.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { chooseSound } from "./choose-sound.ts";
import { trackOf } from "../subtitles/put-subtitles.ts";
import { liveStates, queueUp, shown } from "./captioning-row.ts";

type Start = ParsedOf<"z/captions/start"> & { admin: User; now: Date };

/**
 * Queues the making of captions of an episode's sound. Captions that failed before are over with it.
 * @param deps.makesCaptions whether a program is set up
 * @throws Failure not_found · not_ready for an episode without an asset · invalid where no program is set up, for an
 *   episode whose captions are being made, and for a language whose subtitles may not be replaced unasked
 */
export async function startCaptioning(
  { db, jobs, makesCaptions }: { db: Db; jobs: Jobs; makesCaptions: boolean },
  { key, id, index, locale, replace, admin, now }: Start,
): Promise<Captioning> {
  if (!makesCaptions) throw invalidField("id", "choice");
  await jobs.ready();
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ status: movies.status, assetId: episodes.assetId })
      .from(episodes)
      .innerJoin(movies, eq(movies.id, episodes.movieId))
      .where(and(eq(episodes.movieId, id), eq(episodes.index, index)))
      .for("update", { of: movies });
    if (!found || found.status === "deleted") throw new Failure("not_found");
    const known = await rowOf(tx, key);
    if (known && (known.movieId !== id || known.episodeIndex !== index)) throw invalidField("key", "choice");
    if (known) return shown(known);
    const ofEpisode = and(eq(captionings.movieId, id), eq(captionings.episodeIndex, index));
    const live = await tx
      .select({ id: captionings.id })
      .from(captionings)
      .where(and(ofEpisode, inArray(captionings.state, [...liveStates])));
    if (live.length > 0) throw invalidField("index", "repeated");
    const asset = await requireSound(tx, found.assetId);
    const spoken = locale ?? spokenIn(asset);
    if (spoken !== null && !replace && !(await mayReplace(tx, { asset: asset.id, locale: spoken })))
      throw invalidField("locale", "repeated");
    // One that failed is nothing to look after any more.
    await tx
      .update(captionings)
      .set({ state: "cancelled", updatedAt: now })
      .where(and(ofEpisode, eq(captionings.state, "failed")));
    const row = { id: key, movieId: id, episodeIndex: index, locale, replace, state: "waiting" } as const;
    await tx.insert(captionings).values({ ...row, createdAt: now, updatedAt: now });
    await queueUp(tx, jobs, { id: key, jobId: null }, { now });
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "z/captions/start",
      target: { kind: "movie", id },
      before: { [`episode.${index}.captions`]: null },
      after: { [`episode.${index}.captions`]: "waiting" },
      now,
    });
    return shown((await rowOf(tx, key))!);
  });
}

/** Whether captions may take the place of what an asset has in a language: of none, or of such that a program made. */
export async function mayReplace(
  tx: Db,
  { asset, locale }: { asset: string; locale: string },
): Promise<boolean> {
  const { id } = trackOf({ locale, kind: "subtitles" });
  const [there] = await tx
    .select({ source: subtitles.source, edited: subtitles.edited })
    .from(subtitles)
    .where(and(eq(subtitles.assetId, asset), eq(subtitles.id, id)));
  return !there || (there.source === "automatic" && !there.edited);
}

type AssetRow = typeof assets.$inferSelect;

async function requireSound(tx: Db, id: string | null): Promise<AssetRow> {
  const [asset] = await tx
    .select()
    .from(assets)
    .where(eq(assets.id, id ?? ""));
  if (asset?.state !== "ready") throw new Failure("not_ready");
  if (asset.facts && !asset.facts.sound) throw invalidField("index", "choice");
  return asset;
}

/** The language that a sound is marked with; null where that is known only once it is read. */
function spokenIn({ facts, sounds }: AssetRow): string | null {
  return (facts && chooseSound(facts, { choices: sounds, asked: null })?.language) ?? null;
}

async function rowOf(tx: Db, id: string) {
  const [row] = await tx.select().from(captionings).where(eq(captionings.id, id));
  return row;
}
