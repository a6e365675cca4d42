import type { InputOf } from "../../../../contract/index.ts";
import type { MagnetState } from "../../../../contract/ingest/values.ts";
import { readFilters } from "../../kit/list-url.ts";

export type MagnetQuery = Omit<InputOf<"z/magnet/list">, "limit">;

/** States in which a magnet progresses by itself. */
export const movingStates: ReadonlySet<MagnetState> = new Set([
  "waiting-metadata",
  "waiting",
  "downloading",
  "verifying",
  "importing",
]);

/** Reads the list query from a URL; the API refuses invalid values. */
export function readMagnetQuery(search: URLSearchParams): MagnetQuery {
  return readFilters(search, ["state", "cursor"]) as MagnetQuery;
}
