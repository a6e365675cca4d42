import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { MovieCard } from "../../contract/index.ts";
import { PageLink } from "./page-link.tsx";
import { PosterFace, usePosterWords } from "./poster-face.tsx";

/** A movie in a long list: two lines for its name, its year and its kind. */
export function TitleCard({
  movie,
  eager = false,
  children = movie.title,
}: {
  movie: MovieCard;
  eager?: boolean;
  /** The name, if it needs special formatting. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <PageLink to={`/video/${movie.id}`} prefetch="intent" className="card-link block">
      <PosterFace movie={movie} eager={eager} words={usePosterWords()} />
      <span className="own-words mt-1.5 line-clamp-2 text-sm leading-snug font-medium text-ink">
        {children}
      </span>
      <span className="mt-0.5 block text-xs text-ink-faint">
        {movie.year} ·{" "}
        {movie.kind === "film"
          ? t("search.aFilm")
          : movie.episodes > 0
            ? t("movie.episodes", { count: movie.episodes })
            : t("search.series")}
      </span>
    </PageLink>
  );
}
