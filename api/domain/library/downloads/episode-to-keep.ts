import { and, eq } from "drizzle-orm";
import { needsVip } from "../../../../contract/catalogue/values.ts";
import type { DownloadPolicy } from "../../../../contract/index.ts";
import type { AccessLevel } from "../../../../contract/models.ts";
import type { Db } from "../../../db/client.ts";
import { assets, episodes, movies } from "../../../db/schema.ts";
import { visibleTo } from "../../catalogue/cards.ts";
import type { AgeLimit } from "../../kernel/age-limit.ts";
import { Failure } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import type { AssetReader } from "../../playback/media/asset-reader.ts";
import { levelOf } from "../../catalogue/access-level.ts";
import { filesOf, masterOf, type AssetFile, type AssetFiles } from "./asset-files.ts";
import { licenceEnd } from "../../playback/may-download.ts";
import { withSounds } from "../../playback/media/sounds-in-master.ts";

export type DownloadDeps = {
  db: Db;
  mediaSecret: string;
  assetReader: AssetReader;
  assetFiles: AssetFiles;
  settings: { downloads: DownloadPolicy };
};

/** One rendition of an episode's asset, and its files. */
export type Keepable = {
  name: string;
  height: number;
  folder: string;
  files: AssetFile[];
  bytes: number;
  /** Text of a multivariant playlist with only this rendition. */
  master: string;
};

/** Who asks for an episode: a viewer, and what they may see. */
export type EpisodeAsked = { id: string; index: number; user: User; ageLimit: AgeLimit; now: Date };

/**
 * An episode that a user may download, with its renditions, smallest first.
 * @throws Failure not_found · forbidden if users of this kind may not download at all · vip_required · not_ready
 */
export async function episodeToKeep(
  deps: DownloadDeps,
  { id, index, user, ageLimit, now }: EpisodeAsked,
): Promise<{ asset: string; level: AccessLevel; end: Date; qualities: Keepable[] }> {
  const [row] = await deps.db
    .select({
      access: episodes.access,
      movieAccess: movies.access,
      asset: assets.id,
      state: assets.state,
      readyAt: assets.readyAt,
      sounds: assets.sounds,
    })
    .from(episodes)
    .innerJoin(movies, eq(movies.id, episodes.movieId))
    .leftJoin(assets, eq(assets.id, episodes.assetId))
    .where(and(visibleTo(ageLimit), eq(episodes.movieId, id), eq(episodes.index, index)))
    .limit(1);
  if (!row) throw new Failure("not_found");
  const level = levelOf({ episode: row.access, title: row.movieAccess });
  const policy = deps.settings.downloads;
  const end = licenceEnd({ policy, access: level, user, now });
  if (!end) {
    const forVip = policy === "vip" || (policy === "signed-in" && needsVip(level));
    throw new Failure(forVip ? "vip_required" : "forbidden");
  }
  if (!row.asset || row.state !== "ready") throw new Failure("not_ready");
  const asset = { id: row.asset, readyAt: row.readyAt };
  const [facts, all] = await Promise.all([deps.assetReader.facts(asset), deps.assetFiles.of(asset)]);
  const folders = facts.renditions.map(({ folder }) => folder);
  const qualities = facts.renditions.map(({ name, folder, width, height }) => {
    const files = filesOf(all, folder, folders);
    const master = masterOf(withSounds(facts.master, row.sounds), folder);
    const bytes = files.reduce((sum, [, size]) => sum + size, master.length);
    return { name, height: Math.min(width, height), folder, files, bytes, master };
  });
  return { asset: row.asset, level, end, qualities };
}
