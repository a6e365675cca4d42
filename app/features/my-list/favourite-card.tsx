import type { TFunction } from "i18next";
import { Check, CircleSlash } from "lucide-react";
import type { FavouriteItem } from "../../../contract/index.ts";
import { PageLink } from "../../ui/page-link.tsx";
import { PosterFace, type PosterWords } from "../../ui/poster-face.tsx";

export type FavouriteCardProps = {
  item: FavouriteItem;
  eager: boolean;
  /** A tap selects the movie instead of opening it. */
  selecting: boolean;
} & Words;

/** Passed in, as there are many cards on a page. */
type Words = { t: TFunction; words: PosterWords };

/** A movie on the list: a link to it, or, while selecting, a checkbox as large as the poster. */
export function FavouriteCard({ item, eager, selecting, ...words }: FavouriteCardProps) {
  if (!selecting && item.movie) {
    return (
      <PageLink to={`/video/${item.id}`} prefetch="intent" className="card-link block">
        <Face item={item} eager={eager} {...words} />
      </PageLink>
    );
  }
  if (!selecting) return <Face item={item} eager={eager} {...words} />;
  return (
    <label className="favourite-choice card-link relative block cursor-pointer">
      <input
        type="checkbox"
        name="id"
        value={item.id}
        className="sr-only"
        aria-label={words.t("myList.selectOne", { title: item.title })}
      />
      <Face item={item} eager={eager} {...words} />
      <span aria-hidden="true" className="favourite-tick">
        <Check className="size-4" strokeWidth={3} />
      </span>
    </label>
  );
}

function Face({
  item: { movie, title },
  eager,
  t,
  words,
}: Pick<FavouriteCardProps, "item" | "eager"> & Words) {
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
