import type { Movie } from "../../../contract/index.ts";
import { embedPath } from "../../lib/embed-code.ts";
import type { Shared } from "./share-card.tsx";

/** What is shared of an episode: its short address, and its player where other sites may show that. */
export function sharedOf(
  { id, shortCode, title, embedSites }: Pick<Movie, "id" | "shortCode" | "title" | "embedSites">,
  { index, origin }: { index: number; origin: string },
): Shared {
  return {
    title,
    url: `${origin}/s/${shortCode}${index === 1 ? "" : `/${index}`}`,
    embedUrl: embedSites === undefined ? null : origin + embedPath(id, index),
  };
}
