import type { EarlyStart } from "./collect.ts";

/** Names of the performance marks a starter sets: somebody wants to see the film, and its first picture is there. */
const marks = { wished: "film-wished", shown: "film-shown" };

/**
 * What a starter has marked of a film that had begun before anything else could see it.
 * @returns null where nobody has wished for it yet, or nobody saw it begin
 */
export function earlyStartOf(
  media: Pick<HTMLMediaElement, "paused">,
  timeline: Pick<Performance, "getEntriesByName">,
): EarlyStart | null {
  if (media.paused) return null;
  // Those of the film before are behind: marks come in their order.
  const last = (name: string) => timeline.getEntriesByName(name).at(-1)?.startTime ?? null;
  const wishedAt = last(marks.wished);
  const shownAt = last(marks.shown);
  if (wishedAt === null) return null;
  return { wishedAt, shownAt: shownAt !== null && shownAt >= wishedAt ? shownAt : null };
}
