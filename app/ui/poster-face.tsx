import { useTranslation } from "react-i18next";
import { needsVip, type VipLevel } from "../../contract/catalogue/values.ts";
import type { MovieCard } from "../../contract/index.ts";
import { dateFormat } from "../lib/formats.ts";
import { Poster } from "./artwork.tsx";
import { useTierNames } from "./access-badge.tsx";
import { Badge, VipBadge } from "./badge.tsx";

/**
 * Words on a poster, in the reader's language: passed in, as there are many posters on a page. They are data, since they
 * are part of the key of kept markup.
 */
export type PosterWords = { tiers: Record<VipLevel, string>; soon: string; locale: string };

/** The words in the language of the page. */
export function usePosterWords(): PosterWords {
  const { t, i18n } = useTranslation();
  return { tiers: useTierNames(), soon: t("movie.soon"), locale: i18n.language };
}

/** What a poster shows of a movie. */
export type PosterMovie = Pick<MovieCard, "id" | "title" | "access" | "ready" | "premiereOn" | "artwork">;

/** A movie's poster with its badges: the tier it needs, or not yet available, with its date if it is announced. */
export function PosterFace({
  movie,
  eager,
  second = false,
  words,
}: {
  movie: PosterMovie;
  eager: boolean;
  /** The page has a larger picture, which loads first. */
  second?: boolean;
  words: PosterWords;
}) {
  return (
    <span className="poster" data-account={movie.access === "signed-in" || undefined}>
      <Poster
        artwork={movie.artwork}
        eager={eager}
        second={second}
        className={movie.ready ? undefined : "opacity-60 saturate-50"}
      />
      <span className="poster-badges">
        {needsVip(movie.access) ? <VipBadge label={words.tiers[movie.access]} /> : null}
        {movie.ready ? null : (
          <Badge>{movie.premiereOn ? premiereIn(words.locale, movie.premiereOn) : words.soon}</Badge>
        )}
      </span>
    </span>
  );
}

/** The day of a premiere, such as "Dec 24, 2026". */
export function premiereIn(
  locale: string,
  day: string,
  dateStyle: Intl.DateTimeFormatOptions["dateStyle"] = "medium",
): string {
  return dateFormat(locale, { dateStyle, timeZone: "UTC" }).format(new Date(day));
}
