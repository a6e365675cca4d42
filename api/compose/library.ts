import { withPatience } from "../db/with-patience.ts";
import { createCatalogueCache } from "../domain/catalogue/catalogue-cache.ts";
import { createAssetFiles } from "../domain/library/downloads/asset-files.ts";
import { followersOf, tellEpisodes } from "../domain/library/notices/new-episode.ts";
import { collectionFollowersOf, findNewInCollections } from "../domain/library/notices/new-in-collection.ts";
import { findPublished } from "../domain/library/notices/published-episodes.ts";
import { relateMoviesDaily } from "../domain/library/recommend/relate-movies.ts";
import { sumVotes } from "../domain/library/votes.ts";
import { keptMs } from "../domain/library/recommend/recommend-movies.ts";
import { createLibraryHandlers } from "../http/library.ts";
import type { BackgroundTask } from "../worker/background-tasks.ts";
import type { Catalogue } from "./catalogue.ts";
import { hourMs, minuteMs, type Kernel } from "./kernel.ts";
import type { Playback } from "./playback.ts";
import type { Service } from "./service.ts";

/** Wires favourites, votes, history, recommendations and offline copies. */
export function composeLibrary(
  { options, db, clock, places, mediaSecret }: Kernel,
  { store, topics, pushKey }: Service,
  { assetReader }: Playback,
  { cache }: Pick<Catalogue, "cache">,
) {
  const assetFiles = createAssetFiles(places.assetStore);
  const recommended = createCatalogueCache({ freshMs: keptMs, staleMs: keptMs });
  cache.onClear(recommended.clear);
  const guestWatching = async () => {
    await store.fresh();
    return store.known().values.guestWatching;
  };
  // A further topic about what can be watched is one more function here, and its own entry of `topics`.
  topics.set("new-episode", {
    audience: followersOf,
    find: (now) => findPublished({ db, tells: [tellEpisodes], guestWatching }, now),
  });
  topics.set("new-in-collection", {
    audience: collectionFollowersOf,
    find: (now) => findNewInCollections({ db, guestWatching }, now),
  });
  const tasks: BackgroundTask[] = [
    {
      name: "sum-votes",
      async run() {
        const summed = await withPatience(options.database, sumVotes);
        if (summed > 0) cache.clear();
      },
      firstMs: 2 * minuteMs,
      everyMs: hourMs,
    },
    {
      name: "relate-movies",
      async run() {
        const isNew = await withPatience(options.database, (patient) =>
          relateMoviesDaily(patient, clock.now()),
        );
        if (isNew) recommended.clear();
      },
      firstMs: 3 * minuteMs,
      everyMs: hourMs,
    },
  ];
  return {
    tasks,
    handlers: createLibraryHandlers({
      db,
      mediaSecret,
      assetReader,
      assetFiles,
      store,
      recommended,
      pushKey,
    }),
  };
}
