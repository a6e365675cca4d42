import type { AccessLevel } from "../../../contract/catalogue/values.ts";

/**
 * The level required to watch a whole episode: its own level, or else its movie's.
 * @param guestWatching false = everything requires an account
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
