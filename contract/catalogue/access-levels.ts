/**
 * Who may watch something whole, each level opening those before it: anyone, who has an account (guests have none), VIPs.
 */
export const accessLevels = ["free", "signed-in", "vip"] as const;
export type AccessLevel = (typeof accessLevels)[number];

/** Whether who has reached one level may watch what takes another. */
export function opens(reached: AccessLevel, level: AccessLevel): boolean {
  return accessLevels.indexOf(reached) >= accessLevels.indexOf(level);
}

/** The longest preview, in seconds. */
export const mostPreviewS = 600;
