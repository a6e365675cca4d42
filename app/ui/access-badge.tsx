import { useTranslation } from "react-i18next";
import {
  needsVip,
  tierOf,
  vipLevels,
  type AccessLevel,
  type VipLevel,
} from "../../contract/catalogue/values.ts";
import { useDocument } from "../lib/document-context.ts";
import { tierName } from "../lib/tier-name.ts";
import { VipBadge } from "./badge.tsx";

/** @returns the levels of the tiers that are offered, and `also` one that is used */
export function useOfferedLevels(also?: AccessLevel | null): VipLevel[] {
  const { tiers } = useDocument().brand;
  const most = Math.max(1, tiers.length);
  return vipLevels.filter((level) => tierOf(level) <= most || level === also);
}

/** @returns the name of the tier that a level needs, as badges show it */
export function useTierName(): (level: AccessLevel) => string {
  const { t } = useTranslation();
  const { tiers } = useDocument().brand;
  return (level) => tierName(Math.max(1, tierOf(level)), tiers, t);
}

/** @returns those of all tiers, as data */
export function useTierNames(): Record<VipLevel, string> {
  const nameOf = useTierName();
  return { vip: nameOf("vip"), "vip-2": nameOf("vip-2"), "vip-3": nameOf("vip-3") };
}

/** @returns the same for texts; null where there is one tier alone, which texts call VIP */
export function useTierInWords(level: AccessLevel): string | null {
  const name = useTierName()(level);
  const { tiers } = useDocument().brand;
  return tierOf(level) > 1 || tiers.length > 1 ? name : null;
}

/** The tier that a movie or an episode needs; nothing where it needs none. */
export function AccessBadge({ access }: { access: AccessLevel }) {
  const name = useTierName();
  return needsVip(access) ? <VipBadge label={name(access)} /> : null;
}
