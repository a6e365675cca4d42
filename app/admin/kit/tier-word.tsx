import { useTranslation } from "react-i18next";
import { useDocument } from "../../lib/document-context.ts";
import { tierName } from "../../lib/tier-name.ts";

/** The name of a tier behind a dot; nothing for the first one where it is the only one. */
export function TierWord({ tier }: { tier: number }) {
  const { t } = useTranslation();
  const { tiers } = useDocument().brand;
  if (tier <= 1 && tiers.length <= 1) return null;
  return (
    <>
      {" · "}
      <bdi>{tierName(tier, tiers, t)}</bdi>
    </>
  );
}
