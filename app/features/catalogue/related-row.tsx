import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { MovieCard } from "../../../contract/index.ts";
import { PosterRail } from "./poster-rail.tsx";

/** What to watch next: movies that share a genre with this one. Renders nothing without any. */
export const RelatedRow = memo(function RelatedRow({ items }: { items: MovieCard[] }) {
  const { t } = useTranslation();
  return items.length === 0 ? null : <PosterRail title={t("movie.more")} items={items} />;
});
