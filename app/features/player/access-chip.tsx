import { useTranslation } from "react-i18next";
import { opens, type AccessLevel } from "../../../contract/catalogue/access-levels.ts";
import { Badge, VipBadge } from "../../ui/badge.tsx";

type AccessChipProps = {
  /** What the episode takes. */
  level: AccessLevel;
  /** What its title takes. */
  title: AccessLevel;
  /** What who looks has reached. */
  reached: AccessLevel;
};

/** What an episode takes that this person has not; or that it takes nothing, where its title does. */
export function AccessChip({ level, title, reached }: AccessChipProps) {
  const { t } = useTranslation();
  if (!opens(reached, level)) {
    return level === "vip" ? <VipBadge label={t("movie.vip")} /> : <Badge outline>{t("login.signIn")}</Badge>;
  }
  return level === "free" && !opens(reached, title) ? <Badge>{t("search.free")}</Badge> : null;
}
