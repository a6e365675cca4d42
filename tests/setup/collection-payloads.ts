import type { adminCollectionCalls } from "../../contract/catalogue/collections.ts";

/** Of the calls about collections. */
export const collectionPayloads: Record<keyof typeof adminCollectionCalls, Record<string, unknown>> = {
  "z/collection/list": {},
  "z/collection/detail": { id: "nothing" },
  "z/collection/save": {
    ...{ id: "nothing", revision: 0, before: { "texts.en.name": "Nothing" }, reason: "new" },
    texts: { en: { name: "Something", description: "Of something" }, de: null },
  },
  "z/collection/movies": { id: "nothing", revision: 0, movies: ["a-film"], reason: "more" },
  "z/collection/delete": { id: "nothing", dryRun: true, reason: "old" },
};
