import { useTranslation } from "react-i18next";
import { creditRoles, movieStatuses, type AccessLevel } from "../../../../contract/catalogue/values.ts";
import { useAccessOptions } from "../../kit/access-levels.ts";
import type { Option } from "../../kit/options.ts";

/** The options of a movie's selects. */
export function useChoices(
  access?: AccessLevel,
): Record<"kinds" | "access" | "statuses" | "roles", Option[]> {
  const { t } = useTranslation();
  return {
    kinds: [
      { value: "film", label: t("search.aFilm") },
      { value: "series", label: t("search.series") },
    ],
    access: useAccessOptions(access),
    statuses: movieStatuses.map((value) => ({ value, label: t(`admin.movieState.${value}`) })),
    roles: creditRoles.map((value) => ({ value, label: t(`admin.credit.${value}`) })),
  };
}
