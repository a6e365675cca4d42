import type { EarlyStart } from "./collect.ts";

/** Names of the performance marks early playback sets: the user wants to play, and the first picture is shown. */
const marks = { wished: "playback-wished", shown: "playback-shown" };

/**
 * The marks early playback has set for playback that began before other code could observe it.
 * @returns null if the user has not asked to play yet, or no early playback began it
 */
export function earlyStartOf(
  media: Pick<HTMLMediaElement, "paused">,
  timeline: Pick<Performance, "getEntriesByName">,
): EarlyStart | null {
  if (media.paused) return null;
  // The marks of the last episode come earlier in the timeline.
  const last = (name: string) => timeline.getEntriesByName(name).at(-1)?.startTime ?? null;
  const wishedAt = last(marks.wished);
  const shownAt = last(marks.shown);
  if (wishedAt === null) return null;
  return { wishedAt, shownAt: shownAt !== null && shownAt >= wishedAt ? shownAt : null };
}
