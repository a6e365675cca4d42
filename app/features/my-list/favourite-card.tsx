import { Link } from "@remix-run/react";
import { Check, CircleSlash } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { FavouriteItem } from "../../../contract/index.ts";
import { PosterFace, usePosterWords } from "../../ui/poster-face.tsx";

export type FavouriteCardProps = {
  item: FavouriteItem;
  eager: boolean;
  /** A tap selects the movie instead of opening it. */
  selecting: boolean;
};

/** A movie on the list: a link to it, or, while selecting, a checkbox as large as the poster. */
export function FavouriteCard({ item, eager, selecting }: FavouriteCardProps) {
  const { t } = useTranslation();
  if (!selecting && item.movie) {
    return (
      <Link to={`/video/${item.id}`} prefetch="intent" className="card-link block">
        <Face item={item} eager={eager} />
      </Link>
    );
  }
  if (!selecting) return <Face item={item} eager={eager} />;
  return (
    <label className="favourite-choice card-link relative block cursor-pointer">
      <input
        type="checkbox"
        name="id"
        value={item.id}
        className="sr-only"
        aria-label={t("myList.selectOne", { title: item.title })}
      />
      <Face item={item} eager={eager} />
      <span aria-hidden="true" className="favourite-tick">
        <Check className="size-4" strokeWidth={3} />
      </span>
    </label>
  );
}

function Face({ item: { movie, title }, eager }: { item: FavouriteItem; eager: boolean }) {
  const { t } = useTranslation();
  const words = usePosterWords();
  return (
    <>
      {movie ? (
        <PosterFace movie={movie} eager={eager} words={words} />
      ) : (
        <span className="poster grid place-items-center bg-mist shadow-none">
          <span className="grid justify-items-center gap-2 px-2 text-center text-xs font-medium text-ink-soft">
            <CircleSlash aria-hidden="true" className="size-6 text-ink-faint" strokeWidth={1.75} />
            {t("myList.gone")}
          </span>
        </span>
      )}
      <span
        className={`own-words mt-1.5 line-clamp-2 block text-xs font-medium @min-[600px]/page:mt-2 @min-[600px]/page:text-sm ${movie ? "text-ink" : "text-ink-faint"}`}
      >
        {title}
      </span>
    </>
  );
}
