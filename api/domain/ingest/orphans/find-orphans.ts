import { orphanedAssets } from "./asset-orphans.ts";
import { halfLadders, halfUploads, lostDownloads } from "./folder-orphans.ts";
import { graceMs, type Finder, type Orphan, type OrphanDeps } from "./orphan.ts";
import { orphanedAvatars, orphanedBrand, orphanedPictures, orphanedStills } from "./picture-orphans.ts";
import { lostArrivals, strayFiles, unusedUploads } from "./stored-orphans.ts";

const finders: readonly Finder[] = [
  unusedUploads,
  strayFiles,
  lostArrivals,
  orphanedAssets,
  halfLadders,
  halfUploads,
  lostDownloads,
  orphanedPictures,
  orphanedStills,
  orphanedAvatars,
  orphanedBrand,
];

/** Finds unreferenced files and removes nothing; the caller may remove each orphan. Recent files are left out. */
export async function* findOrphans(deps: OrphanDeps, now: Date): AsyncGenerator<Orphan> {
  const before = new Date(now.getTime() - graceMs);
  for (const find of finders) yield* find(deps, before);
}

/** Removes avatars without a user: their users asked for it by deleting their accounts. @returns number of avatars */
export async function sweepAvatars(deps: OrphanDeps, now: Date): Promise<number> {
  let removed = 0;
  for await (const avatar of orphanedAvatars(deps, new Date(now.getTime() - graceMs)))
    if (await avatar.remove()) removed += 1;
  return removed;
}
