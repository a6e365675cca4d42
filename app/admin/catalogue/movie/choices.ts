import { useTranslation } from "react-i18next";
import { accessOptions } from "../../kit/access-levels.ts";
import type { Option } from "../../kit/options.ts";

export const creditRoles = ["director", "writer", "cast", "music", "camera"] as const;

/** The options of a movie's selects. */
export function useChoices(): Record<"kinds" | "access" | "statuses" | "roles", Option[]> {
  const { t } = useTranslation();
  return {
    kinds: [
      { value: "film", label: t("search.aFilm") },
      { value: "series", label: t("search.series") },
    ],
    access: accessOptions(t),
    statuses: [
      { value: "draft", label: t("admin.movieState.draft") },
      { value: "published", label: t("admin.movieState.published") },
    ],
    roles: creditRoles.map((value) => ({ value, label: t(`admin.credit.${value}`) })),
  };
}
