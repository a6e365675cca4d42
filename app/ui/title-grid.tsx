import { memo, type ReactNode } from "react";
import type { MovieCard } from "../../contract/index.ts";
import { TitleCard } from "./title-card.tsx";

type Props = {
  movies: readonly MovieCard[];
  /** The list's name for screen readers, where no heading beside it says it. */
  label?: string | undefined;
  /** Posters loaded at once; the rest load when they are near. */
  eager: number;
  className: string;
  /** A movie's name, if it needs special formatting. */
  nameOf?: (movie: MovieCard) => ReactNode;
};

/** Movies as a grid of posters with their names. Not rendered again while another page comes. */
export const TitleGrid = memo(function TitleGrid({ movies, label, eager, className, nameOf }: Props) {
  return (
    <ul className={`search-grid ${className}`} aria-label={label}>
      {movies.map((movie, place) => (
        <li key={movie.id}>
          <TitleCard movie={movie} eager={place < eager}>
            {nameOf?.(movie)}
          </TitleCard>
        </li>
      ))}
    </ul>
  );
});
