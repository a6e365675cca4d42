import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { MovieCard } from "../../../contract/index.ts";
import { Poster } from "../../ui/artwork.tsx";
import { Badge, VipBadge } from "../../ui/badge.tsx";
import { Marked } from "./marked.tsx";

/** A title that was found: two lines for its name, so that what matched is seen. */
export function ResultCard({
  movie,
  words,
  eager = false,
}: {
  movie: MovieCard;
  words?: string;
  eager?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Link to={`/video/${movie.id}`} prefetch="intent" className="card-link block">
      <span className="poster">
        <Poster
          artwork={movie.artwork}
          eager={eager}
          className={movie.ready ? undefined : "opacity-60 saturate-50"}
        />
        <span className="poster-badges">
          {movie.access === "vip" ? <VipBadge label={t("movie.vip")} /> : null}
          {movie.ready ? null : <Badge>{t("movie.soon")}</Badge>}
        </span>
      </span>
      <span className="own-words mt-1.5 line-clamp-2 text-sm leading-snug font-medium text-ink">
        <Marked text={movie.title} words={words} />
      </span>
      <span className="mt-0.5 block text-xs text-ink-faint">
        {movie.year} ·{" "}
        {movie.kind === "series" ? t("movie.episodes", { count: movie.episodes }) : t("search.aFilm")}
      </span>
    </Link>
  );
}
