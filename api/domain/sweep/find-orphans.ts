import { filmsOfNobody } from "./film-orphans.ts";
import { halfLadders, halfUploads, lostDownloads, picturesOfNobody } from "./folder-orphans.ts";
import { graceMs, type Finder, type Orphan, type OrphanDeps } from "./orphan.ts";
import { lostArrivals, strayFiles, unusedUploads } from "./stored-orphans.ts";

const finders: readonly Finder[] = [
  unusedUploads,
  strayFiles,
  lostArrivals,
  filmsOfNobody,
  halfLadders,
  halfUploads,
  lostDownloads,
  picturesOfNobody,
];

/** Finds what nobody refers to, and removes nothing: whoever is given an orphan may. What is young is left out. */
export async function* findOrphans(deps: OrphanDeps, now: Date): AsyncGenerator<Orphan> {
  const before = new Date(now.getTime() - graceMs);
  for (const find of finders) yield* find(deps, before);
}
