import { opens, type AccessLevel } from "../../../contract/catalogue/values.ts";
import type { MovieCard } from "../../../contract/index.ts";

/** @returns the movie to offer at the end of another one: the first that can be watched, best at the user's level */
export function afterwardsOf(related: MovieCard[], reached: AccessLevel): MovieCard | null {
  const ready = related.filter((movie) => movie.ready);
  return ready.find(({ access }) => opens(reached, access)) ?? ready[0] ?? null;
}
