import { useTranslation } from "react-i18next";
import { needsVip, opens, type AccessLevel } from "../../../contract/catalogue/values.ts";
import { AccessBadge } from "../../ui/access-badge.tsx";
import { Badge } from "../../ui/badge.tsx";

type AccessChipProps = {
  /** The level the episode needs. */
  level: AccessLevel;
  /** The level its movie needs. */
  title: AccessLevel;
  /** The level the user has. */
  reached: AccessLevel;
};

/** The level an episode needs and this user lacks; or a note that it is free while its movie is not. */
export function AccessChip({ level, title, reached }: AccessChipProps) {
  const { t } = useTranslation();
  if (!opens(reached, level))
    return needsVip(level) ? <AccessBadge access={level} /> : <Badge outline>{t("login.signIn")}</Badge>;
  return level === "free" && !opens(reached, title) ? <Badge>{t("search.free")}</Badge> : null;
}
