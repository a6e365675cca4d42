import { Hono } from "hono";
import { withPatience } from "../db/with-patience.ts";
import { createKuromojiReadings } from "../adapters/kuromoji-readings/kuromoji-readings.ts";
import { purgeImports, runImports } from "../domain/catalogue/import/run-imports.ts";
import { purgeMovies } from "../domain/catalogue/admin/purge-movies.ts";
import { createCatalogueCache, nextScheduled } from "../domain/catalogue/catalogue-cache.ts";
import { rankMovies } from "../domain/playback/popularity/rank-movies.ts";
import { createBrandIcons } from "../domain/service/brand/brand-icons.ts";
import { createTitleCards } from "../domain/catalogue/title-cards.ts";
import { createRomaniser } from "../domain/catalogue/search/romanise.ts";
import { purgeReplaced } from "../domain/use-cases/undo-replaced.ts";
import { createCatalogueHandlers } from "../http/catalogue.ts";
import { createCollectionHandlers } from "../http/collections.ts";
import { createFeedHandlers } from "../http/feeds.ts";
import { createArtworkRouter } from "../http/media/media-router.ts";
import type { BackgroundTask } from "../worker/background-tasks.ts";
import { hourMs, minuteMs, type Kernel } from "./kernel.ts";
import type { Playback } from "./playback.ts";
import type { Service } from "./service.ts";

export type Catalogue = ReturnType<typeof composeCatalogue>;

/** Wires movies, search and artwork. */
export function composeCatalogue(
  kernel: Kernel,
  { store, afterwards }: Service,
  { forgetMovies, previewUrl }: Pick<Playback, "forgetMovies" | "previewUrl">,
) {
  const { options, db, clock, places, pictures, jobs, onBug, onPutOff } = kernel;
  const cache = createCatalogueCache({ nextChange: () => nextScheduled(db) });
  cache.onClear(forgetMovies);
  const romanise = createRomaniser(db, {
    readings: createKuromojiReadings(),
    onUnread: (error) => onPutOff(error, "readings of Japanese titles"),
  });
  const { storage, assetStore, artwork } = places;
  const tasks: BackgroundTask[] = [
    // Titles of an older version, written directly into the database, or unreadable the last time.
    { name: "romanise", run: romanise, firstMs: 0, everyMs: 10 * minuteMs },
    // It follows from playback, and is here because it changes what the cache has.
    {
      name: "rank-movies",
      async run() {
        const ranked = await withPatience(options.database, (patient) => rankMovies(patient, clock.now()));
        if (ranked > 0) cache.clear();
      },
      firstMs: minuteMs,
      everyMs: hourMs,
    },
    {
      name: "purge-movies",
      run: () => purgeMovies({ db, artwork }, clock.now()),
      firstMs: 0,
      everyMs: hourMs,
    },
    {
      name: "purge-replaced",
      run: () => purgeReplaced({ artwork, assetStore }, clock.now()),
      firstMs: 0,
      everyMs: hourMs,
    },
    {
      name: "purge-imports",
      run: () => purgeImports({ db, storage }, clock.now()),
      firstMs: 0,
      everyMs: hourMs,
    },
  ];
  /** Shows new titles, and computes the spellings that search uses. */
  const showMovies = () => {
    cache.clear();
    afterwards(romanise);
  };
  const importing = { db, storage, artwork, pictures, now: clock.now, onBug };
  return {
    cache,
    showMovies,
    runImports: (signal: AbortSignal) =>
      runImports({ ...importing, onWritten: cache.clear }, signal).finally(showMovies),
    tasks,
    handlers: {
      ...createFeedHandlers({ db, cache, store, now: Date.now }),
      ...createCollectionHandlers({ db, cache }),
      ...createCatalogueHandlers({
        db,
        storage,
        assetStore,
        cache,
        store,
        afterwards,
        romanise,
        artwork,
        pictures,
        previewUrl,

        wakeImports: () => jobs.wake("imports").catch((error: unknown) => onBug(error, "imports")),
      }),
    },
    routes: new Hono().route("/artwork", composeArtwork(kernel, store)),
  };
}

/** Pictures of titles, their cards, and the icons of the operator's brand. */
function composeArtwork({ db, places, pictures, onPutOff }: Kernel, store: Service["store"]): Hono {
  const { artwork } = places;
  const settings = () => store.known().values;
  const cards = createTitleCards({
    db,
    artwork,
    pictures,
    brand: () => settings().brandName,
    onPutOff: (error) => onPutOff(error, "cards"),
  });
  const icons = createBrandIcons({
    artwork,
    pictures,
    settings,
    onPutOff: (error) => onPutOff(error, "icons"),
  });
  return createArtworkRouter({
    serve: places.serveArtwork,
    card: async (id, locale) => {
      await store.fresh();
      return cards.find(id, locale);
    },
    icon: async (name) => {
      await store.fresh();
      return icons(name);
    },
  });
}
