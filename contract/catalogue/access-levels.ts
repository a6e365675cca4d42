/**
 * Access levels for watching a whole movie, each including those before it: anyone, users with an account (not guests),
 * VIPs.
 */
export const accessLevels = ["free", "signed-in", "vip"] as const;
export type AccessLevel = (typeof accessLevels)[number];

/** Whether a viewer of one level may watch a movie of another. */
export function opens(reached: AccessLevel, level: AccessLevel): boolean {
  return accessLevels.indexOf(reached) >= accessLevels.indexOf(level);
}

/** The longest preview, in seconds. */
export const mostPreviewS = 600;
