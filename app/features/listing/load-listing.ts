import type { Envelope, OutputOf } from "../../../contract/index.ts";
import { succeeded } from "../../../contract/envelope.ts";
import type { ApiClient } from "../../api-client/create-client.ts";
import { callOf, type Listing } from "./listing.ts";

export type LoadedListing = {
  /** The genre's name; null for lists that the app itself names. */
  genreName: string | null;
  found: OutputOf<"movie/list">;
};

/**
 * A list's first page for a loader.
 * @returns "no-list" for an unknown genre, "no-place" for a cursor of another list
 */
export async function loadListing(
  api: ApiClient,
  listing: Listing,
  unwrap: <D>(envelope: Envelope<D>) => D,
): Promise<LoadedListing | "no-list" | "no-place"> {
  const [answer, filters] = await Promise.all([
    api.get("movie/list", { ...callOf(listing), count: true }),
    listing.genre === undefined ? null : api.get("search/filters", {}),
  ]);
  if (answer.c === 422 && listing.cursor !== undefined) return "no-place";
  const genres = filters && succeeded(filters) ? filters.d.genres : [];
  const genre = genres.find(({ id }) => id === listing.genre);
  if (listing.genre !== undefined && filters && succeeded(filters) && !genre) return "no-list";
  return { genreName: genre?.name ?? listing.genre ?? null, found: unwrap(answer) };
}
