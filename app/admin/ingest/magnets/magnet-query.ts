import type { InputOf } from "../../../../contract/index.ts";
import type { MagnetState } from "../../../../contract/ingest/magnet-states.ts";
import { readFilters } from "../../kit/list-url.ts";

export type MagnetQuery = Omit<InputOf<"z/magnet/list">, "limit">;

/** Those in which something happens by itself. */
export const movingStates: ReadonlySet<MagnetState> = new Set([
  "waiting-metadata",
  "waiting",
  "downloading",
  "verifying",
  "importing",
]);

/** The list that an address asks for; the API refuses what is no such list. */
export function readMagnetQuery(search: URLSearchParams): MagnetQuery {
  return readFilters(search, ["state", "cursor"]) as MagnetQuery;
}
