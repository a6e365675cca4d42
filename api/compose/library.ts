import { createAssetFiles } from "../domain/library/downloads/asset-files.ts";
import { createLibraryHandlers } from "../http/library.ts";
import type { Kernel } from "./kernel.ts";
import type { Playback } from "./playback.ts";
import type { Service } from "./service.ts";

/** Wires favourites, history and offline copies. */
export function composeLibrary(
  { db, places, mediaSecret }: Kernel,
  { store }: Service,
  { assetReader }: Playback,
) {
  const assetFiles = createAssetFiles(places.assetStore);
  return { handlers: createLibraryHandlers({ db, mediaSecret, assetReader, assetFiles, store }) };
}
