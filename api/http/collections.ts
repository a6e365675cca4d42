import type { adminCollectionCalls, collectionCalls } from "../../contract/catalogue/collections.ts";
import type { Db } from "../db/client.ts";
import { listAdminCollections, readCollection } from "../domain/catalogue/admin/collections.ts";
import {
  deleteCollection,
  saveCollection,
  setCollectionMovies,
} from "../domain/catalogue/admin/save-collection.ts";
import type { CatalogueCache } from "../domain/catalogue/catalogue-cache.ts";
import { collectionDetail, listCollections } from "../domain/catalogue/collections.ts";
import type { Handlers } from "./call-context.ts";
import { byAdmin } from "./callers.ts";
import { sharedAnswers } from "./shared-answers.ts";

export type CollectionDeps = { db: Db; cache: CatalogueCache };

/** Movies that belong together. What visitors see follows a write at once. */
export function createCollectionHandlers({
  db,
  cache,
}: CollectionDeps): Pick<Handlers, keyof (typeof collectionCalls & typeof adminCollectionCalls)> {
  const shared = sharedAnswers(cache);
  const seen = async <T>(writing: Promise<T>): Promise<T> => {
    const answer = await writing;
    cache.clear();
    return answer;
  };
  return {
    "collection/list": (input, reader) =>
      shared(`collections ${JSON.stringify(input)}`, reader, (who) =>
        listCollections(db, { ...input, ...who }),
      ),
    "collection/detail": (input, reader) =>
      shared(`collection ${JSON.stringify(input)}`, reader, (who) =>
        collectionDetail(db, { ...input, ...who }),
      ),
    "z/collection/list": () => listAdminCollections(db),
    "z/collection/detail": ({ id }, { locale }) => readCollection(db, { id, locale }),
    "z/collection/save": (input, context) => seen(saveCollection(db, { ...input, ...byAdmin(context) })),
    "z/collection/movies": (input, context) =>
      seen(setCollectionMovies(db, { ...input, ...byAdmin(context) })),
    "z/collection/delete": (input, context) => seen(deleteCollection(db, { ...input, ...byAdmin(context) })),
  };
}
