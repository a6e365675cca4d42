import { useTranslation } from "react-i18next";
import type { MovieCard } from "../../../contract/index.ts";
import { useKeptHtml } from "../../performance/kept-html.ts";
import { still } from "../../performance/still.tsx";
import { PosterCard } from "../../ui/poster-card.tsx";
import { usePosterWords } from "../../ui/poster-face.tsx";
import { Rail } from "./rail.tsx";

/** What to watch next: movies that share a genre with this one. Renders nothing without any. */
export const RelatedRow = still(function RelatedRow({ items }: { items: MovieCard[] }) {
  const { t } = useTranslation();
  const words = usePosterWords();
  const posters = () => (
    <>
      {items.map((movie) => (
        <li key={movie.id} className="rail-poster">
          <PosterCard movie={movie} eager={false} words={words} />
        </li>
      ))}
    </>
  );
  const html = useKeptHtml(["posters", items, false, words], posters);
  if (items.length === 0) return null;
  return (
    <Rail title={t("movie.more")} html={html}>
      {html === null ? posters() : null}
    </Rail>
  );
});
