import type { TFunction } from "i18next";

/**
 * Name of a tier of membership: the operator's, or VIP with its number.
 * @param tier from 1
 * @param tiers the names that the operator has given, the first tier's first; may be empty
 */
export function tierName(tier: number, tiers: readonly string[], t: TFunction): string {
  const vip = t("movie.vip");
  return tiers[tier - 1] ?? (tier > 1 ? `${vip} ${tier}` : vip);
}
