import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { MovieCard } from "../../../contract/index.ts";
import { Poster } from "../../ui/artwork.tsx";
import { AccessBadge } from "../../ui/access-badge.tsx";
import { Marked } from "./marked.tsx";

type Props = {
  /** Id of the combobox; the ids of the list and its options derive from it. */
  id: string;
  items: MovieCard[];
  words: string;
  /** Position of the chosen movie; -1 = none. */
  chosen: number;
  onPick: () => void;
};

/** The list of a combobox: always rendered, because the field refers to it, and visible when it is not empty. */
export function SuggestionList({ id, items, words, chosen, onPick }: Props) {
  const { t } = useTranslation();
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t("search.suggestions")}
      className="suggestions"
      hidden={items.length === 0}
    >
      {items.map((movie, place) => (
        // Reached by the field's arrow keys, by touch and by mouse: the tab key skips it.
        <Link
          key={movie.id}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === chosen}
          tabIndex={-1}
          to={`/video/${movie.id}`}
          className="suggestion"
          // The field keeps the caret, and the list stays until the click is complete.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onPick}
        >
          <span className="suggestion-poster">
            <Poster artwork={movie.artwork} eager />
          </span>
          <span className="min-w-0 flex-1">
            <span className="own-words block truncate font-medium">
              <Marked text={movie.title} words={words} />
            </span>
            <span className="mt-0.5 flex items-center gap-2 text-xs text-ink-faint">
              <span>{movie.year}</span>
              <span>
                {movie.kind === "series" ? t("movie.episodes", { count: movie.episodes }) : t("search.aFilm")}
              </span>
              <AccessBadge access={movie.access} />
            </span>
          </span>
        </Link>
      ))}
    </div>
  );
}
