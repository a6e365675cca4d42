import type { AccessLevel } from "../../../contract/catalogue/access-levels.ts";

/**
 * What it takes to watch an episode whole: its own level, else its title's.
 * @param guestWatching false = nothing is watched without an account
 */
export function levelOf({
  episode,
  title,
  guestWatching = true,
}: {
  episode: AccessLevel | null;
  title: AccessLevel;
  guestWatching?: boolean;
}): AccessLevel {
  const level = episode ?? title;
  return level === "free" && !guestWatching ? "signed-in" : level;
}
