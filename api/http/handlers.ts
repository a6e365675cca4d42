import { createAccountsHandlers, type AccountsDeps } from "./accounts.ts";
import { createAnalysisHandlers, type AnalysisDeps } from "./analysis.ts";
import type { Handlers } from "./call-context.ts";
import { createCatalogueHandlers, type CatalogueDeps } from "./catalogue.ts";
import { createCommerceHandlers, type CommerceDeps } from "./commerce.ts";
import { createConfigHandler, type ConfigDeps } from "./config.ts";
import { createIngestHandlers, type IngestDeps } from "./ingest.ts";
import { createLibraryHandlers, type LibraryDeps } from "./library.ts";
import { createPlaybackHandlers, type PlaybackDeps } from "./playback.ts";
import { createServiceHandlers, type ServiceDeps } from "./service.ts";

export type { CallContext, Handlers } from "./call-context.ts";

export type HandlerDeps = ConfigDeps &
  ServiceDeps &
  AccountsDeps &
  CatalogueDeps &
  PlaybackDeps &
  LibraryDeps &
  IngestDeps &
  CommerceDeps &
  AnalysisDeps;

/** Every call of the contract with its use-case. */
export function createHandlers(deps: HandlerDeps): Handlers {
  return {
    config: createConfigHandler(deps),
    ...createServiceHandlers(deps),
    ...createAccountsHandlers(deps),
    ...createCatalogueHandlers(deps),
    ...createPlaybackHandlers(deps),
    ...createLibraryHandlers(deps),
    ...createIngestHandlers(deps),
    ...createCommerceHandlers(deps),
    ...createAnalysisHandlers(deps),
  };
}
