import { useTranslation } from "react-i18next";
import { tierOf, type AccessLevel } from "../../../contract/catalogue/values.ts";
import { useDocument } from "../../lib/document-context.ts";
import { tierName } from "../../lib/tier-name.ts";
import { useOfferedLevels } from "../../ui/access-badge.tsx";
import type { Option } from "./options.ts";

type Words = { value: AccessLevel; label: string };

/** The access levels that are offered as options of a select, and `also` one that is used. */
export function useAccessOptions(also?: AccessLevel | null): Words[] {
  const { t } = useTranslation();
  const { tiers } = useDocument().brand;
  const label = (value: AccessLevel) => {
    const name = tiers[tierOf(value) - 1];
    const words = t(`admin.accessLevel.${value}`);
    return name === undefined ? words : `${words} (${name})`;
  };
  const levels: AccessLevel[] = ["free", "signed-in", ...useOfferedLevels(also)];
  return levels.map((value) => ({ value, label: label(value) }));
}

/** The tiers of membership as options of a select; empty where one alone is offered. */
export function useTierOptions(also = 1): Option[] {
  const { t } = useTranslation();
  const { tiers } = useDocument().brand;
  const count = Math.max(tiers.length, also);
  if (count <= 1) return [];
  return Array.from({ length: count }, (_, index) => index + 1).map((tier) => ({
    value: String(tier),
    label: `${tier} · ${tierName(tier, tiers, t)}`,
  }));
}
